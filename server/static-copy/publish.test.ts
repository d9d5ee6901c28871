import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../storage/open-storage.ts";
import type { Storage } from "../storage/storage.ts";
import type { CopiedFile } from "./artist-copy.ts";
import { publishCopy } from "./publish.ts";

const song = "/uploads/music/11111111-1111-4111-8111-111111111111/a.mp3";
let folder: string;
let storage: Storage;
beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), "handbill-publish-"));
  onTestFinished(() => rm(root, { recursive: true }));
  storage = await openStorage({ dataDir: join(root, "data") });
  folder = join(root, "site");
});

async function* of(...files: CopiedFile[]) {
  yield* files;
}
const page = (content: string): CopiedFile => ({ name: "index.html", content });
const publish = (...files: CopiedFile[]) => publishCopy(storage, of(...files), folder);
const put = (content: string) =>
  storage.put(song.slice("/uploads/".length), Buffer.from(content), { contentType: "audio/mpeg" });
const names = async () => (await readdir(folder, { recursive: true })).sort();

test("a second run writes what has changed, and removes what is gone with its folder", async () => {
  await put("one");
  const stored: CopiedFile = { name: "files/music/a.mp3", stored: song };
  expect(await publish(page("a"), stored, { name: "tracks/a.html", content: "x" })).toMatchObject({
    written: 3,
  });
  expect(await readFile(join(folder, "files/music/a.mp3"), "utf8")).toBe("one");
  expect((await stat(join(folder, "index.html"))).mode & 0o777).toBe(0o644);

  const [before] = await Promise.all([stat(join(folder, "index.html"))]);
  await put("another");
  expect(await publish(page("a"), stored)).toEqual({ written: 1, unchanged: 1, removed: 1, missing: [] });
  expect((await stat(join(folder, "index.html"))).mtimeMs).toBe(before.mtimeMs);
  expect(await readFile(join(folder, "files/music/a.mp3"), "utf8")).toBe("another");
  expect(await names()).toEqual([
    ".handbill-copy",
    "files",
    "files/music",
    "files/music/a.mp3",
    "index.html",
  ]);
});

test("a folder with something else in it is refused and stays as it is", async () => {
  await mkdir(folder);
  await writeFile(join(folder, "thesis.txt"), "mine");
  await expect(publish(page("a"))).rejects.toThrow("holds something else");
  expect(await names()).toEqual(["thesis.txt"]);
});

test("what somebody adds to the folder is neither overwritten nor removed", async () => {
  await publish(page("a"));
  await writeFile(join(folder, "CNAME"), "nova.example");
  await publish(page("b"));
  expect(await readFile(join(folder, "CNAME"), "utf8")).toBe("nova.example");
  await writeFile(join(folder, "events.html"), "mine");
  await expect(publish(page("b"), { name: "events.html", content: "" })).rejects.toThrow(
    "isn't a file of the copy",
  );
  expect(await readFile(join(folder, "events.html"), "utf8")).toBe("mine");
});

test("after a run that was killed the next one completes it", async () => {
  async function* killed(): AsyncGenerator<CopiedFile> {
    yield page("a");
    yield { name: "old.html", content: "x" };
    throw new Error("killed");
  }
  await expect(publishCopy(storage, killed(), folder)).rejects.toThrow("killed");
  expect(await publish(page("a"))).toMatchObject({ removed: 1 });
  expect(await names()).toEqual([".handbill-copy", "index.html"]);
});

test("a manifest can't lead out of the folder", async () => {
  await publish(page("a"));
  const outside = join(folder, "..", "precious.txt");
  await writeFile(outside, "mine");
  const manifest = join(folder, ".handbill-copy");
  await writeFile(manifest, `${await readFile(manifest, "utf8")}["../precious.txt","x"]\n`);
  await publish(page("b"));
  expect(await readFile(outside, "utf8")).toBe("mine");
});

test("a stored file that is gone is named", async () => {
  expect(await publish(page("a"), { name: "files/music/a.mp3", stored: song })).toMatchObject({
    missing: ["files/music/a.mp3"],
  });
});
