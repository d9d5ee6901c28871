import { openSync, writeSync } from "node:fs";
import { createMp3Encoder } from "wasm-media-encoders";
import { FileWindow } from "./file-window.ts";
import { type Frame, frameAt } from "./mp3-frames.ts";
import type { Sound } from "./wave-stream.ts";

/** LAME's scale from 0, the best, to 10: a quarter of the bits that a CD has for each second, or fewer. */
const vbrQuality = 4;
/** The rates that an MP3 can have, frames a second. */
const rates = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000] as const;
/** What the encoder puts before the sound, in samples. */
const encoderDelay = 576;
/** The information frame's 64 kbit/s in the two tables of bit rates: large enough at every rate for what it holds. */
const infoBitRate = { version1: 5, others: 8 };
const seekPoints = 100;

type Encoder = Awaited<ReturnType<typeof createMp3Encoder>>;

/**
 * Writes sound to a local file as an MP3 of variable bit rate, piece by piece. At its beginning stands one frame (Xing's,
 * with LAME's extension) that tells players the exact length, where in the file each hundredth of it is, and how much
 * silence the encoding has added at either end. Writes synchronously: for a worker thread, whose end closes the file.
 */
export class Mp3Writer {
  readonly #file: string;
  readonly #descriptor: number;
  #encoder: Encoder | undefined;
  #source = { rate: 0, channels: 0, frames: 0 };
  /** Of the encoded sound. */
  #rate = 0;
  #bytes = 0;
  #infoBytes = 0;

