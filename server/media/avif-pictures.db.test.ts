import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { expect, test } from "vitest";
import { avifAddress, everyAddress, variantAddress } from "../../app/shared/picture.ts";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeTrack, uploadAddress } from "../../tests/factories/page.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { removeUnnamedFiles } from "../files/removal.ts";
import type { Services } from "../services.ts";
import { createAvifPictures } from "./avif-pictures.ts";
import { storeImage } from "./images.ts";

const pathOf = (url = "") => url.slice("/uploads/".length);

/** A track with a cover in all its sizes. */
async function trackWithCover({ db, storage }: Services) {
  const { id: userId } = await makeMusician(db);
  const canvas = sharp({ create: { width: 700, height: 700, channels: 3, background: "#336699" } });
  const source = await canvas.png().toBuffer();
  const { src } = await storeImage(storage, { folder: "avatars", userId, name: "cover", source });
  const { id } = await makeTrack(db, { user_id: userId, cover_image: src });
  return { id, userId, src, variant: variantAddress(src, 640) };
}

async function stored({ storage }: Services): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list("avatars/")) paths.push(path);
  return paths;
}

test("a cover is made as AVIF once it was asked for in a size, and goes with the cover", async () => {
  await using services = await freshServices();
  const { id, userId, src, variant } = await trackWithCover(services);
  const pictures = createAvifPictures(services);
  expect(await pictures.has(variant)).toBe(false);
  await expect.poll(() => pictures.has(variant)).toBe(true);
  const made = await buffer(await services.storage.read(pathOf(avifAddress(variant))));
  expect(made.toString("latin1", 4, 12)).toBe("ftypavif");
  // Only the size that was asked for.
  expect((await stored(services)).filter((path) => path.endsWith(".avif"))).toHaveLength(1);

  await services.db
    .asMusician(userId)
    .write((tx) => tx.deleteFrom("music_tracks").where("id", "=", id).execute());
  await removeUnnamedFiles(services);
  const left = await stored(services);
  expect(left.filter((path) => everyAddress(src).map(pathOf).includes(path))).toEqual([]);
});

test("a picture that was deleted while it was made leaves nothing behind", async () => {
  await using services = await freshServices();
  const { id, userId, variant } = await trackWithCover(services);
  const { storage } = services;
  const isStored = Promise.withResolvers<void>();
  const deletesFirst: Services["storage"] = {
    ...storage,
    head: (path) => storage.head(path),
    read: (path) => storage.read(path),
    async put(...file) {
      await services.db
        .asMusician(userId)
        .write((tx) => tx.deleteFrom("music_tracks").where("id", "=", id).execute());
      await removeUnnamedFiles(services);
      await storage.put(...file);
      isStored.resolve();
    },
  };
  await createAvifPictures({ ...services, storage: deletesFirst }).has(variant);
  await isStored.promise;
  await expect
    .poll(async () => {
      await removeUnnamedFiles(services);
      return stored(services);
    })
    .toEqual([]);
});

test("nothing is made of what isn't there or isn't a cover", async () => {
  await using services = await freshServices();
  const pictures = createAvifPictures(services);
  const missing = uploadAddress("avatars", crypto.randomUUID(), "gone-640w.webp");
  for (const address of [missing, missing.replace("avatars", "photos")])
    expect(await pictures.has(address)).toBe(false);
  expect(await stored(services)).toEqual([]);
});
