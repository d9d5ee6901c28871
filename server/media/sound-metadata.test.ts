import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFile } from "music-metadata";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { AudioFormat } from "./audio.ts";
import { cleanSound } from "./clean-sound.ts";
import { analyseSound } from "./sound.ts";
import { removeSoundMetadata } from "./sound-metadata.ts";

// Everything that must go says SECRET.

let folder: string;
let jpeg: Buffer;
let png: Buffer;
let webp: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-tags-"));
  const create = { width: 120, height: 120, channels: 3, background: "#336699", noise } as const;
  const photo = () =>
    sharp({ create }).withExif({
      IFD0: { Make: "SECRET camera", Orientation: "6" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 12/1 30/1", GPSAreaInformation: "SECRET place" },
    });
  jpeg = Buffer.concat([
    await photo().withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>SECRET</x:xmpmeta>").jpeg().toBuffer(),
    Buffer.from("SECRET film behind it"),
  ]);
  png = await photo().png().toBuffer();
  webp = await photo().webp().toBuffer();
  for (const picture of [jpeg, png, webp]) expect(picture.includes("SECRET")).toBe(true);
  return () => rm(folder, { recursive: true });
});

const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
const fixture = (name: string) => readFile(join(import.meta.dirname, "../../tests/fixtures", name));
const text = (letters: string) => Buffer.from(letters, "latin1");
const bigEndian = (number: number, bytes = 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(number, 0, bytes);
  return buffer;
};
const littleEndian = (number: number) => Buffer.from(bigEndian(number)).reverse();
const sevenBits = (number: number) => Buffer.from([21, 14, 7, 0].map((shift) => (number >> shift) & 0x7f));

/** Cleans a file of these bytes, twice. */
async function cleaned(format: AudioFormat, bytes: Buffer) {
  const file = join(folder, `${crypto.randomUUID()}.${format}`);
  await writeFile(file, bytes);
  const clean = () => {
    const descriptor = openSync(file, "r+");
    try {
      return removeSoundMetadata(descriptor, format);
    } finally {
      closeSync(descriptor);
    }
  };
  const changed = clean();
  const after = await readFile(file);
  expect(clean()).toBe(false);
  expect(after.length).toBe(bytes.length);
  return { after, changed, file };
}

const tagsOf = async (file: string) => (await parseFile(file)).common;

async function expectSamePixels(one: Buffer, other: Buffer) {
  expect((await sharp(one).raw().toBuffer()).equals(await sharp(other).raw().toBuffer())).toBe(true);
}

/** The picture is still there, with the same pixels, and as much the right way up. */
async function expectSamePicture(found: Uint8Array | undefined, before: Buffer) {
  const upright = (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer();
  expect(found?.length).toBe(before.length);
  if (!found) return;
  expect((await upright(found)).equals(await upright(before))).toBe(true);
  const { xmp, exif } = await sharp(found).metadata();
  expect(xmp).toBeUndefined();
  expect(exif?.includes("SECRET") ?? false).toBe(false);
}

const isSecret = (bytes: Buffer) =>
  bytes.includes("SECRET") || bytes.includes(Buffer.from("SECRET", "utf16le"));

function frame(name: string, content: Buffer, major: number, flags = 0): Buffer {
  if (major === 2) return Buffer.concat([text(name), bigEndian(content.length, 3), content]);
  const size = major === 4 ? sevenBits(content.length) : bigEndian(content.length);
  return Buffer.concat([text(name), size, bigEndian(flags, 2), content]);
}

const apic = (picture: Buffer, mime = "image/jpeg") => Buffer.concat([text(`\0${mime}\0\x03\0`), picture]);

/** As the standard has it: a zero behind each 0xff that could be taken for sound. */
function stuffed(bytes: Buffer): Buffer {
  const out: number[] = [];
  for (const [index, byte] of bytes.entries()) {
    out.push(byte);
    const next = bytes[index + 1] ?? 0;
    if (byte === 0xff && (next === 0 || next >= 0xe0)) out.push(0);
  }
  return Buffer.from(out);
}

function unstuffed(bytes: Buffer): Buffer {
  return Buffer.from([...bytes].filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff));
}

