/** A WAV of that many bytes: 8-bit mono noise that never repeats in step with the pieces. */
export function wave(bytes: number): Buffer {
  const file = Buffer.alloc(bytes, "handbill");
  file.write("RIFF", 0);
  file.writeUInt32LE(bytes - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(44_100, 24);
  file.writeUInt32LE(44_100, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(bytes - 44, 40);
  for (let at = 44; at < bytes; at += 4096) file.writeUInt32LE(at, Math.min(at, bytes - 4));
  return file;
}
