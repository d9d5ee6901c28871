import { access, rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { replaced, temporaryFile, withEntry, zipOfFiles } from "../../tests/harness/zips.ts";
import { withUnpacked } from "./import-archive.ts";
import { openZip } from "./zip-entries.ts";

async function opened(zip: Uint8Array) {
  const path = await temporaryFile(zip);
  const open = await openZip(path).finally(() => rm(path));
  onTestFinished(() => open[Symbol.asyncDispose]());
  return open.entries;
}
const problemsOf = async (zip: Uint8Array) =>
  (await opened(zip)).map(({ name, problem }) => [name, problem ?? "fine"]);
const unpacked = async (zip: Uint8Array) => {
  const [entry] = await opened(zip);
  if (!entry) throw new Error("The zip is empty.");
  return withUnpacked(entry, async (_, digest) => digest);
};

const fine = ["b.txt", "fine"];
const twoFiles = (name: string) =>
  zipOfFiles([
    [name, "one"],
    ["b.txt", "two"],
  ]);

test.each([
  ["../../etc/cron.d/x", "xx/xx/etc/cron.d/x"],
  ["/etc/passwd", "xetc/passwd"],
  ["C:/Windows/win.ini", "xx/Windows/win.ini"],
  ["..\\..\\evil.mp3", "xx.xx.evil.mp3"],
])("the path %s is refused, and the files beside it aren't", async (path, harmless) => {
  const zip = replaced(await twoFiles(harmless), harmless, path);
  const [[name, problem] = [], other] = await problemsOf(zip);
  expect(problem).toBe("Its path leads out of the zip.");
  expect(name).toBe(path.replaceAll("\\", "/"));
  expect(other).toEqual(fine);
});

test("a symbolic link, an encrypted file and one of an unknown method stay packed, and say so", async () => {
  const link = await zipOfFiles([
    ["a.mp3", "/etc/passwd", { mode: 0o120777 }],
    ["b.txt", "two"],
  ]);
  expect(await problemsOf(link)).toEqual([["a.mp3", "It is a link to another file."], fine]);
  const plain = await zipOfFiles([
    ["a.mp3", "x".repeat(100), { compress: false }],
    ["b.txt", "two"],
  ]);
  const locked = withEntry(plain, 0, (entry) => {
    entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8);
    entry.writeUInt32LE(entry.readUInt32LE(20) + 12, 20);
  });
  // Twelve bytes more than are there: it lies over the next one.
  await expect(opened(locked)).rejects.toThrow("“a.mp3” and “b.txt” share the same bytes");
  const packed = await twoFiles("a.mp3");
  const lockedPacked = withEntry(packed, 0, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8));
  expect((await problemsOf(lockedPacked))[0]?.[1]).toBe(
    "It is encrypted. Please make the zip without a password.",
  );
  const strange = withEntry(packed, 0, (entry) => entry.writeUInt16LE(93, 10));
  expect((await problemsOf(strange))[0]?.[1]).toContain("method 93");
  const strong = withEntry(packed, 1, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 0x41, 8));
  await expect(opened(strong)).rejects.toThrow("is encrypted after “a.mp3”");
});

test("names in UTF-8 without saying so, in the old code page, and that are sentences read well", async () => {
  const sentence = `Please click here, ${"then wait ".repeat(120)}.mp3`;
  const names = (
    await opened(
      await zipOfFiles([
        ["Ä.mp3", ""],
        ["c.mp3", ""],
        [sentence, ""],
      ]),
    )
  ).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(["Ä.mp3", "c.mp3"]);
  expect(names[2]).toHaveLength(1_000);
  const utf8 = withEntry(await zipOfFiles([["Ä.mp3", ""]]), 0, (entry) => entry.writeUInt16LE(0, 8));
  expect((await opened(utf8))[0]?.name).toBe("Ä.mp3");
  const old = replaced(await zipOfFiles([["a.mp3", ""]]), "a.mp3", Buffer.from("\x8e.mp3", "latin1"));
  expect((await opened(old))[0]?.name).toBe("Ä.mp3");
  const turned = await opened(await zipOfFiles([["a\u202E3pm.exe\u0007", ""]]));
  expect(turned[0]?.name).toBe("a 3pm.exe");
});

test("a file that unpacks to far more than it is large stays packed", async () => {
  const bomb = await zipOfFiles([
    ["a.wav", Buffer.alloc(5 * 1024 ** 2)],
    ["b.txt", "two"],
  ]);
  const [[, problem] = [], other] = await problemsOf(bomb);
  expect(problem).toMatch(/^It unpacks to 1,\d\d\d times its size, as no sound or picture does\.$/);
  expect(other).toEqual(fine);
  await expect(unpacked(bomb)).rejects.toThrow("times its size");
});

test("a file that is larger than the zip says, or other than its checksum, is damaged", async () => {
  const noise = Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * at * 7919) % 251));
  const whole = await zipOfFiles([["a.mp3", noise]]);
  expect(await unpacked(whole)).toMatch(/^[0-9a-f]{64}$/);
  const [entry] = await opened(whole);
  const path = entry && (await withUnpacked(entry, async (path) => path));
  await expect(access(path ?? "")).rejects.toThrow("ENOENT");
  const lying = withEntry(whole, 0, (entry) => entry.writeUInt32LE(10, 24));
  await expect(unpacked(lying)).rejects.toThrow("It is damaged");
  const changed = withEntry(whole, 0, (entry) => entry.writeUInt32LE(1, 16));
  await expect(unpacked(changed)).rejects.toThrow("It is damaged");
});

test("files that share their bytes are refused as a whole, and so are more than 2 GB", async () => {
  const zip = await zipOfFiles([
    ["a.mp3", "x".repeat(100)],
    ["b.mp3", "y".repeat(100)],
  ]);
  const over = withEntry(zip, 1, (entry) => entry.writeUInt32LE(0, 42));
  await expect(opened(over)).rejects.toThrow("“a.mp3” and “b.mp3” share the same bytes of this zip.");
  const large = withEntry(zip, 0, (entry) => entry.writeUInt32LE(3_000_000_000, 24));
  await expect(opened(large)).rejects.toThrow("take 2.8 GB when they are unpacked");
});

test("a million files, by the zip's own count or in truth, end at the two-thousandth", async () => {
  const many = await zipOfFiles(Array.from({ length: 2_001 }, (_, at) => [`${at}.mp3`, ""] as const));
  await expect(opened(many)).rejects.toThrow("There are more than 2,000 files in this zip.");
  const claims = Buffer.from(await twoFiles("a.mp3"));
  claims.writeUInt16LE(60_000, claims.length - 12);
  await expect(opened(claims)).rejects.toThrow("There are more than 2,000 files in this zip.");
});

test("a zip that was cut off, is none, or has a damaged list is refused, and zip64 is read", async () => {
  const zip = await zipOfFiles([
    ["a.mp3", "x".repeat(1000), { compress: false }],
    ["b.txt", "two"],
  ]);
  await expect(opened(zip.subarray(0, zip.length - 30))).rejects.toThrow("This zip isn't whole");
  await expect(opened(Buffer.from("PK\x03\x04 and nothing more"))).rejects.toThrow("This zip isn't whole");
  const damaged = withEntry(zip, 1, (entry) => entry.writeUInt32LE(0, 0));
  await expect(opened(damaged)).rejects.toThrow("is damaged after “a.mp3”");
  const large = await zipOfFiles([["b.txt", "two", { forceZip64Format: true }]]);
  expect(await problemsOf(large)).toEqual([fine]);
  expect(await unpacked(large)).toMatch(/^[0-9a-f]{64}$/);
});