function id3(major: number, frames: Buffer[], flags = 0, change = (bytes: Buffer) => bytes): Buffer {
  const content = change(Buffer.concat([...frames, Buffer.alloc(100)]));
  return Buffer.concat([
    text(`ID3${String.fromCharCode(major)}\0`),
    Buffer.from([flags]),
    sevenBits(content.length),
    content,
  ]);
}

const privateFrames = (major: number) => [
  frame("PRIV", text("XMP\0<x>SECRET</x>"), major),
  frame("GEOB", text("\0a\0b\0c\0SECRET"), major),
  frame("TXXX", text("\0GPSLatitude\0SECRET"), major),
  frame("TIT2", text("\0Arpeggio"), major),
];

test.each([3, 4])("an MP3 with an ID3v2.%s tag keeps title, picture and sound", async (major) => {
  const song = await fixture("tone.mp3");
  const tag = id3(major, [frame("APIC", apic(jpeg), major), ...privateFrames(major)]);
  const { after, changed, file } = await cleaned("mp3", Buffer.concat([tag, song]));
  expect(changed).toBe(true);
  expect(isSecret(after)).toBe(false);
  expect(after.subarray(tag.length).equals(song)).toBe(true);
  expect((await tagsOf(file)).title).toBe("Arpeggio");
  await expectSamePicture((await tagsOf(file)).picture?.[0]?.data, jpeg);
  expect(await analyseSound(file, "mp3")).toEqual(await analyseSound(await stored("mp3", song), "mp3"));
});

