import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MPEGDecoder } from "mpg123-decoder";
import { parseFile } from "music-metadata";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tone } from "../../tests/harness/tone.ts";
import type { AudioFormat } from "./audio.ts";
import { type CopyOutcome, encodePlaybackCopy } from "./playback-copy.ts";

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-copy-"));
});
afterAll(() => rm(folder, { recursive: true }));

const fixture = (name: string) => join(import.meta.dirname, "../../tests/fixtures", name);

async function stored(bytes: Uint8Array): Promise<string> {
  const file = join(folder, `original-${count++}`);
  await writeFile(file, bytes);
  return file;
}

interface Encoded {
  outcome: CopyOutcome;
  file: string;
  told: number[];
}

async function encode(
  file: string,
  format: AudioFormat,
  { lighterThan = Number.MAX_SAFE_INTEGER, stopping = new AbortController().signal, withFfmpeg = false } = {},
): Promise<Encoded> {
  const copy = join(folder, `copy-${count++}.mp3`);
  const told: number[] = [];
  const outcome = await encodePlaybackCopy(file, format, copy, {
    seconds: 600,
    lighterThan,
    stopping,
    onProgress: (percent) => told.push(percent),
    withFfmpeg,
  });
  return { outcome, file: copy, told };
}

/** As a player decodes it: without the silence that the information at the beginning reports. */
async function decoded(file: string) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, samplesDecoded, sampleRate } = decoder.decode(await readFile(file));
  decoder.free();
  return { channels: channelData, frames: samplesDecoded, rate: sampleRate };
}

const loudness = (samples: Float32Array) =>
  20 * Math.log10(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));

describe.each<[string, Parameters<typeof tone>[0], { rate: number; channels: number }]>([
  ["a CD's", { seconds: 5 }, { rate: 44_100, channels: 2 }],
  ["a studio's, 96 kHz and 24 bits,", { seconds: 2, rate: 96_000, bits: 24 }, { rate: 48_000, channels: 2 }],
  ["192 kHz, floating point,", { seconds: 1, rate: 192_000, bits: 32 }, { rate: 48_000, channels: 2 }],
  ["88.2 kHz", { seconds: 1, rate: 88_200 }, { rate: 44_100, channels: 2 }],
  ["one channel", { seconds: 2, rate: 48_000, channels: 1 }, { rate: 48_000, channels: 1 }],
  ["a telephone's", { seconds: 2, rate: 8_000, channels: 1 }, { rate: 8_000, channels: 1 }],
  ["a rate that no MP3 has", { seconds: 2, rate: 37_800 }, { rate: 32_000, channels: 2 }],
])("%s sound", (_, original, expected) => {
  test("is as long and as loud as the original", async () => {
    const { outcome, file } = await encode(await stored(tone(original)), "wav");
    expect(outcome).toBeCloseTo(original.seconds, 6);
    const { channels, frames, rate } = await decoded(file);
    const { channels: count = 2 } = original;
    expect(rate).toBe(expected.rate);
    expect(Math.abs(frames - original.seconds * rate)).toBeLessThanOrEqual(1);
    const sides = channels.slice(0, expected.channels);
    expect(sides).toHaveLength(Math.min(count, 2));
    // The effective strength of a sine at half of full scale.
    for (const side of sides) expect(loudness(side)).toBeCloseTo(20 * Math.log10(0.5 * Math.SQRT1_2), 0);
  });
});

test("a FLAC becomes the same", async () => {
  const { outcome, file } = await encode(fixture("tone.flac"), "flac");
  const { frames, rate } = await decoded(file);
  expect(outcome).toBeCloseTo(3.6, 1);
  expect(frames / rate).toBeCloseTo(Number(outcome), 4);
});

test.each([false, true])("a studio's FLAC, 96 kHz and 24 bits, too (ffmpeg: %s)", async (withFfmpeg) => {
  const { outcome, file } = await encode(fixture("tone-96-24.flac"), "flac", { withFfmpeg });
  expect(outcome).toBeCloseTo(0.5, 3);
  const { channels, frames, rate } = await decoded(file);
  expect([rate, frames, channels.length]).toEqual([48_000, 24_000, 2]);
  // As loud as ffmpeg says that the original is, in decibels.
  for (const side of channels) expect(loudness(side)).toBeCloseTo(-24.1, 0);
});

test("six channels become two, of which none is lost but the effects", async () => {
  const heard = async (strengths: number[]) => {
    const original = tone({ seconds: 0.3, rate: 48_000, channels: 6, strengths });
    const { channels } = await decoded((await encode(await stored(original), "wav")).file);
    return channels.map((side) => loudness(side) > -40);
  };
  expect(await heard([0.9, 0, 0, 0, 0, 0])).toEqual([true, false]);
  expect(await heard([0, 0.9, 0, 0, 0, 0])).toEqual([false, true]);
  expect(await heard([0, 0, 0.9, 0, 0, 0])).toEqual([true, true]);
  expect(await heard([0, 0, 0, 0.9, 0, 0])).toEqual([false, false]);
  expect(await heard([0, 0, 0, 0, 0.9, 0])).toEqual([true, false]);
  expect(await heard([0, 0, 0, 0, 0, 0.9])).toEqual([false, true]);
});