  /** @param file is made anew */
  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(file, "w", 0o600);
  }

  /** Seconds that were written. */
  get seconds(): number {
    return this.#source.frames / (this.#source.rate || 1);
  }

  /** Bytes that were written. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws Error where the sound's rate or channels are not those of the first piece */
  async add({ channels, rate }: Sound): Promise<void> {
    const encoder = this.#encoder ?? (await this.#begin(rate, channels.length));
    if (rate !== this.#source.rate || channels.length !== this.#source.channels) {
      throw new Error("The sound changes its shape on the way.");
    }
    this.#source.frames += channels[0]?.length ?? 0;
    this.#write(encoder.encode(mixed(channels)));
  }

  /** Writes the rest, and then the information at the beginning. @returns false when there was no sound */
  finish(): boolean {
    if (!this.#encoder) return false;
    this.#write(this.#encoder.finalize());
    if (this.#bytes === 0) return false;
    this.#writeInfo();
    return true;
  }

  async #begin(rate: number, channels: number): Promise<Encoder> {
    this.#source = { rate, channels, frames: 0 };
    const outputSampleRate = rateFor(rate);
    this.#rate = outputSampleRate;
    this.#encoder = await createMp3Encoder();
    this.#encoder.configure({
      sampleRate: rate,
      outputSampleRate,
      channels: channels === 1 ? 1 : 2,
      vbrQuality,
    });
    return this.#encoder;
  }

  #write(encoded: Uint8Array): void {
    if (encoded.length === 0) return;
    if (this.#bytes === 0) {
      this.#infoBytes = infoFrame(Buffer.from(encoded)).length;
      this.#bytes = this.#infoBytes;
    }
    for (let done = 0; done < encoded.length; ) {
      done += writeSync(this.#descriptor, encoded, done, encoded.length - done, this.#bytes + done);
    }
    this.#bytes += encoded.length;
  }

  #writeInfo(): void {
    const written = new FileWindow(this.#file, "audio/mpeg", 4096);
    const header = Buffer.alloc(4);
    const read = (position: number) =>
      written.read(header, position) === 4 ? header.readUInt32BE(0) : undefined;
    const starts: number[] = [];
    let samples = 0;
    let frame: Frame | undefined;
    for (let at = this.#infoBytes; at < this.#bytes; at += frame.bytes) {
      frame = frameAt(read, at);
      if (!frame) throw new Error("The encoder has written what is no MP3.");
      starts.push(at);
      samples += frame.samples;
    }
    const sound = Math.round((this.#source.frames * this.#rate) / this.#source.rate);
    const first = Buffer.alloc(4);
    written.read(first, this.#infoBytes);

    const info = infoFrame(first);
    let at = 4 + sideInfoBytes(first);
    info.write("Xing", at);
    // All four are there: frames, bytes, seek points, quality.
    info.writeUInt32BE(0x0f, at + 4);
    info.writeUInt32BE(starts.length, at + 8);
    info.writeUInt32BE(this.#bytes, at + 12);
    at += 16;
    for (let point = 0; point < seekPoints; point += 1) {
      const start = starts[Math.floor((point * starts.length) / seekPoints)] ?? 0;
      info.writeUInt8(Math.floor((start / this.#bytes) * 256), at + point);
    }
    at += seekPoints;
    info.writeUInt32BE(100 - 10 * vbrQuality, at);
    info.write("LAME3.100", at + 4);
    // Revision 0, the method of LAME's default variable bit rate.
    info.writeUInt8(4, at + 13);
    const padding = Math.min(Math.max(samples - encoderDelay - sound, 0), 0xfff);
    info.writeUIntBE(encoderDelay * 0x1000 + padding, at + 25, 3);
    info.writeUInt32BE(this.#bytes, at + 32);
    info.writeUInt16BE(this.#soundChecksum(written), at + 36);
    info.writeUInt16BE(checksum(info.subarray(0, at + 38)), at + 38);
    writeSync(this.#descriptor, info, 0, info.length, 0);
  }

  #soundChecksum(written: FileWindow): number {
    const piece = Buffer.alloc(64 * 1024);
    let sum = 0;
    for (let at = this.#infoBytes; at < this.#bytes; ) {
      const length = written.read(piece, at);
      sum = checksum(piece.subarray(0, length), sum);
      at += length;
    }
    return sum;
  }
}

/** The largest rate of an MP3 that isn't above the sound's; of a multiple of a CD's rate, the CD's. */
function rateFor(rate: number): (typeof rates)[number] {
  if (rate % 44_100 === 0) return 44_100;
  return rates.find((known) => known <= rate) ?? 8_000;
}

/** A frame without sound, its header like that of the given one. */
function infoFrame(like: Buffer): Buffer {
  const bitRate = infoBitRate[isVersion1(like) ? "version1" : "others"];
  // Neither padded nor of joint channels.
  const header = ((like.readUInt32BE(0) & 0xffff_0dcf) | (bitRate << 12)) >>> 0;
  const frame = frameAt(() => header, 0);
  if (!frame) throw new Error("The encoder has written what is no MP3.");
  const bytes = Buffer.alloc(frame.bytes);
  bytes.writeUInt32BE(header, 0);
  return bytes;
}

function isVersion1(header: Buffer): boolean {
  return ((header.readUInt8(1) >> 3) & 3) === 3;
}

/** Between a frame's header and its sound, where the information stands. */
function sideInfoBytes(header: Buffer): number {
  const isMono = header.readUInt8(3) >> 6 === 3;
  if (isVersion1(header)) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

const half = Math.SQRT1_2;
/**
 * How much of each channel either side gets, by their number, in the order of WAV and FLAC. Low-frequency effects are
 * left out, as players of two channels do.
 */
const layouts: Readonly<Record<number, { left: number[]; right: number[] }>> = {
  3: { left: [1, 0, half], right: [0, 1, half] },
  4: { left: [1, 0, half, 0], right: [0, 1, 0, half] },
  5: { left: [1, 0, half, half, 0], right: [0, 1, half, 0, half] },
  6: { left: [1, 0, half, 0, half, 0], right: [0, 1, half, 0, 0, half] },
  7: { left: [1, 0, half, 0, half, half, 0], right: [0, 1, half, 0, half, 0, half] },
  8: { left: [1, 0, half, 0, half, 0, half, 0], right: [0, 1, half, 0, 0, half, 0, half] },
};

/** One or two channels of the sound, within full scale, and without what is no number. */
function mixed(channels: readonly Float32Array[]): Float32Array[] {
  if (channels.length <= 2) return channels.map((channel) => channel.map(limited));
  const layout = layouts[channels.length] ?? {
    left: channels.map((_, at) => (at + 1) % 2),
    right: channels.map((_, at) => at % 2),
  };
  return [mixedSide(channels, layout.left), mixedSide(channels, layout.right)];
}

function mixedSide(channels: readonly Float32Array[], shares: readonly number[]): Float32Array {
  // So that the sum of loud channels stays within full scale.
  const all = shares.reduce((sum, share) => sum + share, 0);
  const mix = new Float32Array(channels[0]?.length ?? 0);
  for (const [at, channel] of channels.entries()) {
    const share = (shares[at] ?? 0) / all;
    if (share === 0) continue;
    for (const [frame, sample] of channel.entries()) mix[frame] = (mix[frame] ?? 0) + share * limited(sample);
  }
  return mix;
}

function limited(sample: number): number {
  if (sample > 1) return 1;
  if (sample >= -1) return sample;
  return sample < -1 ? -1 : 0;
}

const checksums = Uint16Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  return sum;
});

/** CRC-16 as LAME has it. */
function checksum(bytes: Uint8Array, before = 0): number {
  let sum = before;
  for (const byte of bytes) sum = (sum >> 8) ^ (checksums[(sum ^ byte) & 0xff] ?? 0);
  return sum;
}
