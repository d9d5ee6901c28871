import type { FileWindow } from "./file-window.ts";
import { skipTags } from "./mp3-frames.ts";

/** A file with less than this of the sound it claims was cut; whatever lacks less is played, and marked. */
const shareToBelieve = 0.9;
/** Frames are a few kilobytes. Behind the last one there may be a tag. */
const searchedForLastFrame = 1024 * 1024;
const longestHeader = 16;
const lastBlock = 0x80;
const streamInfoBytes = 34;

interface StreamInfo {
  /** The sound's length in samples as the file claims it; 0 when it doesn't say. */
  samples: number;
  /** Samples in a frame, the same for all but the last where the file says so. */
  blockSize: number;
  /** Bytes of the smallest frame; 0 when it doesn't say. */
  smallestFrame: number;
  /** Where the frames begin. */
  framesAt: number;
}

/**
 * Whether a FLAC plainly ends before the sound that it claims to hold: its header stays whole when the rest is cut off.
 * Each frame names its place in the sound, so the last frame's place shows it.
 */
export function isCutShort(file: FileWindow): boolean {
  const info = streamInfo(file);
  if (!info || info.samples === 0) return false;
  const { samples, framesAt, blockSize, smallestFrame } = info;
  const enough = samples * shareToBelieve;
  const { size } = file.fileInfo;
  if (size - framesAt < (smallestFrame * enough) / blockSize) return true;

  const start = Math.max(framesAt, size - searchedForLastFrame);
  const tail = Buffer.alloc(size - start);
  file.read(tail, start);
  let found = false;
  for (let at = tail.length - 2; at >= 0; at -= 1) {
    // The sync code of a frame, at every byte that could begin one.
    if (tail[at] !== 0xff || ((tail[at + 1] ?? 0) & 0xfe) !== 0xf8) continue;
    const end = endOfFrame(tail.subarray(at, at + longestHeader), blockSize);
    if (end === undefined || end > samples) continue;
    if (end >= enough) return false;
    found = true;
  }
  // Without any frame there are only the tags behind them, or nothing at all.
  return found || start === framesAt;
}

function streamInfo(file: FileWindow): StreamInfo | undefined {
  const four = Buffer.alloc(4);
  const read = (position: number) => (file.read(four, position) === 4 ? four.readUInt32BE(0) : undefined);
  let position = skipTags(read);
  if (read(position) !== 0x664c6143) return undefined;
  position += 4;
  const info = Buffer.alloc(streamInfoBytes);
  if (file.read(info, position + 4) < streamInfoBytes) return undefined;
  for (;;) {
    const header = read(position);
    if (header === undefined) return undefined;
    position += 4 + (header & 0xffffff);
    if ((header >>> 24) & lastBlock) break;
  }
  return {
    blockSize: Math.max(info.readUInt16BE(2), 16),
    smallestFrame: info.readUIntBE(4, 3),
    // The lowest 36 bits of the 64 that follow.
    samples: (info.readUInt8(13) & 0x0f) * 2 ** 32 + info.readUInt32BE(14),
    framesAt: position,
  };
}

/** Where in the sound, in samples, the frame with this header ends; undefined where there is no such header. */
function endOfFrame(header: Buffer, fixedBlockSize: number): number | undefined {
  const byte = (at: number) => header[at] ?? 0;
  const sizeCode = byte(2) >> 4;
  const rateCode = byte(2) & 15;
  if (sizeCode === 0 || rateCode === 15 || byte(3) & 1 || byte(3) >> 4 > 10) return undefined;

  const numberBytes = leadingOnes(byte(4)) || 1;
  let number = numberBytes === 1 ? byte(4) : byte(4) & (0x7f >> numberBytes);
  for (let at = 5; at < 4 + numberBytes; at += 1) {
    if (byte(at) >> 6 !== 2) return undefined;
    number = number * 64 + (byte(at) & 0x3f);
  }
  let at = 4 + numberBytes;
  let size = sizeCode === 1 ? 192 : sizeCode < 6 ? 144 * 2 ** sizeCode : 2 ** sizeCode;
  if (sizeCode === 6) size = byte(at) + 1;
  if (sizeCode === 7) size = byte(at) * 256 + byte(at + 1) + 1;
  at += sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  at += rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0;
  if (at >= header.length || crc8(header.subarray(0, at)) !== byte(at)) return undefined;

  const countsSamples = (byte(1) & 1) === 1;
  return (countsSamples ? number : number * fixedBlockSize) + size;
}

function leadingOnes(byte: number): number {
  return Math.clz32(~byte & 0xff) - 24;
}

function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1;
  }
  return crc;
}
