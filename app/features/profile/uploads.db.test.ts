import { randomUUID } from "node:crypto";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { expect, test } from "vitest";
import { usedBytes } from "#server/files/quota.ts";
import { removeUnnamedFiles } from "#server/files/removal.ts";
import { mayReadFile } from "#server/http/stored-files.ts";
import type { StagedFile } from "#server/http/uploads.ts";
import type { Services } from "#server/services.ts";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { makeStoredImage } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { widthsBelow } from "../../shared/picture.ts";
import { deletePicture, movePicture } from "./commands.server";
import type { PictureKind } from "./picture-kinds";
import { ownOriginals, ownPictures } from "./queries.server";
import { uploadKinds } from "./uploads.server";

const announced = { name: "avatar.jpg", size: 1000, type: "image/jpeg", about: {} };
const profileFirst = "Please save your profile with an artist name first.";

/** A picture of one colour that has arrived. */
async function arrived({ config }: Services, background: string, size = { width: 400, height: 400 }) {
  const id = randomUUID();
  const path = join(config.dataDir, id);
  const bytes = await sharp({ create: { ...size, channels: 3, background } })
    .jpeg({ quality: 90 })
    .toBuffer();
  await writeFile(path, bytes);
  const file: StagedFile = { id, path, name: "avatar.jpg", size: bytes.byteLength, about: {} };
  return file;
}

/** @param second when its last byte came */
async function saved(
  services: Services,
  userId: string,
  kind: PictureKind,
  file: StagedFile,
  second: number,
) {
  await utimes(file.path, second, second);
  return uploadKinds[kind].accept(services, userId, file);
}

const picturesOf = ({ db }: Services, userId: string) =>
  db.asMusician(userId).read((tx) => ownPictures(tx, userId));

/** The files that are queued for removal. */
const toRemove = ({ db }: Services) =>
  db.asSystem().read((tx) => tx.selectFrom("files_to_remove").select("url").execute());

test("a picture is stored under the documented name in its frame's size, and the profile has it", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  await saved(services, id, "avatar", await arrived(services, "#336699"), 1_700_000_000);
  await saved(
    services,
    id,
    "cover",
    await arrived(services, "#996633", { width: 1200, height: 600 }),
    1_700_000_001,
  );
  expect(await picturesOf(services, id)).toEqual({
    avatar: {
      src: `/uploads/avatars/${id}/avatar-${id}-1700000000000.webp`,
      width: 400,
      height: 400,
      widths: widthsBelow(400),
      colour: expect.stringMatching(/^#3[0-9a-f]{5}$/),
    },
    cover: {
      src: `/uploads/avatars/${id}/cover-${id}-1700000001000.webp`,
      width: 1200,
      height: 600,
      widths: widthsBelow(1200),
      colour: expect.stringMatching(/^#9[0-9a-f]{5}$/),
    },
  });
  expect(await services.storage.head(`avatars/${id}/avatar-${id}-1700000000000-200w.webp`)).toBeDefined();
});

test("a picture that was sent without the dialog is cut to the frame all the same", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  await saved(
    services,
    id,
    "avatar",
    await arrived(services, "#336699", { width: 900, height: 300 }),
    1_700_000_000,
  );
  expect((await picturesOf(services, id)).avatar).toMatchObject({ width: 400, height: 400 });
});

test("taking it over twice stores it once; another one takes its place, and only then its files go", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  const first = await arrived(services, "#336699");
  await saved(services, id, "avatar", first, 1_700_000_000);
  await saved(services, id, "avatar", first, 1_700_000_000);
  expect(await toRemove(services)).toEqual([]);
  await saved(services, id, "avatar", await arrived(services, "#996633"), 1_700_000_005);
  expect((await picturesOf(services, id)).avatar?.src).toContain("1700000005000");
  expect(await toRemove(services)).toEqual([
    { url: `/uploads/avatars/${id}/avatar-${id}-1700000000000.webp` },
  ]);
});

test("a picture can be taken away, by its own musician only", async () => {
  await using services = await freshServices();
  const [mine, theirs] = [await makeMusician(services.db), await makeMusician(services.db)];
  for (const { id } of [mine, theirs]) {
    await saved(services, id, "cover", await arrived(services, "#336699"), 1_700_000_000);
  }
  await deletePicture(services, mine.id, "cover");
  expect((await picturesOf(services, mine.id)).cover).toBeNull();
  expect((await picturesOf(services, theirs.id)).cover).not.toBeNull();
  expect(await toRemove(services)).toEqual([
    { url: `/uploads/avatars/${mine.id}/cover-${mine.id}-1700000000000.webp` },
  ]);
  await expect(deletePicture(services, mine.id, "cover")).rejects.toMatchObject({ kind: "not-found" });
  await expect(deletePicture(services, mine.id, "avatar")).rejects.toMatchObject({ kind: "not-found" });
});

