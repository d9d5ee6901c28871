import { randomBytes, randomUUID } from "node:crypto";
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inspectAudio } from "./audio.ts";

const fixtures = join(import.meta.dirname, "../../tests/fixtures");
const notAudio = { kind: "invalid", publicText: "Please select an audio file (MP3, WAV, etc.)" };
const corrupted = { kind: "invalid", publicText: "Invalid file: File is empty or corrupted" };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-audio-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Stages bytes as the upload does: under a name that says nothing. */
async function staged(bytes: Uint8Array | string): Promise<string> {
  const file = join(folder, randomUUID());
  await writeFile(file, bytes);
  return file;
}

function fixture(name: string): Promise<Buffer> {
  return readFile(join(fixtures, name));
}

describe("a track", () => {
  it.each([
    ["tone.mp3", "mp3", "audio/mpeg"],
    ["tone.wav", "wav", "audio/wav"],
    ["tone.m4a", "m4a", "audio/mp4"],
    ["tone.flac", "flac", "audio/flac"],
    ["tone.ogg", "ogg", "audio/ogg"],
    ["tone-opus.ogg", "ogg", "audio/ogg"],
  ])("%s is known by its content, whatever its name", async (name, format, contentType) => {
    const facts = {
      format,
      extension: format,
      contentType,
      durationSeconds: 4,
      tags: { title: "Arpeggio", artist: "Handbill" },
    };
    const misnamed = join(folder, `${name}.mp3.exe.ogg`);
    await copyFile(join(fixtures, name), misnamed);
    expect(await inspectAudio(misnamed)).toEqual(facts);
    expect(await inspectAudio(await staged(await fixture(name)))).toEqual(facts);
  });

  it("is taken on a machine so busy that the thread which reads it takes long to start", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const facts = inspectAudio(join(fixtures, "tone.wav"));
      await vi.waitUntil(() => vi.getTimerCount() > 0);
      vi.advanceTimersByTime(20_000);
      expect(await facts).toMatchObject({ durationSeconds: 4 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("may be cut short, and then has the length of the rest, where the format tells", async () => {
    for (const name of ["tone.mp3", "tone.wav"]) {
      const whole = await fixture(name);
      const half = await staged(whole.subarray(0, whole.length / 2));
      expect(await inspectAudio(half), name).toMatchObject({ durationSeconds: 2 });
    }
  });
});

describe("an MP3", () => {
  // MPEG 1, layer III, 44.1 kHz, stereo; the bit rate is free to change from frame to frame.
  function frame(bitRateIndex: number, kilobits: number): Buffer {
    const bytes = Buffer.alloc(Math.floor((144_000 * kilobits) / 44_100));
    bytes.set([0xff, 0xfb, bitRateIndex << 4, 0]);
    return bytes;
  }
  const quiet = frame(1, 32);
  const loud = frame(14, 320);
  const framesPerSecond = 44_100 / 1152;

  it("of variable bit rate has the length of all its frames, not of a guess from the first", async () => {
    const frames = [...Array<Buffer>(1000).fill(quiet), ...Array<Buffer>(2000).fill(loud)];
    const { durationSeconds } = await inspectAudio(await staged(Buffer.concat(frames)));
    expect(durationSeconds).toBe(Math.round(3000 / framesPerSecond));
  });

  it("may carry a tag before, junk between and a tag after its frames", async () => {
    const frames = Buffer.concat(Array<Buffer>(400).fill(loud));
    const id3 = Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\x10\0", "latin1"), Buffer.alloc(2048)]);
    const after = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);
    const bytes = Buffer.concat([id3, Buffer.alloc(500), frames, randomBytes(5000), frames, after]);
    const { durationSeconds } = await inspectAudio(await staged(bytes));
    expect(durationSeconds).toBe(Math.round(800 / framesPerSecond));
  });

  it("is more than two frames that look so by accident", async () => {
    const bytes = Buffer.concat([loud, loud, Buffer.alloc(20_000)]);
    await expect(inspectAudio(await staged(bytes))).rejects.toMatchObject(corrupted);
  });
});

describe("refused as no audio", () => {
  it.each(["video.mp4", "alac.m4a"])("%s", async (name) => {
    await expect(inspectAudio(await staged(await fixture(name)))).rejects.toMatchObject(notAudio);
  });

  it.each<[string, string | Uint8Array]>([
    ["a PDF", `%PDF-1.7\n${"1 0 obj <<>> endobj\n".repeat(500)}`],
    ["a page", `<!doctype html><script>alert(1)</script>${"<p>ÿû</p>".repeat(2000)}`],
    ["an archive", Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(50_000)])],
    ["a picture", Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), randomBytes(9000)])],
    ["a program", Buffer.concat([Buffer.from("\x7fELF"), randomBytes(50_000)])],
    ["noise", randomBytes(200_000)],
    ["one byte", "\xff"],
    [
      "a text in UTF-16",
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("text ".repeat(999), "utf16le")]),
    ],
  ])("%s", async (_, bytes) => {
    await expect(inspectAudio(await staged(bytes))).rejects.toMatchObject(notAudio);
  });

  it("a hundred megabytes of nothing", async () => {
    const file = await staged("");
    const handle = await open(file, "r+");
    await handle.truncate(100 * 1024 * 1024);
    await handle.close();
    await expect(inspectAudio(file)).rejects.toMatchObject(notAudio);
  });
});

