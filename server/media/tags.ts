import { removePictureMetadata } from "./picture-metadata.ts";

// Tags, as they lie in memory. Every function here keeps the number of bytes.

const space = 0x20;

/** The names of fields that tell where a recording was made. */
const placeNames = /^(?:gps|geo|location|latitude|longitude)/i;

/**
 * Cleans the frames of an ID3v2 tag, without its header.
 * @returns false when the tag can't be read
 */
export function cleanId3(tag: Buffer, major: number, flags: number): boolean {
  if (major < 2 || major > 4) return false;
  const isStuffed = (flags & 0x80) !== 0;
  if (isStuffed && major < 4) return editStuffed(tag, (bytes) => cleanFrames(bytes, major, flags, false));
  return cleanFrames(tag, major, flags, !isStuffed);
}

/** @param plain whether all bytes stand for themselves */
function cleanFrames(tag: Buffer, major: number, flags: number, plain: boolean): boolean {
  const nameLength = major === 2 ? 3 : 4;
  const head = major === 2 ? 6 : 10;
  let at = (flags & 0x40) !== 0 && major > 2 ? extendedHeader(tag, major) : 0;
  while (at + head <= tag.length) {
    const name = tag.toString("latin1", at, at + nameLength);
    const end = at + head + frameSize(tag, at, major);
    if (!isFrameName(name) || end > tag.length) break;
    const format = major === 2 ? 0 : tag.readUInt8(at + 9);
    const content = tag.subarray(at + head, end);
    const isStuffed = major === 4 && (!plain || (format & 0x02) !== 0);
    const clean = (bytes: Buffer) =>
      cleanFrame(name, bytes, contentStart(major, format), plain && !isStuffed);
    if (!(isStuffed ? editStuffed(content, clean) : clean(content))) {
      // A name that no reader knows, so that readers skip it.
      tag.fill("X", at, at + nameLength, "latin1");
      content.fill(space);
    }
    at = end;
  }
  // Padding, and the unreadable rest.
  tag.fill(0, Math.min(at, tag.length));
  return true;
}

function isFrameName(name: string): boolean {
  return /^[A-Z][A-Z0-9]+$/.test(name);
}

function extendedHeader(tag: Buffer, major: number): number {
  if (tag.length < 4) return tag.length;
  return major === 4 ? sevenBits(tag, 0) : 4 + tag.readUInt32BE(0);
}

