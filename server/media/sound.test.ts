import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyseSound } from "./sound.ts";
import { soundOfWave } from "./wave-stream.ts";

const fixture = (name: string) => join(import.meta.dirname, "../../tests/fixtures", name);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-sound-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([
  ["with the system's ffmpeg, where there is one", true],
  ["with our own decoders", false],
])("%s", (_, withFfmpeg) => {
  test.each([
    ["tone.mp3", "mp3"],
    ["tone.wav", "wav"],
    ["tone.flac", "flac"],
    ["tone.ogg", "ogg"],
    ["tone-opus.ogg", "ogg"],
  ] as const)("%s has its length and its shape", async (name, format) => {
    const facts = await analyseSound(fixture(name), format, { withFfmpeg });
    expect(facts?.seconds).toBeCloseTo(3.6, 1);
    expect(facts?.waveform).toMatch(/^[A-Za-z0-9+/]{96}$/);
  });

  test("a truncated sound has the length of the rest", async () => {
    const whole = await readFile(fixture("tone.flac"));
    const half = join(folder, `half-${withFfmpeg}.flac`);
    await writeFile(half, whole.subarray(0, whole.length / 2));
    const facts = await analyseSound(half, "flac", { withFfmpeg });
    expect(facts?.seconds).toBeGreaterThan(1);
    expect(facts?.seconds).toBeLessThan(2.6);
  });

  test("a file that is no sound has no length", async () => {
    const noise = join(folder, "noise");
    await writeFile(noise, Buffer.alloc(100_000, "not a sound"));
    for (const format of ["mp3", "flac", "ogg", "m4a", "wav"] as const) {
      expect(await analyseSound(noise, format, { withFfmpeg }), format).toBeNull();
    }
  });
});

test.runIf(process.platform === "linux")("no program is left behind, not even a dead one", async () => {
  for (let count = 0; count < 3; count += 1) await analyseSound(fixture("tone.mp3"), "mp3");
  const children = await readFile(`/proc/self/task/${process.pid}/children`, "utf8");
  const states = await Promise.all(
    children.split(" ").map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")),
  );
  expect(states.filter((state) => state.includes("(ffmpeg)"))).toEqual([]);
});

test("an m4a without ffmpeg simply has none", async () => {
  expect(await analyseSound(fixture("tone.m4a"), "m4a", { withFfmpeg: false })).toBeNull();
});

test("a hundred megabytes pass through little memory", async () => {
  const file = join(folder, "long.wav");
  const bytes = 100 * 1024 * 1024;
  await writeFile(file, wave(1, 2, Buffer.alloc(0), { claims: bytes }));
  await truncate(file, bytes);
  const before = process.memoryUsage.rss();
  const facts = await analyseSound(file, "wav");
  expect(facts?.waveform).toBe("A".repeat(96));
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
});

describe("a WAV", () => {
  const loud = Buffer.from([192, 192, 192]);

  async function read(file: Buffer, piece = 7): Promise<number[]> {
    const pieces = Array.from({ length: Math.ceil(file.length / piece) }, (_, index) =>
      file.subarray(index * piece, (index + 1) * piece),
    );
    const samples: number[] = [];
    for await (const sound of soundOfWave(pieces)) samples.push(...(sound.channels[0] ?? []));
    return samples;
  }

  test.each<[string, number, number, number[], number[]]>([
    ["8 bits", 1, 1, [0, 128, 192], [-1, 0, 0.5]],
    ["16 bits", 1, 2, [0, 0x80, 0, 0x40], [-1, 0.5]],
    ["24 bits", 1, 3, [0, 0, 0x80, 0, 0, 0x40], [-1, 0.5]],
    ["32 bits", 1, 4, [0, 0, 0, 0x80, 0, 0, 0, 0x40], [-1, 0.5]],
    ["floating point", 3, 4, [0, 0, 0x80, 0xbf, 0, 0, 0, 0x3f], [-1, 0.5]],
    ["double floating point", 3, 8, [0, 0, 0, 0, 0, 0, 0xe0, 0x3f], [0.5]],
    ["A-law", 6, 1, [0xd5, 0x55, 0xaa, 0x2a], [8 / 32768, -8 / 32768, 32256 / 32768, -32256 / 32768]],
    ["µ-law", 7, 1, [0xff, 0x80, 0x00], [0, 32124 / 32768, -32124 / 32768]],
  ])("of %s", async (_, kind, bytes, data, expected) => {
    const samples = await read(wave(kind, bytes, Buffer.from(data)));
    expect(samples).toHaveLength(expected.length);
    for (const [index, sample] of samples.entries()) expect(sample).toBeCloseTo(expected[index] ?? 9, 5);
  });

  test("may hold other things before its sound, and end too early", async () => {
    const list = Buffer.from("LIST\x05\0\0\0words\0");
    expect(await read(wave(1, 1, loud, { before: list }))).toEqual([0.5, 0.5, 0.5]);
    const cut = wave(1, 1, loud).subarray(0, -1);
    expect(await read(cut)).toEqual([0.5, 0.5]);
  });

  test("a sound of another kind is refused", async () => {
    await expect(read(wave(2, 1, loud))).rejects.toThrow("isn't known");
    await expect(read(Buffer.from("RIFF\0\0\0\0WAVEjunk"))).rejects.toThrow("no sound");
    await expect(read(Buffer.from("no"))).rejects.toThrow("no WAV");
  });
});

/** One channel at 8 kHz. @param claims how long the header says that the data are, in bytes */
function wave(
  kind: number,
  bytesPerSample: number,
  data: Uint8Array,
  { before = Buffer.alloc(0), claims = data.length } = {},
): Buffer {
  const head = Buffer.alloc(36);
  head.write("RIFF");
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(kind, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt16LE(bytesPerSample * 8, 34);
  const name = Buffer.from("data\0\0\0\0");
  name.writeUInt32LE(claims, 4);
  return Buffer.concat([head, before, name, data]);
}
