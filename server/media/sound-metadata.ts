import { fstatSync, readSync, writeSync } from "node:fs";
import type { AudioFormat } from "./audio.ts";
import { removePictureMetadata } from "./picture-metadata.ts";
import { cleanApe, cleanComments, cleanId3, cleanPictureBlock } from "./tags.ts";

// Where a sound file keeps what was written about it. Names of places, machines and programs, and the metadata of its
// pictures, are overwritten where they stand: nothing moves, so that not a byte of the sound can change.

/** Above any useful tag; a larger one is overwritten as a whole. */
const largestTag = 32 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/** A local file that is open for reading and writing. Synchronous: for a worker thread. */
class Opened {
  readonly size: number;
  changed = false;
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.size = fstatSync(descriptor).size;
  }

  /** As far as the file goes. */
  read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, this.size - at)));
    return bytes.subarray(0, readSync(this.#descriptor, bytes, 0, bytes.length, at));
  }

  textAt(at: number, length: number): string {
    return this.read(at, length).toString("latin1");
  }

  write(at: number, bytes: Buffer): void {
    writeSync(this.#descriptor, bytes, 0, bytes.length, at);
    this.changed = true;
  }

  /** Overwrites a run with zeros, where it isn't that already. */
  blank(start: number, end: number): void {
    for (let at = start; at < Math.min(end, this.size); at += pieceBytes) {
      const bytes = this.read(at, Math.min(pieceBytes, end - at));
      if (bytes.some((byte) => byte !== 0)) this.write(at, bytes.fill(0));
    }
  }

  /** Has a run changed in memory, and writes it back. @returns false when that can't be done */
  edit(start: number, end: number, change: (bytes: Buffer) => boolean): boolean {
    if (end - start > largestTag) return false;
    const bytes = this.read(start, end - start);
    const before = Buffer.from(bytes);
    if (!change(bytes)) return false;
    if (!bytes.equals(before)) this.write(start, bytes);
    return true;
  }
}

/**
 * Overwrites what a local sound file says beyond its titles and names. A second time changes nothing.
 * @param descriptor open for reading and writing
 * @returns whether anything was changed
 */
export function removeSoundMetadata(descriptor: number, format: AudioFormat): boolean {
  const file = new Opened(descriptor);
  const start = cleanId3Tags(file, 0);
  if (format === "mp3") cleanApeTag(file);
  if (format === "flac") cleanFlac(file, start);
  if (format === "ogg") cleanOgg(file, start);
  if (format === "m4a") cleanBoxes(file, 0, file.size, topLevel);
  if (format === "wav") cleanWave(file);
  return file.changed;
}

/** @returns where the tags end that begin here */
function cleanId3Tags(file: Opened, start: number): number {
  for (let at = start; ; ) {
    const header = file.read(at, 10);
    if (header.length < 10 || header.toString("latin1", 0, 3) !== "ID3") return at;
    const [major = 0, , flags = 0] = header.subarray(3);
    const length = header.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const end = Math.min(at + 10 + length, file.size);
    const isClean = file.edit(at + 10, end, (tag) => cleanId3(tag, major, flags));
    if (!isClean) file.blank(at + 10, end);
    at = end + (flags & 0x10 ? 10 : 0);
  }
}

const apeFooter = 32;
const id3v1 = 128;

/** Where an MP3 has one, it stands behind the sound; an ID3v1 tag, which holds nothing of this, may follow. */
function cleanApeTag(file: Opened): void {
  const hasId3v1 = file.size > id3v1 && file.textAt(file.size - id3v1, 3) === "TAG";
  const end = file.size - (hasId3v1 ? id3v1 : 0) - apeFooter;
  if (end < 0 || file.textAt(end, 8) !== "APETAGEX") return;
  const start = end + apeFooter - file.read(end + 12, 4).readUInt32LE(0);
  if (start >= 0 && start <= end) file.edit(start, end, cleanApe);
}

const padding = 1;

function cleanFlac(file: Opened, start: number): void {
  for (let at = start + 4; ; ) {
    const header = file.read(at, 4);
    if (header.length < 4) return;
    const type = header.readUInt8(0) & 0x7f;
    const end = at + 4 + header.readUIntBE(1, 3);
    const isLast = header.readUInt8(0) > 0x7f;
    // Streaminfo, the seek table and the cue sheet are of use; an application's block is private to it.
    const isClean =
      [0, 3, 5].includes(type) ||
      (type === 4 && file.edit(at + 4, end, (block) => cleanComments(block, 0))) ||
      (type === 6 && file.edit(at + 4, end, cleanPictureBlock));
    if (!isClean) {
      if (type !== padding) file.write(at, Buffer.from([(isLast ? 0x80 : 0) | padding]));
      file.blank(at + 4, end);
    }
    if (isLast) return;
    at = end;
  }
}

/** A part of a packet, and the page that it is on. */
interface PagePart {
  page: number;
  start: number;
  end: number;
}

/** The second packet of each stream holds the comments, and pages carry a checksum. */
function cleanOgg(file: Opened, start: number): void {
  const streams = new Map<number, { packets: number; parts: PagePart[] }>();
  for (let page = start; ; ) {
    const header = file.read(page, 27 + 255);
    if (header.length < 27 || header.toString("latin1", 0, 4) !== "OggS") return;
    const serial = header.readUInt32LE(14);
    const lacing = header.subarray(27, 27 + header.readUInt8(26));
    if (header.readUInt8(5) & 2) streams.set(serial, { packets: 0, parts: [] });
    const stream = streams.get(serial);
    let at = page + 27 + lacing.length;
    let begin = at;
    for (const [index, length] of lacing.entries()) {
      at += length;
      const isWhole = length < 255;
      if (stream?.packets === 1 && (isWhole || index === lacing.length - 1)) {
        stream.parts.push({ page, start: begin, end: at });
        if (isWhole) cleanOggPacket(file, stream.parts);
      }
      if (!isWhole) continue;
      if (stream) stream.packets += 1;
      begin = at;
    }
    page = at;
  }
}

const commentHeaders = ["\x03vorbis", "OpusTags"];

function cleanOggPacket(file: Opened, parts: PagePart[]): void {
  const packet = Buffer.concat(parts.map(({ start, end }) => file.read(start, end - start)));
  const before = Buffer.from(packet);
  const header = commentHeaders.find((text) => packet.toString("latin1", 0, text.length) === text);
  if (!header) return;
  cleanComments(packet, header.length);
  if (packet.equals(before)) return;
  let at = 0;
  for (const { page, start, end } of parts) {
    file.write(start, packet.subarray(at, at + end - start));
    at += end - start;
    const header = file.read(page, 27 + 255);
    const lacing = header.subarray(27, 27 + header.readUInt8(26));
    const whole = file.read(page, 27 + lacing.length + lacing.reduce((sum, length) => sum + length, 0));
    whole.writeUInt32LE(0, 22);
    whole.writeUInt32LE(oggChecksum(whole), 22);
    file.write(page + 22, whole.subarray(22, 26));
  }
}

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  return sum;
});

function oggChecksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ (checksums[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}

interface Box {
  type: string;
  at: number;
  start: number;
  end: number;
}

/** The boxes between two places of an MP4 file, as far as they make sense. */
function* boxesIn(file: Opened, start: number, end: number): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const header = file.read(at, 16);
    if (header.length < 8) return;
    const type = header.toString("latin1", 4, 8);
    let size = header.readUInt32BE(0);
    let head = 8;
    if (size === 0) size = end - at;
    if (size === 1 && header.length === 16) {
      size = Number(header.readBigUInt64BE(8));
      head = 16;
    }
    if (size < head || at + size > end) return;
    yield { type, at, start: at + head, end: at + size };
    at += size;
  }
}

/** The place and the equipment of a recording, and data of other programs. */
const privateBoxes = new Set(["\xa9xyz", "\xa9mak", "\xa9mod", "loci", "XMP_", "uuid", "xml ", "GPS "]);
const unusedBoxes = new Set(["free", "skip"]);
const topLevel = new Set(["moov", "udta", "trak", "meta"]);
const privateKeys = /location|gps|\.(make|model|software)$/i;

function cleanBoxes(file: Opened, start: number, end: number, holders: ReadonlySet<string>): void {
  for (const box of boxesIn(file, start, end)) {
    if (privateBoxes.has(box.type)) dropBox(file, box);
    else if (unusedBoxes.has(box.type)) file.blank(box.start, box.end);
    else if (box.type === "meta") cleanMeta(file, box);
    else if (box.type === "covr") cleanCovers(file, box);
    else if (holders.has(box.type)) cleanBoxes(file, box.start, box.end, holders);
  }
}

function dropBox(file: Opened, { at, start, end }: Box): void {
  file.write(at + 4, Buffer.from("free", "latin1"));
  file.blank(start, end);
}

function cleanMeta(file: Opened, box: Box): void {
  // QuickTime's has no version before its boxes.
  const start = file.textAt(box.start + 4, 4) === "hdlr" ? box.start : box.start + 4;
  const inside = [...boxesIn(file, start, box.end)];
  const keys = inside.find(({ type }) => type === "keys");
  const names = keys ? keyNames(file, keys) : [];
  for (const each of inside) {
    if (each.type !== "ilst") continue;
    for (const item of boxesIn(file, each.start, each.end)) {
      const name = names[Buffer.from(item.type, "latin1").readUInt32BE(0) - 1];
      if (!name || !privateKeys.test(name)) continue;
      for (const data of boxesIn(file, item.start, item.end)) file.blank(data.start + 8, data.end);
    }
  }
  cleanBoxes(file, start, box.end, new Set([...topLevel, "ilst"]));
}

/** The meanings of the numbers that name a list's items. */
function keyNames(file: Opened, { start, end }: Box): string[] {
  const names = [];
  for (let at = start + 8; at + 8 <= end; ) {
    const size = file.read(at, 4).readUInt32BE(0);
    if (size < 8) break;
    names.push(file.textAt(at + 8, size - 8));
    at += size;
  }
  return names;
}

function cleanCovers(file: Opened, box: Box): void {
  const pictures = [...boxesIn(file, box.start, box.end)];
  const areClean = pictures.every(
    ({ type, start, end }) =>
      type === "data" && file.edit(start, end, (data) => removePictureMetadata(data.subarray(8))),
  );
  if (!areClean || pictures.at(-1)?.end !== box.end) dropBox(file, box);
}

const unneededChunks = new Set(["_PMX", "iXML"]);

function cleanWave(file: Opened): void {
  for (let at = 12; at + 8 <= file.size; ) {
    const header = file.read(at, 8);
    const type = header.toString("latin1", 0, 4);
    const size = header.readUInt32LE(4);
    const end = Math.min(at + 8 + size, file.size);
    if (type.toLowerCase() === "id3 ") cleanId3Tags(file, at + 8);
    if (unneededChunks.has(type)) {
      file.write(at, Buffer.from("JUNK", "latin1"));
      file.blank(at + 8, end);
    }
    at = end + (size % 2);
  }
}
