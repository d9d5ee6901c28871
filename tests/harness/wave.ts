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

/** A WAV of that many seconds without any sound: 8-bit mono. @param rate samples a second */
export function silence(seconds: number, rate = 8000): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + seconds * rate, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(seconds * rate, 40);
  return Buffer.concat([head, Buffer.alloc(seconds * rate, 128)]);
}