test("what is no number, or beyond full scale, does no harm", async () => {
  const original = tone({ seconds: 2, bits: 32 });
  for (let at = 44; at < original.length - 4; at += 40) {
    original.writeFloatLE([Number.NaN, Number.POSITIVE_INFINITY, -1e30][at % 3] ?? 0, at);
  }
  const { outcome, file } = await encode(await stored(original), "wav");
  expect(outcome).toBeCloseTo(2, 6);
  expect((await decoded(file)).frames).toBe(88_200);
});

describe("at its beginning", () => {
  const seconds = 20;
  let file: string;
  let bytes: Buffer;

  beforeAll(async () => {
    const half = Buffer.from(tone({ seconds }));
    // The second half is silence, so that a second of it takes fewer bytes.
    half.fill(0, 44 + (half.length - 44) / 2);
    ({ file } = await encode(await stored(half), "wav"));
    bytes = await readFile(file);
  });

  test("stands a frame of sound at once, no tag", () => {
    expect(bytes.readUInt16BE(0) & 0xffe0).toBe(0xffe0);
    expect(bytes.subarray(0, 200).includes("Xing")).toBe(true);
  });

  test("stands its exact length, which a reader takes from there", async () => {
    const frames = bytes.readUInt32BE(bytes.indexOf("Xing") + 8);
    expect(frames).toBe(Math.ceil((seconds * 44_100 + 576 + 529) / 1152));
    expect(bytes.readUInt32BE(bytes.indexOf("Xing") + 12)).toBe(bytes.length);
    const { format } = await parseFile(file);
    expect(format).toMatchObject({ container: "MPEG", codecProfile: "V4", sampleRate: 44_100 });
    expect(format.duration).toBeCloseTo((frames * 1152) / 44_100, 1);
  });

  test("stands where each part of it is, though it isn't spread evenly", () => {
    const points = [...bytes.subarray(bytes.indexOf("Xing") + 16).subarray(0, 100)];
    expect(points[0]).toBe(0);
    expect(points).toEqual([...points].sort((a, b) => a - b));
    // The tone takes more of the bytes than of the time.
    expect(points[50]).toBeGreaterThan(150);
  });
});

test("a hundred megabytes pass through little memory, at the lowest priority, and tell how far they are", async () => {
  const bytes = 100 * 1024 * 1024;
  const header = tone({ seconds: 0, rate: 48_000, channels: 8, bits: 32 });
  header.writeUInt32LE(bytes - 44, 40);
  const file = await stored(header);
  await truncate(file, bytes);
  const before = process.memoryUsage.rss();
  let highest = 0;
  const priorities = new Set<number>();
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      highest = Math.max(highest, process.memoryUsage.rss());
      for (const priority of await threadPriorities()) priorities.add(priority);
      await sleep(50);
    }
  })();
  const { outcome, told } = await encode(file, "wav");
  isDone = true;
  await watching;
  expect(outcome).toBeCloseTo((bytes - 44) / (48_000 * 32), 3);
  expect(highest - before).toBeLessThan(150 * 1024 * 1024);
  if (process.platform === "linux") expect(priorities).toContain(19);
  expect(told).toEqual([...told].sort((a, b) => a - b));
}, 120_000);

/** The nice value of each of this process's threads. */
async function threadPriorities(): Promise<number[]> {
  const threads = await readdir("/proc/self/task").catch(() => []);
  const states = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/stat`, "utf8").catch(() => "")),
  );
  return states.map((state) => Number(state.slice(state.lastIndexOf(")") + 2).split(" ")[16]));
}

test("a file that can't be decoded has no copy", async () => {
  const noise = await stored(Buffer.alloc(100_000, "not a sound"));
  for (const format of ["wav", "flac"] as const) {
    expect((await encode(noise, format)).outcome, format).toBeNull();
  }
});

test("a copy that wouldn't be lighter isn't made to its end", async () => {
  const { outcome, file } = await encode(await stored(tone({ seconds: 20 })), "wav", { lighterThan: 20_000 });
  expect(outcome).toBe("not lighter");
  expect((await readFile(file)).length).toBeLessThan(100_000);
});

test("a server that stops ends it at once", async () => {
  const original = await stored(tone({ seconds: 60 }));
  const stopping = new AbortController();
  const encoding = encode(original, "wav", { stopping: stopping.signal });
  stopping.abort(new Error("The server stops."));
  await expect(encoding).rejects.toThrow("The server stops.");
  await expect(encode(original, "wav", { stopping: stopping.signal })).rejects.toThrow("The server stops.");
});

test("where it can't be written it fails, so that it is tried again", async () => {
  const original = await stored(tone({ seconds: 1 }));
  const encoding = encodePlaybackCopy(original, "wav", join(folder, "none", "copy.mp3"), {
    seconds: 1,
    lighterThan: 1e9,
    stopping: new AbortController().signal,
    onProgress() {},
  });
  await expect(encoding).rejects.toMatchObject({ code: "ENOENT" });
});