describe("a FLAC, whose header stays whole when the rest is cut off,", () => {
  const cutTo = async (share: number) => {
    const whole = await fixture("tone.flac");
    return staged(whole.subarray(0, Math.round(whole.length * share)));
  };

  it.each([0.02, 0.3, 0.5, 0.8])("is refused when only %s of it is left", async (share) => {
    await expect(inspectAudio(await cutTo(share))).rejects.toMatchObject(corrupted);
  });

  it.each([0.96, 0.99, 1])("is taken when %s of it is left", async (share) => {
    expect(await inspectAudio(await cutTo(share))).toMatchObject({ format: "flac", durationSeconds: 4 });
  });

  it("may carry tags before and behind", async () => {
    const id3 = Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\x10\0", "latin1"), Buffer.alloc(2048)]);
    const tag = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);
    const whole = await fixture("tone.flac");
    expect(await inspectAudio(await staged(Buffer.concat([whole, tag])))).toMatchObject({ format: "flac" });
    const half = whole.subarray(0, whole.length / 2);
    const refused = inspectAudio(await staged(Buffer.concat([id3, half, tag])));
    await expect(refused).rejects.toMatchObject(corrupted);
  });

  it("is taken when it doesn't say how long it is", async () => {
    const bytes = Buffer.from(await fixture("tone.flac"));
    // The lower four bits of one byte, and the four after it.
    bytes.writeUInt8(bytes.readUInt8(21) & 0xf0, 21);
    bytes.writeUInt32BE(0, 22);
    expect(await inspectAudio(await staged(bytes.subarray(0, bytes.length / 2)))).toMatchObject({
      format: "flac",
    });
  });
});

describe("refused as corrupted", () => {
  it("an empty file", async () => {
    await expect(inspectAudio(await staged(""))).rejects.toMatchObject(corrupted);
  });

  it.each(["tone.mp3", "tone.wav", "tone.m4a", "tone.ogg", "tone-opus.ogg"])(
    "the first 60 bytes of %s",
    async (name) => {
      const head = (await fixture(name)).subarray(0, 60);
      await expect(inspectAudio(await staged(head))).rejects.toMatchObject({ kind: "invalid" });
    },
  );

  it("a page behind the header of an MP3's tag", async () => {
    const bytes = `ID3\x03\0\0\0\0\0\x0a${"\0".repeat(10)}<!doctype html>${"<p>page</p>".repeat(500)}`;
    await expect(inspectAudio(await staged(bytes))).rejects.toMatchObject({ kind: "invalid" });
  });

  it("a tag made to take all memory, without taking it", { timeout: 20_000 }, async () => {
    const tone = await fixture("tone.wav");
    const tag = endlessTag(15 * 1024 * 1024);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(tag.length);
    const bytes = Buffer.concat([tone.subarray(0, 12), Buffer.from("id3 "), size, tag, tone.subarray(12)]);
    bytes.writeUInt32LE(bytes.length - 8, 4);
    const before = process.memoryUsage.rss();
    await expect(inspectAudio(await staged(bytes))).rejects.toMatchObject(corrupted);
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024);
  });
});

it("does without the tag of an MP3 when it is endless", async () => {
  const bytes = Buffer.concat([endlessTag(15 * 1024 * 1024), await fixture("tone.mp3")]);
  const facts = await inspectAudio(await staged(bytes));
  expect(facts).toMatchObject({ format: "mp3", durationSeconds: 4 });
  expect(facts).not.toHaveProperty("title");
});

/** An ID3 tag of nothing but tiny titles. */
function endlessTag(length: number): Buffer {
  const frames = Buffer.alloc(length, Buffer.from("TIT2\0\0\0\x02\0\0\0a", "latin1"));
  const size = [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from("ID3\x03\0\0", "latin1"), Buffer.from(size), frames]);
}

it("refuses more than 100 MB, and takes exactly as much", async () => {
  const file = await staged(await fixture("tone.wav"));
  const handle = await open(file, "r+");
  await handle.truncate(100 * 1024 * 1024);
  expect(await inspectAudio(file)).toMatchObject({ format: "wav" });
  await handle.truncate(100 * 1024 * 1024 + 1);
  await handle.close();
  await expect(inspectAudio(file)).rejects.toMatchObject({
    kind: "invalid",
    publicText: "Audio file must be smaller than 100MB",
  });
});

it("reports a missing file as a fault of ours", async () => {
  await expect(inspectAudio(join(folder, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
});