test("without a profile there is nothing to give a picture to: refused before the first byte, and at the end", async () => {
  await using services = await freshServices();
  const { id } = await makeUser(services.db);
  await expect(uploadKinds.avatar.admit(announced, services, id)).rejects.toMatchObject({
    kind: "conflict",
    publicText: profileFirst,
  });
  await expect(
    saved(services, id, "avatar", await arrived(services, "#336699"), 1_700_000_000),
  ).rejects.toMatchObject({ publicText: `Failed to save avatar: ${profileFirst}` });
});

test("an account that is gone meanwhile gets the documented text", async () => {
  await using services = await freshServices();
  await expect(uploadKinds.cover.admit(announced, services, randomUUID())).rejects.toMatchObject({
    kind: "not-found",
    publicText: "Missing user or original image file",
  });
});

test("a file that is no picture is refused by its name, and by its content", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  await expect(
    uploadKinds.avatar.admit({ ...announced, name: "me.svg" }, services, id),
  ).rejects.toMatchObject({ publicText: "Please select an image file" });
  const file = await arrived(services, "#336699");
  await writeFile(file.path, "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await expect(uploadKinds.avatar.accept(services, id, file)).rejects.toMatchObject({
    publicText: "Please select an image file",
  });
  expect((await picturesOf(services, id)).avatar).toBeNull();
});

test("a full library takes no picture, whatever was announced", async () => {
  await using services = await freshServices({ QUOTA_GB: "0.001" });
  const { id } = await makeMusician(services.db);
  await makeStoredImage(services.db, { user_id: id, bytes: services.config.quotaBytes - 100 });
  const full =
    "Your library is full: 0.0 of 0.001 GB are used. Delete something and empty Recently deleted to make room.";
  await expect(
    saved(services, id, "avatar", await arrived(services, "#336699"), 1_700_000_000),
  ).rejects.toMatchObject({ kind: "too-large", publicText: `Failed to save avatar: ${full}` });
  expect((await picturesOf(services, id)).avatar).toBeNull();
});

const halves = { crop_x: "0.5", crop_y: "0", crop_width: "0.5", crop_height: "1" };
const left = { crop_x: 0, crop_y: 0, crop_width: 0.5, crop_height: 1 };

