/** A WAV of that many bytes: 8-bit mono noise that never repeats in step with the pieces. */
export function wave(bytes: number): Buffer {
  const file = Buffer.alloc(bytes, "handbill");
  for (let at = 44; at < bytes; at += 4096) file.writeUInt32LE(at, Math.min(at, bytes - 4));
  return waveOf(file.subarray(44), 44_100);
}

/** A WAV of that many seconds without any sound: 8-bit mono. @param rate samples a second */
export function silence(seconds: number, rate = 8000): Buffer {
  return waveOf(Buffer.alloc(seconds * rate, 128), rate);
}

/** A WAV of one tone: 8-bit mono. @param rate samples a second */
export function tone(hertz: number, { rate, seconds } = { rate: 8000, seconds: 20 }): Buffer {
  const samples = Uint8Array.from({ length: rate * seconds }, (_, at) =>
    Math.round(128 + 60 * Math.sin((2 * Math.PI * hertz * at) / rate)),
  );
  return waveOf(samples, rate);
}

/** @param samples 8-bit mono, 128 for silence */
function waveOf(samples: Uint8Array, rate: number): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
