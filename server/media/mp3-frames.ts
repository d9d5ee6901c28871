import type { FileWindow } from "./file-window.ts";

/** This many frames in a row are no accident. */
const framesToBelieve = 3;
/** A stray picture or text may stand before the first frame, but not much of it. */
const searchedForFirstFrame = 64 * 1024;
/** Tags with pictures may stand behind the frames. */
const searchedForNextFrame = 8 * 1024 * 1024;

const kilobits = {
  version1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  version2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

export interface Frame {
  bytes: number;
  /** Of one channel. */
  samples: number;
  seconds: number;
  /** The header's bits that stay the same from frame to frame. */
  kind: number;
}

/** Gives four bytes at any position as one number, undefined past the end. */
export type ReadHeader = (position: number) => number | undefined;

/**
 * An MP3's real length in seconds, from all its frames; undefined for a file that is no MP3. A header may claim any
 * length, and where there is none the libraries estimate from the first frames, which is wrong by minutes for a
 * variable bit rate, or take 19 s for 50 MB.
 */
export function mp3Seconds(file: FileWindow): number | undefined {
  const { size } = file.fileInfo;
  const bytes = Buffer.alloc(4);
  const read: ReadHeader = (position) =>
    file.read(bytes, position) === 4 ? bytes.readUInt32BE(0) : undefined;
  const begin = skipTags(read);
  let position = begin;
  let kind: number | undefined;
  let seconds = 0;
  let inFrames = 0;
  while (position < size) {
    const frame = frameAt(read, position);
    const fits = frame && (kind === undefined ? startsRun(read, position) : frame.kind === kind);
    if (fits) {
      kind = frame.kind;
      // A file that was cut ends in a part of a frame.
      const bytes = Math.min(frame.bytes, size - position);
      seconds += (frame.seconds * bytes) / frame.bytes;
      inFrames += bytes;
      position += bytes;
    } else {
      position += 1;
      const searched = position - begin - inFrames;
      if (searched > (kind === undefined ? searchedForFirstFrame : searchedForNextFrame)) return undefined;
    }
  }
  return inFrames > (size - begin) / 2 ? seconds : undefined;
}

function startsRun(read: ReadHeader, start: number): boolean {
  let position = start;
  let kind: number | undefined;
  for (let count = 0; count < framesToBelieve; count += 1) {
    const frame = frameAt(read, position);
    if (!frame || (kind !== undefined && frame.kind !== kind)) return false;
    kind = frame.kind;
    position += frame.bytes;
  }
  return true;
}

/** MPEG 1, 2 or 2.5, layer III, any bit rate but "free". */
export function frameAt(read: ReadHeader, position: number): Frame | undefined {
  const header = read(position);
  if (header === undefined || header >>> 21 !== 0x7ff) return undefined;
  const version = (header >>> 19) & 3;
  const layer = (header >>> 17) & 3;
  const rate = (header >>> 10) & 3;
  const version1 = version === 3;
  const bitRate = kilobits[version1 ? "version1" : "version2"][(header >>> 12) & 15];
  const baseRate = sampleRates[rate];
  if (version === 1 || layer !== 1 || !bitRate || !baseRate) return undefined;
  const sampleRate = version1 ? baseRate : baseRate / (version === 2 ? 2 : 4);
  const samples = version1 ? 1152 : 576;
  return {
    bytes: Math.floor(((samples / 8) * bitRate * 1000) / sampleRate) + ((header >>> 9) & 1),
    samples,
    seconds: samples / sampleRate,
    kind: version * 4 + rate,
  };
}

/** Where the ID3v2 tags at the beginning end. */
export function skipTags(read: ReadHeader): number {
  let position = 0;
  while ((read(position) ?? 0) >>> 8 === 0x494433) {
    const flags = ((read(position + 2) ?? 0) & 0xff00) >>> 8;
    const size = read(position + 6) ?? 0;
    const length = [24, 16, 8, 0].reduce((sum, shift) => sum * 128 + ((size >>> shift) & 0x7f), 0);
    position += 10 + length + (flags & 0x10 ? 10 : 0);
  }
  return position;
}