/** A phone's photo, on its side, with a place in it: upright its left half is red and its right half blue. */
async function photo(services: Services): Promise<StagedFile> {
  const blue = { create: { width: 400, height: 400, channels: 3, background: "#0000ff" } } as const;
  const upright = await sharp({ create: { width: 800, height: 400, channels: 3, background: "#ff0000" } })
    .composite([{ input: blue, gravity: "east" }])
    .png()
    .toBuffer();
  const file = await arrived(services, "#000000");
  const content = await sharp(upright)
    .rotate(270)
    .withExif({ IFD0: { Artist: "Somebody" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await writeFile(file.path, content);
  return { ...file, size: content.byteLength, about: halves };
}

async function colourOf({ storage }: Services, address: string | undefined): Promise<string> {
  const bytes = await buffer(await storage.read(address?.slice("/uploads/".length) ?? ""));
  const [red = 0, , blue = 0] = await sharp(bytes).resize(1, 1).raw().toBuffer();
  return red > 200 ? "red" : blue > 200 ? "blue" : "neither";
}

const originalsOf = ({ db }: Services, userId: string) =>
  db.asMusician(userId).read((tx) => ownOriginals(tx, userId));

/** A musician whose profile picture is the right half of a photo. */
async function withPhoto(services: Services) {
  const { id } = await makeMusician(services.db);
  await saved(services, id, "avatar", await photo(services), 1_700_000_000);
  const { src = "" } = (await originalsOf(services, id)).avatar ?? {};
  return { id, src };
}

test("a picture that is sent with the part that shows is kept whole: upright, with nothing but its pixels", async () => {
  await using services = await freshServices();
  const { id, src } = await withPhoto(services);
  const { avatar } = await picturesOf(services, id);
  expect(avatar).toMatchObject({ width: 400, height: 400 });
  expect(await colourOf(services, avatar?.src)).toBe("blue");
  expect(await originalsOf(services, id)).toEqual({
    avatar: {
      src: `/uploads/avatars/${id}/avatar-original-${id}-1700000000000.webp`,
      shares: { crop_x: 0.5, crop_y: 0, crop_width: 0.5, crop_height: 1 },
    },
    cover: null,
  });
  const bytes = await buffer(await services.storage.read(src.slice("/uploads/".length)));
  const { width, height, exif, orientation } = await sharp(bytes).metadata();
  expect({ width, height, exif, orientation }).toEqual({ width: 800, height: 400 });
  const used = await services.db.asMusician(id).read((tx) => usedBytes(tx, id));
  const pictures = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("stored_images").select("bytes").executeTakeFirstOrThrow());
  expect(used).toBe((pictures.bytes ?? 0) + bytes.byteLength);
});

test("only its owner reads what a picture was cut from, and what shows is public", async () => {
  await using services = await freshServices();
  const { id, src } = await withPhoto(services);
  const { id: other } = await makeMusician(services.db);
  const { avatar } = await picturesOf(services, id);
  const { db } = services;
  const readers = [db.asVisitor(), db.asMusician(other), db.asMusician(id)];
  const read = (address = "") => Promise.all(readers.map((reader) => mayReadFile(reader, address)));
  expect(await read(src)).toEqual([false, false, true]);
  expect(await read(avatar?.src)).toEqual([true, true, true]);
  expect((await originalsOf(services, other)).avatar).toBeNull();
});

test("another part of it shows without sending it again; what showed before goes, and the whole stays", async () => {
  await using services = await freshServices();
  const { id, src } = await withPhoto(services);
  const before = (await picturesOf(services, id)).avatar?.src;
  await movePicture(services, id, "avatar", src, left);
  const after = (await picturesOf(services, id)).avatar?.src;
  expect(after).not.toBe(before);
  expect(await colourOf(services, after)).toBe("red");
  expect((await originalsOf(services, id)).avatar).toEqual({ src, shares: left });
  expect(await toRemove(services)).toEqual([{ url: before }]);
  await removeUnnamedFiles(services);
  expect(await services.storage.head(src.slice("/uploads/".length))).not.toBeNull();
});

test("a picture that was replaced meanwhile isn't moved, nor another musician's, nor a suspended one's", async () => {
  await using services = await freshServices();
  const { id, src } = await withPhoto(services);
  const { id: other } = await makeMusician(services.db);
  await expect(movePicture(services, other, "avatar", src, left)).rejects.toMatchObject({ kind: "conflict" });
  await saved(services, id, "avatar", await photo(services), 1_700_000_009);
  const shown = (await picturesOf(services, id)).avatar?.src;
  await expect(movePicture(services, id, "avatar", src, left)).rejects.toMatchObject({ kind: "conflict" });
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", id)
        .execute(),
    );
  const own = (await originalsOf(services, id)).avatar?.src ?? "";
  await expect(movePicture(services, id, "avatar", own, left)).rejects.toThrow();
  expect((await picturesOf(services, id)).avatar?.src).toBe(shown);
});

test("what a picture was cut from goes with it: replaced, taken away, or with its account", async () => {
  await using services = await freshServices();
  const { storage } = services;
  const isThere = async (address: string) => (await storage.head(address.slice("/uploads/".length))) !== null;
  const replaced = await withPhoto(services);
  await saved(services, replaced.id, "avatar", await arrived(services, "#336699"), 1_700_000_009);
  expect((await originalsOf(services, replaced.id)).avatar).toBeNull();
  const removed = await withPhoto(services);
  await deletePicture(services, removed.id, "avatar");
  expect((await originalsOf(services, removed.id)).avatar).toBeNull();
  const gone = await withPhoto(services);
  expect(await Promise.all([replaced, removed, gone].map(({ src }) => isThere(src)))).toEqual([
    true,
    true,
    true,
  ]);
  await services.db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", gone.id).execute());
  await removeUnnamedFiles(services);
  expect(await Promise.all([replaced, removed, gone].map(({ src }) => isThere(src)))).toEqual([
    false,
    false,
    false,
  ]);
});

test("a part that lies outside the picture is refused before the first byte", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  for (const about of [
    { ...halves, crop_x: "0.6" },
    { ...halves, crop_width: "0" },
    { ...halves, crop_y: "down" },
    { crop_x: "0" },
  ]) {
    const admitted = uploadKinds.avatar.admit({ ...announced, about }, services, id);
    await expect(admitted).rejects.toMatchObject({ kind: "invalid" });
  }
});

test("a library without room for the whole picture takes none of it", async () => {
  await using services = await freshServices({ QUOTA_GB: "0.001" });
  const { id } = await makeMusician(services.db);
  await makeStoredImage(services.db, { user_id: id, bytes: services.config.quotaBytes - 100 });
  await expect(saved(services, id, "avatar", await photo(services), 1_700_000_000)).rejects.toMatchObject({
    kind: "too-large",
  });
  expect((await originalsOf(services, id)).avatar).toBeNull();
  expect((await picturesOf(services, id)).avatar).toBeNull();
});
