import { readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import sharp, { type Region, type ResizeOptions, type Sharp } from "sharp";
import { type Picture, variantAddress, widthsBelow } from "../../app/shared/picture.ts";
import { t } from "../../app/shared/t.ts";
import {
  emptyFileText,
  imageLimitBytes,
  imageLimitPixels,
  imageTooLargeText,
  imageTooManyPixelsText,
  notImageText,
  unreadableImageText,
} from "../../app/shared/upload-limits.ts";
import { AppError } from "../errors.ts";
import type { Storage } from "../storage/storage.ts";

/** A local file's path, or the bytes. */
export type ImageSource = string | Uint8Array;

export interface NewImage {
  /** Covers of tracks and of profiles are kept with the avatars. [2 §3, Storage] */
  folder: "avatars" | "photos";
  userId: string;
  /** Without an extension, and no other picture's of this musician: a picture never changes under its address. */
  name: string;
  source: ImageSource;
  /** The size in pixels, whatever the picture's shape: parts that don't fit are cropped, evenly on both sides. */
  frame?: { width: number; height: number };
  /** The part of the picture that is taken, on white where it is see-through; all of it, as it is, without one. */
  area?: PictureArea;
}

/** A part of an upright picture, in fractions of its width and its height. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture in the store. */
export interface StoredPicture extends Picture {
  /** The bytes of all its sizes together. */
  bytes: number;
}

/** A picture as it will be stored: WebP, upright, sRGB, with nothing in it but its pixels. */
export interface EncodedImage extends Omit<Picture, "src"> {
  largest: Uint8Array;
  /** One for each of `widths`. */
  variants: { width: number; bytes: Uint8Array }[];
}

const largestSize = { width: 1600, height: 3200 };
/** Of a picture that others are cut from; the second where the first is too heavy to be read again. */
const originalSides = [4096, 2048];
const originalWebp = { quality: 85, effort: 2 };
const quality = 78;
/** Smaller ones are shown on dense screens, where flaws are too small to be seen, and where bytes take longest. */
const variantQuality = 62;
/** Looks like WebP of `variantQuality`, in two fifths of its bytes. Less effort saves half as much. */
const avif = { quality: 40, effort: 4 };
/** 50 megapixels take 0.7 s. This allows for a small and busy machine; a picture that takes longer was made to. */
const decodeWithinSeconds = 20;
const webp = "image/webp";

// Only formats that may be uploaded are ever parsed. [2 §5]
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"],
});
// No picture is read twice.
sharp.cache(false);

/**
 * Stores a picture in the sizes that pages need, and returns its metadata (a row of `stored_images`, which
 * the caller writes, with `recordPicture`). Nothing is left in the store when it fails.
 * @throws AppError as `encodeImage`, and `unavailable` when the store is away
 */
export async function storeImage(
  storage: Storage,
  { folder, userId, name, source, frame, area }: NewImage,
): Promise<StoredPicture> {
  const { largest, variants, ...facts } = await encodeImage(source, frame, area);
  const path = `${folder}/${userId}/${name}.webp`;
  const files = [...filesOf(path, variants), { path, bytes: largest }];
  await putAll(storage, files);
  const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
  return { src: `/uploads/${path}`, ...facts, bytes };
}

/**
 * A picture that others are cut from later: whole, at most 4096 pixels wide and high, and otherwise as a stored one.
 * @throws AppError as `encodeImage`
 */
export function encodeOriginal(source: ImageSource): Promise<Uint8Array> {
  return inTurn(async () => {
    await pictureSize(source);
    for (const side of originalSides) {
      const { decoded, width, height } = await decode(source, insideOf({ width: side, height: side }));
      const encoded = await decoded().webp(originalWebp).toBuffer();
      const original = (await asStored(source, { width, height, bytes: encoded.byteLength })) ?? encoded;
      if (original.byteLength <= imageLimitBytes) return original;
    }
    throw new AppError("too-large", t(imageTooLargeText));
  });
}

/**
 * Stores smaller ones beside the largest, for a picture that lacks them. Nothing is left in the store when it fails.
 * @param path the largest's
 * @throws AppError `unavailable` while the store is away, `not-found` when the largest isn't there
 */
export async function storeVariants(storage: Storage, path: string, widths: number[]): Promise<void> {
  const largest = await buffer(await storage.read(path));
  const variants = await inTurn(async () => {
    const { decoded } = await decode(largest, insideOf(largestSize));
    return encodeVariants(decoded, widths);
  });
  await putAll(storage, filesOf(path, variants));
}

/** A smaller one as AVIF, made of the largest. One of 640 by 640 pixels takes 0.8 s of processor time. */
export function encodeAvif(largest: Uint8Array, width: number): Promise<Buffer> {
  return inTurn(() => sharp(largest).resize({ width }).avif(avif).toBuffer());
}

interface ImageFile {
  path: string;
  bytes: Uint8Array;
}

function filesOf(path: string, variants: EncodedImage["variants"]): ImageFile[] {
  return variants.map(({ width, bytes }) => ({ path: variantAddress(path, width), bytes }));
}