function sevenBits(bytes: Buffer, at: number): number {
  return bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

function frameSize(tag: Buffer, at: number, major: number): number {
  if (major === 2) return tag.readUIntBE(at + 3, 3);
  const plain = tag.readUInt32BE(at + 4);
  if (major === 3) return plain;
  // Some programs write all 32 bits, as before: then the next frame is there.
  const size = sevenBits(tag, at + 4);
  const endsWell = (length: number) => {
    const next = tag.subarray(at + 10 + length, at + 14 + length);
    return length === tag.length - at - 10 || next[0] === 0 || isFrameName(next.toString("latin1"));
  };
  return size !== plain && !endsWell(size) && endsWell(plain) ? plain : size;
}

/** Where a frame's own content begins; undefined where it is packed or encrypted. */
function contentStart(major: number, format: number): number | undefined {
  if (major === 3) return (format & 0xc0) !== 0 ? undefined : (format & 0x20) >> 5;
  if (major === 4 && (format & 0x0c) !== 0) return undefined;
  return major === 4 ? ((format & 0x40) >> 6) + (format & 0x01) * 4 : 0;
}

/** @returns false where nothing of it may stay */
function cleanFrame(name: string, content: Buffer, start: number | undefined, plain: boolean): boolean {
  // Private data of programs: one of them stores a picture's whole history there.
  if (["PRIV", "GEOB", "GEO"].includes(name)) return false;
  if (!["APIC", "PIC", "TXXX", "TXX"].includes(name)) return true;
  if (start === undefined) return false;
  const bytes = content.subarray(start);
  if (name.startsWith("T")) {
    const letters = bytes.toString("latin1", 1).replace(/^(?:\xff\xfe|\xfe\xff)|\0/g, "");
    return !placeNames.test(letters);
  }
  const mime = name === "PIC" ? 4 : bytes.indexOf(0, 1) + 1;
  const isWide = bytes[0] === 1 || bytes[0] === 2;
  let picture = mime + 1;
  if (isWide) while (picture + 2 <= bytes.length && bytes.readUInt16BE(picture) !== 0) picture += 2;
  else picture = bytes.indexOf(0, picture);
  picture += isWide ? 2 : 1;
  return mime > 0 && picture > mime && removePictureMetadata(bytes.subarray(picture), { plain });
}

/**
 * Changes bytes in which a zero was put behind each 0xff that could be taken for the beginning of sound. These two stay.
 * @returns what `change` returns; false leaves everything as it was
 */
function editStuffed(stuffed: Buffer, change: (bytes: Buffer) => boolean): boolean {
  const places = new Uint32Array(stuffed.length);
  let length = 0;
  for (let at = 0; at < stuffed.length; at++) {
    places[length++] = at;
    if (stuffed[at] === 0xff && stuffed[at + 1] === 0) at += 1;
  }
  const kept = places.subarray(0, length);
  const bytes = Buffer.from(Uint8Array.from(kept, (place) => stuffed[place] ?? 0));
  const before = Buffer.from(bytes);
  if (!change(bytes)) return false;
  for (const [index, place] of kept.entries()) {
    if (bytes[index] === before[index]) continue;
    if (before[index] === 0xff && stuffed[place + 1] === 0) continue;
    stuffed[place] = bytes[index] ?? 0;
  }
  return true;
}

/**
 * Cleans the pictures of Vorbis comments, and overwrites fields that tell a place.
 * @param start where the vendor's name begins
 */
export function cleanComments(block: Buffer, start: number): boolean {
  const lengthAt = (at: number) => (at + 4 <= block.length ? block.readUInt32LE(at) : block.length);
  let at = start + 4 + lengthAt(start);
  let left = lengthAt(at);
  for (at += 4; left > 0 && at + 4 <= block.length; left--) {
    const end = at + 4 + lengthAt(at);
    const comment = block.subarray(at + 4, end);
    const equals = comment.indexOf("=");
    if (end > block.length || !cleanComment(comment, equals)) {
      comment.fill("X", 0, Math.max(equals, 0), "latin1");
      comment.fill(space, equals + 1);
    }
    at = end;
  }
  return true;
}

function cleanComment(comment: Buffer, equals: number): boolean {
  const name = comment.toString("latin1", 0, Math.max(equals, 0)).toUpperCase();
  if (placeNames.test(name)) return false;
  const isBlock = name === "METADATA_BLOCK_PICTURE";
  if (!isBlock && name !== "COVERART") return true;
  const written = comment.toString("latin1", equals + 1);
  const picture = Buffer.from(written, "base64");
  if (picture.toString("base64").length !== written.length) return false;
  if (!(isBlock ? cleanPictureBlock(picture) : removePictureMetadata(picture))) return false;
  comment.write(picture.toString("base64"), equals + 1, "latin1");
  return true;
}

/** Cleans the picture in a FLAC picture block. @returns false where nothing of it may stay */
export function cleanPictureBlock(block: Buffer): boolean {
  let at = 4;
  for (const fixed of [0, 16]) {
    if (at + 4 > block.length) return false;
    at += 4 + block.readUInt32BE(at) + fixed;
  }
  if (at + 4 > block.length) return false;
  const end = at + 4 + block.readUInt32BE(at);
  if (end > block.length) return false;
  block.fill(0, end);
  return removePictureMetadata(block.subarray(at + 4, end));
}

const binaryItem = 1;

/**
 * Cleans the items of an APE tag, without its header and footer. Unreadable bytes behind an item go; where the tag is
 * nothing else, its length is wrong, and it may be sound.
 */
export function cleanApe(items: Buffer): boolean {
  let at = 0;
  for (let end = 0; at < items.length; at = end) {
    const start = items.indexOf(0, at + 8) + 1;
    const name = items.subarray(at + 8, Math.max(start - 1, at + 8));
    if (!/^[ -~]{2,255}$/.test(name.toString("latin1"))) break;
    end = start + items.readUInt32LE(at);
    if (end > items.length) break;
    const isBinary = ((items.readUInt32LE(at + 4) >> 1) & 3) === binaryItem;
    const value = items.subarray(start, end);
    if (!cleanApeItem(name.toString("latin1"), value, isBinary)) {
      name.fill("X", "latin1");
      value.fill(space);
    }
  }
  if (at > 0) items.fill(0, at);
  return true;
}

/** @returns false where nothing of it may stay */
function cleanApeItem(name: string, value: Buffer, isBinary: boolean): boolean {
  // Behind the name of its file.
  if (/^cover art/i.test(name)) return removePictureMetadata(value.subarray(value.indexOf(0) + 1));
  return !isBinary && !placeNames.test(name);
}