async function stored(format: AudioFormat, bytes: Buffer): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.${format}`);
  await writeFile(file, bytes);
  return file;
}

test("an MP3 with other pictures, or an older tag", async () => {
  const song = await fixture("tone.mp3");
  for (const [picture, mime] of [
    [png, "image/png"],
    [webp, "image/webp"],
  ] as const) {
    const { after, file } = await cleaned(
      "mp3",
      Buffer.concat([id3(3, [frame("APIC", apic(picture, mime), 3)]), song]),
    );
    expect(isSecret(after)).toBe(false);
    await expectSamePicture((await tagsOf(file)).picture?.[0]?.data, picture);
  }
  const older = Buffer.concat([text("\0JPG\x03\0"), jpeg]);
  const { after, file } = await cleaned("mp3", Buffer.concat([id3(2, [frame("PIC", older, 2)]), song]));
  expect(isSecret(after)).toBe(false);
  await expectSamePicture((await tagsOf(file)).picture?.[0]?.data, jpeg);
});

test.each([
  ["the whole tag", 3, 0x80, 0],
  ["a single frame", 4, 0, 2],
])("bytes that were put in for old players, in %s, stay right", async (_, major, flags, ofFrame) => {
  const song = await fixture("tone.mp3");
  const content = ofFrame ? stuffed(apic(jpeg)) : apic(jpeg);
  const frames = [frame("APIC", content, major, ofFrame), ...privateFrames(major)];
  const tag = id3(major, frames, flags, flags ? stuffed : undefined);
  const { after } = await cleaned("mp3", Buffer.concat([tag, song]));
  expect(isSecret(after)).toBe(false);
  expect(after.subarray(tag.length).equals(song)).toBe(true);
  const plain = unstuffed(after.subarray(0, tag.length));
  const picture = plain.subarray(plain.indexOf(jpeg.subarray(0, 3)));
  expect(plain.includes("TIT2") && plain.includes("Arpeggio")).toBe(true);
  await expectSamePixels(picture.subarray(0, jpeg.length), jpeg);
});

test("the unreadable part of a tag is overwritten, and so is a picture of another kind", async () => {
  const song = await fixture("tone.mp3");
  const tags = [
    id3(3, [frame("APIC", apic(text("GIF89a SECRET")), 3)]),
    id3(3, [frame("APIC", apic(jpeg.subarray(0, 40)), 3)]),
    id3(3, [frame("APIC", apic(jpeg), 3, 0x80)]),
    id3(3, [text("\x01\x02\x03SECRET")]),
    id3(3, [frame("TIT2", text("\0Title"), 3), text("APIC\0\xff\xff\xff\0\0SECRET")]),
    id3(7, [text("SECRET")]),
  ];
  for (const tag of tags) {
    const { after } = await cleaned("mp3", Buffer.concat([tag, song]));
    expect(isSecret(after)).toBe(false);
    expect(after.subarray(tag.length).equals(song)).toBe(true);
  }
});

test.each([
  ["last", Buffer.alloc(0)],
  ["before an ID3v1 tag", Buffer.concat([text("TAG"), Buffer.alloc(125)])],
])("an MP3 with an APE tag, %s, keeps title, picture and sound", async (_, behind) => {
  const tone = await fixture("tone.mp3");
  const song = tone.subarray(tone.indexOf("\xff\xfb", "latin1"));
  const item = (name: string, value: Buffer, flags = 0) =>
    Buffer.concat([littleEndian(value.length), littleEndian(flags), text(`${name}\0`), value]);
  const items = [
    item("Title", text("Night")),
    item("Cover Art (Front)", Buffer.concat([text("cover.jpg\0"), jpeg]), 2),
    item("Cover Art (Back)", text("cover.gif\0GIF89a SECRET"), 2),
    item("GPSLatitude", text("SECRET")),
    item("Program", text("SECRET"), 2),
  ];
  const tagOf = (content: Buffer, count: number) => {
    const ends = [littleEndian(2000), littleEndian(content.length + 32), littleEndian(count)];
    return Buffer.concat([content, text("APETAGEX"), ...ends, littleEndian(0), Buffer.alloc(8)]);
  };
  const tag = tagOf(Buffer.concat(items), items.length);
  const { after, file } = await cleaned("mp3", Buffer.concat([song, tag, behind]));
  expect(isSecret(after)).toBe(false);
  expect(after.subarray(0, song.length).equals(song)).toBe(true);
  expect((await tagsOf(file)).title).toBe("Night");
  await expectSamePicture((await tagsOf(file)).picture?.[0]?.data, jpeg);
  const endless = Buffer.concat([littleEndian(5000), littleEndian(2), text("Cover\0SECRET")]);
  const broken = tagOf(Buffer.concat([...items, endless]), items.length + 1);
  expect(isSecret((await cleaned("mp3", Buffer.concat([song, broken, behind]))).after)).toBe(false);
  // A length that reaches back into the sound.
  const wrong = tagOf(Buffer.alloc(0), 1);
  wrong.writeUInt32LE(10_000, 12);
  expect((await cleaned("mp3", Buffer.concat([song, wrong, behind]))).changed).toBe(false);
});

const pictureBlock = (picture: Buffer) =>
  Buffer.concat([
    bigEndian(3),
    bigEndian(10),
    text("image/jpeg"),
    bigEndian(0),
    bigEndian(120),
    bigEndian(120),
    bigEndian(24),
    bigEndian(0),
    bigEndian(picture.length),
    picture,
  ]);

function comments(...lines: string[]): Buffer {
  return Buffer.concat([
    littleEndian(4),
    text("test"),
    littleEndian(lines.length),
    ...lines.flatMap((line) => [littleEndian(line.length), text(line)]),
  ]);
}

test("a FLAC keeps title, picture and sound", async () => {
  const song = await fixture("tone.flac");
  const block = (type: number, content: Buffer) =>
    Buffer.concat([bigEndian((type << 24) + content.length), content]);
  const added = Buffer.concat([
    block(6, pictureBlock(jpeg)),
    block(2, text("XMP SECRET")),
    block(1, text("SECRET of before")),
    block(4, comments("TITLE=Other", "LOCATION=SECRET", "GPS=SECRET")),
  ]);
  // Behind the first, which says how to read the sound.
  const bytes = Buffer.concat([song.subarray(0, 42), added, song.subarray(42)]);
  const { after, file } = await cleaned("flac", bytes);
  expect(isSecret(after)).toBe(false);
  expect(after.subarray(42 + added.length).equals(song.subarray(42))).toBe(true);
  expect((await tagsOf(file)).title).toMatch(/Arpeggio|Other/);
  await expectSamePicture((await tagsOf(file)).picture?.[0]?.data, jpeg);
  expect(await analyseSound(file, "flac")).toEqual(await analyseSound(await stored("flac", song), "flac"));
});

test("an M4A keeps title, picture and sound where they are", async () => {
  const song = await fixture("tone.m4a");
  const box = (type: string, ...content: Buffer[]) => {
    const inside = Buffer.concat(content);
    return Buffer.concat([bigEndian(8 + inside.length), text(type), inside]);
  };
  const data = (type: number, content: Buffer) => box("data", bigEndian(type), bigEndian(0), content);
  const hdlr = (kind: string) => box("hdlr", bigEndian(0), bigEndian(0), text(kind), Buffer.alloc(13));
  const key = (name: string) => Buffer.concat([bigEndian(8 + name.length), text("mdta"), text(name)]);
  const added = Buffer.concat([
    box(
      "udta",
      box("\xa9xyz", text("\0\x12\x15\xc7SECRET+48.2+16.3/")),
      box("loci", text("SECRET")),
      box(
        "meta",
        bigEndian(0),
        hdlr("mdir"),
        box("ilst", box("covr", data(13, jpeg)), box("\xa9nam", data(1, text("Night")))),
      ),
    ),
    box(
      "meta",
      hdlr("mdta"),
      box(
        "keys",
        bigEndian(0),
        bigEndian(2),
        key("com.apple.quicktime.location.ISO6709"),
        key("com.apple.quicktime.title"),
      ),
      box("ilst", box("\0\0\0\x01", data(1, text("SECRET"))), box("\0\0\0\x02", data(1, text("Kept")))),
    ),
    box("free", text("SECRET of before")),
    box("uuid", text("0123456789abcdefSECRET")),
  ]);
  // The box that says where the sound is stands before it, and grows by this.
  const at = song.indexOf("moov") - 4;
  const end = at + song.readUInt32BE(at);
  const bytes = Buffer.concat([song.subarray(0, end), added, song.subarray(end)]);
  bytes.writeUInt32BE(end - at + added.length, at);
  const places = bytes.indexOf("stco") + 8;
  for (let place = places + 4; place < places + 4 + 4 * bytes.readUInt32BE(places); place += 4) {
    bytes.writeUInt32BE(bytes.readUInt32BE(place) + added.length, place);
  }
  const { after, file } = await cleaned("m4a", bytes);
  expect(isSecret(after)).toBe(false);
  expect(after.includes("Kept")).toBe(true);
  expect(after.subarray(0, end).equals(bytes.subarray(0, end))).toBe(true);
  expect(after.subarray(end + added.length).equals(song.subarray(end))).toBe(true);
  expect((await tagsOf(file)).title).toBe("Night");
  await expectSamePicture((await tagsOf(file)).picture?.[0]?.data, jpeg);
  expect(await cleanSound(file, "m4a")).toBe(false);
});

/** Whether an Ogg page's checksum is right, worked out bit by bit. */
function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  return sum >>> 0;
}

function* pagesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; ) {
    const lacing = bytes.subarray(at + 27, at + 27 + bytes.readUInt8(at + 26));
    const end = at + 27 + lacing.length + lacing.reduce((sum, length) => sum + length, 0);
    yield Buffer.from(bytes.subarray(at, end));
    at = end;
  }
}

function withChecksum(page: Buffer): Buffer {
  page.writeUInt32LE(0, 22);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

test.each([
  ["tone.ogg", "\x03vorbis", "\x01"],
  ["tone-opus.ogg", "OpusTags", ""],
])("%s keeps title, picture and sound, and its checksums are right", async (name, header, end) => {
  const song = await fixture(name);
  const [first, ...others] = [...pagesOf(song)];
  if (!first) throw new Error("no pages");
  const tags = Buffer.concat([
    text(header),
    comments(
      "TITLE=Arpeggio",
      `METADATA_BLOCK_PICTURE=${pictureBlock(jpeg).toString("base64")}`,
      "LOCATION=SECRET",
      "COVERART=U0VDUkVU",
    ),
    text(end),
  ]);
  // The comments' page also holds the packets that Vorbis needs to decode.
  const packets = Buffer.concat(others.map((page) => page.subarray(27 + page.readUInt8(26))));
  const firstOther = others[0] ?? Buffer.alloc(0);
  let rest = Buffer.alloc(0);
  let headerPages = 1;
  if (name === "tone.ogg") {
    const setup = packets.indexOf("\x05vorbis", "latin1");
    headerPages = others.findIndex((page) => page.readBigUInt64LE(6) > 0n);
    const lengths = others
      .slice(0, headerPages)
      .reduce((sum, page) => sum + page.length - 27 - page.readUInt8(26), 0);
    rest = packets.subarray(setup, lengths);
  }
  const lacing = (length: number) => [...Array(Math.floor(length / 255)).fill(255), length % 255];
  const all = [...lacing(tags.length), ...(rest.length ? lacing(rest.length) : [])];
  const content = Buffer.concat([tags, rest]);
  const made: Buffer[] = [];
  for (let at = 0, from = 0; from < all.length; from += 255) {
    const own = all.slice(from, from + 255);
    const length = own.reduce((sum: number, each: number) => sum + each, 0);
    const head = Buffer.from(firstOther.subarray(0, 27));
    head.writeUInt8(own.length, 26);
    head.writeUInt8(from > 0 && all[from - 1] === 255 ? 1 : 0, 5);
    made.push(Buffer.concat([head, Buffer.from(own), content.subarray(at, at + length)]));
    at += length;
  }
  const pages = [first, ...made, ...others.slice(headerPages)].map((page, index) => {
    page.writeUInt32LE(index, 18);
    return withChecksum(page);
  });
  const bytes = Buffer.concat(pages);
  const { after, file } = await cleaned("ogg", bytes);
  expect(isSecret(after)).toBe(false);
  expect(after.includes(Buffer.from("SECRET").toString("base64"))).toBe(false);
  for (const page of pagesOf(after)) expect(page.equals(withChecksum(Buffer.from(page)))).toBe(true);
  const sound = Buffer.concat(pages.slice(1 + made.length));
  expect(after.subarray(-sound.length).equals(sound)).toBe(true);
  expect((await tagsOf(file)).title).toBe("Arpeggio");
  await expectSamePicture((await tagsOf(file)).picture?.[0]?.data, jpeg);
  expect(await analyseSound(file, "ogg")).toEqual(await analyseSound(await stored("ogg", song), "ogg"));
});

test("a WAV's other chunks go, its sound stays", async () => {
  const song = await fixture("tone.wav");
  const tag = id3(3, privateFrames(3));
  const chunk = (type: string, content: Buffer) =>
    Buffer.concat([text(type), littleEndian(content.length), content]);
  const added = Buffer.concat([
    chunk("_PMX", text("SECRET")),
    chunk("iXML", text("SECRET")),
    chunk("id3 ", tag),
  ]);
  const { after } = await cleaned("wav", Buffer.concat([song, added]));
  expect(isSecret(after)).toBe(false);
  expect(after.subarray(0, song.length).equals(song)).toBe(true);
});

test.each(["tone.mp3", "tone.flac", "tone.m4a", "tone.ogg", "tone-opus.ogg", "tone.wav"])(
  "%s, which says nothing but its title, stays as it is",
  async (name) => {
    const song = await fixture(name);
    const format = name.split(".")[1] as AudioFormat;
    const { after, changed } = await cleaned(format, song);
    expect([changed, after.equals(song)]).toEqual([false, true]);
  },
);

test("files that are damaged anywhere are read to their end", async () => {
  const cover = Buffer.concat([
    id3(3, [frame("APIC", apic(jpeg), 3)], 0x80, stuffed),
    await fixture("tone.mp3"),
  ]);
  const files: [AudioFormat, Buffer][] = [["mp3", cover]];
  for (const picture of [jpeg, png, webp]) {
    files.push(["mp3", id3(4, [frame("APIC", apic(picture), 4), ...privateFrames(4)])]);
  }
  for (const format of ["flac", "m4a", "ogg", "wav"] as const)
    files.push([format, await fixture(`tone.${format}`)]);
  // Repeatable: a small generator of its own.
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (const [format, whole] of files) {
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from(whole.subarray(0, whole.length - random(2) * random(whole.length)));
      const reach = Math.min(bytes.length, 2000);
      for (let hit = 0; hit < 8 && reach > 0; hit++) bytes[random(reach)] = random(4) ? random(256) : 255;
      const file = await stored(format, bytes);
      const descriptor = openSync(file, "r+");
      try {
        expect(() => removeSoundMetadata(descriptor, format)).not.toThrow();
      } finally {
        closeSync(descriptor);
      }
      expect((await readFile(file)).length).toBe(bytes.length);
      await rm(file);
    }
  }
});