/** All of them, or none. */
async function putAll(storage: Storage, files: ImageFile[]): Promise<void> {
  const puts = files.map(({ path, bytes }) => storage.put(path, bytes, { contentType: webp }));
  const failed = (await Promise.allSettled(puts)).find(({ status }) => status === "rejected");
  if (!failed) return;
  await Promise.allSettled(files.map(({ path }) => storage.remove(path)));
  await Promise.all(puts);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a JPEG, PNG, WebP or GIF (its first frame) into what is stored; its content decides, not its name. Never larger
 * than it came, never wider than 1600 pixels, unless it is to have a frame's size. Metadata go, the place where a photo was taken above all. One picture at
 * a time: a single one may need 200 MB.
 * @throws AppError `invalid` or `too-large` with the documented text [2 §5]
 */
export function encodeImage(
  source: ImageSource,
  frame?: NewImage["frame"],
  area?: PictureArea,
): Promise<EncodedImage> {
  return inTurn(() => encode(source, frame, area));
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

async function encode(
  source: ImageSource,
  frame: NewImage["frame"],
  area: PictureArea | undefined,
): Promise<EncodedImage> {
  const size = await pictureSize(source);
  const shape: ResizeOptions = frame ? { ...frame, fit: "cover" } : insideOf(largestSize);
  const { decoded, width, height } = await decode(source, shape, area && pixelsOf(area, size));
  const widths = widthsBelow(width);
  const variants = await encodeVariants(decoded, widths);
  const encoded = await decoded().webp({ quality }).toBuffer();
  const stored = area ? undefined : await asStored(source, { width, height, bytes: encoded.byteLength });
  const average = await decoded().resize(1, 1, { fit: "fill" }).raw().toBuffer();
  return { width, height, widths, colour: colourOf(average), largest: stored ?? encoded, variants };
}

/** How much heavier a picture that is stored already may be than what would be made of it again, which loses something. */
const mostHeavier = 1.1;

/** The picture itself where it is in the stored form already, as one from an archive is; undefined for any other. */
async function asStored(
  source: ImageSource,
  made: { width: number; height: number; bytes: number },
): Promise<Uint8Array | undefined> {
  const { format, width, height } = await sharp(source).metadata();
  if (format !== "webp" || width !== made.width || height !== made.height) return undefined;
  const bytes = typeof source === "string" ? await readFile(source) : Buffer.from(source);
  return bytes.byteLength <= mostHeavier * made.bytes && isPixelsAlone(bytes) ? bytes : undefined;
}

/** Whether a WebP holds nothing but its pixels: no metadata, no other frames, nothing behind its end. */
function isPixelsAlone(webp: Buffer): boolean {
  const chunks = ["VP8 ", "VP8L", "VP8X", "ALPH"];
  let offset = 12;
  while (offset + 8 <= webp.length && chunks.includes(webp.toString("latin1", offset, offset + 4))) {
    const length = webp.readUInt32LE(offset + 4);
    offset += 8 + length + (length % 2);
  }
  return offset === webp.length;
}

const insideOf = (size: { width: number; height: number }): ResizeOptions => ({
  ...size,
  fit: "inside",
  withoutEnlargement: true,
});

/** Whole pixels, at least one. */
function pixelsOf(area: PictureArea, size: { width: number; height: number }): Region {
  const along = (start: number, share: number, length: number) => {
    const first = Math.min(Math.round(start * length), length - 1);
    return [first, Math.max(1, Math.min(Math.round(share * length), length - first))] as const;
  };
  const [left, width] = along(area.x, area.width, size.width);
  const [top, height] = along(area.y, area.height, size.height);
  return { left, top, width, height };
}

/**
 * A picture's pixels, upright, all or those of one region of it.
 * @throws AppError `invalid` with the documented text [2 §5]
 */
async function decode(source: ImageSource, shape: ResizeOptions, region?: Region) {
  const picture = sharp(source, { limitInputPixels: imageLimitPixels, failOn: "error" }).autoOrient();
  if (region) picture.extract(region).flatten({ background: "#ffffff" });
  const { data, info } = await picture
    .resize(shape)
    .toColourspace("srgb")
    .timeout({ seconds: decodeWithinSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new AppError("invalid", t(unreadableImageText), { cause });
    });
  const { width, height, channels } = info;
  return { width, height, decoded: () => sharp(data, { raw: { width, height, channels } }) };
}

async function encodeVariants(decoded: () => Sharp, widths: number[]): Promise<EncodedImage["variants"]> {
  const variants = [];
  for (const width of widths) {
    const bytes = await decoded().resize({ width }).webp({ quality: variantQuality }).toBuffer();
    variants.push({ width, bytes });
  }
  return variants;
}

/**
 * How large a picture is, in pixels and as it is seen, upright. Looks at the first bytes only, so that nothing enormous
 * is ever decoded.
 * @throws AppError `invalid` or `too-large` with the documented text [2 §5]
 */
export async function pictureSize(source: ImageSource): Promise<{ width: number; height: number }> {
  const bytes = typeof source === "string" ? (await stat(source)).size : source.byteLength;
  if (bytes === 0) throw new AppError("invalid", t(emptyFileText));
  if (bytes > imageLimitBytes) throw new AppError("too-large", t(imageTooLargeText));
  try {
    const { width, height, autoOrient } = await sharp(source, { limitInputPixels: false }).metadata();
    if (width * height > imageLimitPixels) throw new AppError("invalid", t(imageTooManyPixelsText));
    return autoOrient;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isOther = error instanceof Error && error.message.includes("unsupported image format");
    throw new AppError("invalid", t(isOther ? notImageText : unreadableImageText), { cause: error });
  }
}

/** @param pixel red, green, blue, and alpha where the picture has it */
function colourOf(pixel: Buffer): string {
  const isSeeThrough = pixel.length > 3 && pixel.readUInt8(3) < 250;
  return isSeeThrough ? "#00000000" : `#${pixel.toString("hex", 0, 3)}`;
}

/** A stored picture as mail programs take one that know no WebP: nothing shines through. */
export function jpegOf(picture: Uint8Array): Promise<Buffer> {
  return inTurn(() => sharp(picture).flatten({ background: "#ffffff" }).jpeg({ quality: 80 }).toBuffer());
}

/** A stored picture as address books take one: a small square JPEG. */
export function contactPhoto(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture).resize(240, 240, { fit: "cover" }).flatten().jpeg({ quality: 80 }).toBuffer();
}
