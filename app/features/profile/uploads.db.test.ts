import { randomUUID } from "node:crypto";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { StagedFile } from "#server/http/uploads.ts";
import type { Services } from "#server/services.ts";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { makeStoredImage } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { widthsBelow } from "../../shared/picture.ts";
import { deletePicture } from "./commands.server";
import type { PictureKind } from "./picture-kinds";
import { ownPictures } from "./queries.server";
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
