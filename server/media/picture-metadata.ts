import { crc32 } from "node:zlib";

// A picture's metadata, above all where and with which camera it was taken. It is overwritten in its place,
// so that the picture stays as long as it was and the file around it needs no change.

const space = 0x20;

/**
 * Overwrites the metadata of a JPEG, PNG or WebP; of a JPEG's, which way is up stays. A second time changes nothing.
 * @param plain false where the holder gives some byte values a meaning of their own: then only a JPEG can be cleaned
 * @returns false when it is no such picture, or not a whole one; it may then have been changed in part
 */
export function removePictureMetadata(picture: Buffer, { plain = true } = {}): boolean {
  if (picture.length < 12) return false;
  if (picture.readUInt16BE(0) === 0xffd8) return cleanJpeg(picture, plain);
  if (!plain) return false;
  if (picture.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n") return cleanPng(picture);
  const isWebp = picture.toString("latin1", 0, 4) === "RIFF" && picture.toString("latin1", 8, 12) === "WEBP";
  return isWebp && cleanWebp(picture);
}

const comment = 0xfe;

function cleanJpeg(picture: Buffer, plain: boolean): boolean {
  let at = 2;
  while (at + 4 <= picture.length) {
    if (picture[at] !== 0xff) return false;
    const marker = picture[at + 1] ?? 0;
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    const end = at + 2 + picture.readUInt16BE(at + 2);
    if (end < at + 4 || end > picture.length) return false;
    const content = picture.subarray(at + 4, end);
    if (!isNeededInJpeg(marker, content)) {
      const orientation = plain && marker === 0xe1 ? orientationOf(content) : 1;
      content.fill(space);
      if (orientation === 1) picture[at + 1] = comment;
      else writeOrientation(content, orientation);
    }
    at = marker === 0xda ? endOfScan(picture, end) : end;
  }
  // Behind its end there may be a whole film.
  picture.fill(space, Math.min(at + 2, picture.length));
  return true;
}

/** Tables, frames and scans, and the colour profile. */
function isNeededInJpeg(marker: number, content: Buffer): boolean {
  if (marker === comment) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const starts = (text: string) => content.toString("latin1", 0, text.length) === text;
  return (
    (marker === 0xe0 && starts("JFIF\0")) ||
    (marker === 0xe2 && starts("ICC_PROFILE\0")) ||
    (marker === 0xee && starts("Adobe"))
  );
}

/** Where the marker after a scan's data is; the end of the picture where there is none. */
function endOfScan(picture: Buffer, start: number): number {
  for (let at = picture.indexOf(0xff, start); at >= 0; at = picture.indexOf(0xff, at + 1)) {
    const next = picture[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return picture.length;
}

const exif = Buffer.from("Exif\0\0", "latin1");
const orientationTag = 0x0112;

/** 1, which is upright, where it doesn't say. */
function orientationOf(content: Buffer): number {
  if (!content.subarray(0, exif.length).equals(exif)) return 1;
  const tiff = content.subarray(exif.length);
  try {
    const isLittle = tiff.toString("latin1", 0, 2) === "II";
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = first + 2; entry < first + 2 + 12 * short(first); entry += 12) {
      if (short(entry) !== orientationTag) continue;
      const orientation = short(entry + 8);
      return orientation <= 8 && content.length >= exif.length + 26 ? orientation : 1;
    }
  } catch (error) {
    // An offset leads out of the data.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** An Exif that says this and nothing else. */
function writeOrientation(content: Buffer, orientation: number): void {
  exif.copy(content);
  const tiff = content.subarray(exif.length);
  tiff.write("MM\0*\0\0\0\x08\0\x01", "latin1");
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  tiff.fill(0, 20, 26);
}

/** The chunks that tell how to read the pixels and where they are; of an animation, too. */
const neededInPng = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs bKGD hIST sPLT acTL fcTL fdAT".split(" "),
);
/** Private, may be left out, may be copied: no reader looks at it. */
const fillerInPng = "fiLl";

function cleanPng(picture: Buffer): boolean {
  for (let at = 8; at + 12 <= picture.length; ) {
    const end = at + 12 + picture.readUInt32BE(at);
    if (end > picture.length) return false;
    const name = picture.toString("latin1", at + 4, at + 8);
    if (!neededInPng.has(name)) {
      if (!/^[a-z]/.test(name)) return false;
      picture.write(fillerInPng, at + 4, "latin1");
      picture.fill(space, at + 8, end - 4);
      picture.writeUInt32BE(crc32(picture.subarray(at + 4, end - 4)), end - 4);
    }
    if (name === "IEND") {
      picture.fill(space, end);
      return true;
    }
    at = end;
  }
  return false;
}

const neededInWebp = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** That there is Exif, and XMP. */
const metadataInWebp = 0x08 | 0x04;

function cleanWebp(picture: Buffer): boolean {
  const whole = 8 + picture.readUInt32LE(4);
  if (whole > picture.length) return false;
  for (let at = 12; at < whole; ) {
    if (at + 8 > whole) return false;
    const size = picture.readUInt32LE(at + 4);
    const end = at + 8 + size;
    if (end > whole) return false;
    const name = picture.toString("latin1", at, at + 4);
    if (name === "VP8X") picture.writeUInt8(picture.readUInt8(at + 8) & ~metadataInWebp, at + 8);
    if (!neededInWebp.has(name)) {
      picture.write("JUNK", at, "latin1");
      picture.fill(space, at + 8, end);
    }
    at = end + (size % 2);
  }
  picture.fill(space, whole);
  return true;
}
