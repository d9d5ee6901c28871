import type { Stereo } from "./signal.ts";
import { sampleRate } from "./signal.ts";

/** The bytes of a WAV file with 32-bit floating-point samples. */
export function waveFile({ left, right }: Stereo): Uint8Array {
  const bytesPerFrame = 8;
  const header = 44;
  const file = Buffer.alloc(header + left.length * bytesPerFrame);
  file.write("RIFF", 0, "ascii");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "ascii");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(3, 20); // floating point
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * bytesPerFrame, 28);
  file.writeUInt16LE(bytesPerFrame, 32);
  file.writeUInt16LE(32, 34);
  file.write("data", 36, "ascii");
  file.writeUInt32LE(left.length * bytesPerFrame, 40);
  left.forEach((sample, index) => {
    file.writeFloatLE(sample, header + index * bytesPerFrame);
    file.writeFloatLE(right[index] ?? 0, header + index * bytesPerFrame + 4);
  });
  return file;
}
