interface Tone {
  seconds: number;
  rate?: number;
  channels?: number;
  /** Of a sample; 32 are floating point. */
  bits?: 16 | 24 | 32;
  /** The strength of each channel, full scale being 1. */
  strengths?: readonly number[];
}

/** A WAV in which each channel has a tone of its own: 440 Hz, 550 Hz, 660 Hz and so on. */
export function tone({ seconds, rate = 44_100, channels = 2, bits = 16, strengths = [] }: Tone): Buffer {
  const frames = Math.round(seconds * rate);
  const bytes = bits / 8;
  const file = Buffer.alloc(44 + frames * channels * bytes);
  file.write("RIFF", 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(bits === 32 ? 3 : 1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels * bytes, 28);
  file.writeUInt16LE(channels * bytes, 32);
  file.writeUInt16LE(bits, 34);
  file.write("data", 36);
  file.writeUInt32LE(file.length - 44, 40);
  for (let frame = 0, at = 44; frame < frames; frame += 1) {
    for (let channel = 0; channel < channels; channel += 1, at += bytes) {
      const pitch = 440 + 110 * channel;
      const sample = (strengths[channel] ?? 0.5) * Math.sin((2 * Math.PI * pitch * frame) / rate);
      if (bits === 32) file.writeFloatLE(sample, at);
      else file.writeIntLE(Math.round(sample * (2 ** (bits - 1) - 1)), at, bytes);
    }
  }
  return file;
}
