import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "#server/services.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { widthsBelow } from "../../shared/picture.ts";
import { uploadKinds } from "./uploads.server";

const kind = uploadKinds["track-cover"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-covers-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function staged(trackId: string, width: number, height: number) {
  const path = join(folder, crypto.randomUUID());
  const create = { width, height, channels: 3, background: "#663399" } as const;
  await writeFile(path, await sharp({ create }).jpeg().toBuffer());
  return {
    id: `0123456789abcdef-${crypto.randomUUID()}`,
    path,
    name: "cover.jpg",
    size: 1000,
    about: { track: trackId },
  };
}

const coverOf = async ({ db }: Services, id: string) =>
  (
    await db
      .asSystem()
      .read((tx) =>
        tx.selectFrom("music_tracks").select("cover_image").where("id", "=", id).executeTakeFirstOrThrow(),
      )
  ).cover_image;

async function storedNames({ storage }: Services): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of storage.list("avatars/")) names.push(path);
  return names;
}

test("a square picture becomes the track's cover, once however often it is taken over", async () => {
  await using services = await freshServices();
  const { id, user_id } = await makeTrack(services.db, { has_embedded_cover: true });
  const file = await staged(id, 300, 300);
  await kind.accept(services, user_id, file);
  await kind.accept(services, user_id, file);
  expect(await coverOf(services, id)).toBe(`/uploads/avatars/${user_id}/track-${file.id}.webp`);
  expect(await storedNames(services)).toHaveLength(1 + widthsBelow(300).length);
});

test("one that isn't square is refused with its size, and nothing is stored", async () => {
  await using services = await freshServices();
  const { id, user_id } = await makeTrack(services.db);
  await expect(kind.accept(services, user_id, await staged(id, 640, 480))).rejects.toMatchObject({
    publicText:
      "Cover art must be square format. Your image is 640x480px. Please use a square image (e.g., 400x400px, 800x800px, 1000x1000px).",
  });
  expect(await coverOf(services, id)).toBeNull();
  expect(await storedNames(services)).toEqual([]);
});

test("a cover for another's track is refused before it travels, and when it arrives", async () => {
  await using services = await freshServices();
  const { id } = await makeTrack(services.db);
  const stranger = await makeMusician(services.db);
  const announced = { name: "cover.jpg", size: 1000, type: "image/jpeg", about: { track: id } };
  const abouts: Record<string, string>[] = [{ track: id }, { track: "1" }, {}];
  for (const about of abouts) {
    await expect(kind.admit({ ...announced, about }, services, stranger.id)).rejects.toMatchObject({
      kind: "not-found",
    });
  }
  const file = await staged(id, 300, 300);
  await expect(kind.accept(services, stranger.id, file)).rejects.toMatchObject({ kind: "not-found" });
  expect(await coverOf(services, id)).toBeNull();
});

test.each([
  [{ type: "audio/mpeg" }, "Please select an image file"],
  [{ size: 10 * 1024 * 1024 + 1 }, "Image must be smaller than 10MB"],
  [{ size: 0 }, "Invalid file: File is empty or corrupted"],
])("%o is refused before it travels", async (wrong, publicText) => {
  await using services = await freshServices();
  const { id, user_id } = await makeTrack(services.db);
  const file = { name: "cover.jpg", size: 1000, type: "image/jpeg", about: { track: id }, ...wrong };
  await expect(kind.admit(file, services, user_id)).rejects.toMatchObject({ publicText });
});

test("a track is called as its file and its tag are, without what forges a line or turns letters", async () => {
  await using services = await freshServices();
  const { id: userId } = await makeMusician(services.db);
  const title = Buffer.from("\ufeffNight\u202e\r\nride", "utf16le");
  const size = 1 + title.length;
  const tag = Buffer.concat([
    Buffer.from("ID3\x03\0\0\0\0\0", "latin1"),
    Buffer.from([10 + size]),
    Buffer.from("TIT2\0\0\0", "latin1"),
    Buffer.from([size, 0, 0, 1]),
    title,
  ]);
  const tone = await readFile(join(import.meta.dirname, "../../../tests/fixtures/tone.mp3"));
  const song = tone.subarray(10 + tone.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0));
  const path = join(folder, "song");
  await writeFile(path, Buffer.concat([tag, song]));
  const file = { path, name: "exe.\u202egpj\r\nnext.mp3", size: tag.length + song.length, about: {} };
  await uploadKinds.track.accept(services, userId, { id: "0123456789abcdef-song", ...file });
  const stored = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("music_tracks").select(["title", "tag_title"]).execute());
  expect(stored).toEqual([{ title: "exe. gpj next", tag_title: "Night ride" }]);
});
