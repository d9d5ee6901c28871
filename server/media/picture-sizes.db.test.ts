import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { variantAddress, widthsBelow } from "../../app/shared/picture.ts";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makePhoto, makeStoredImage } from "../../tests/factories/page.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { removeUnnamedFiles } from "../files/removal.ts";
import type { Services } from "../services.ts";
import { addSizes, catchUpSizes } from "./picture-sizes.ts";

const webp = { contentType: "image/webp" };
const pathOf = (url: string) => url.slice("/uploads/".length);

/** A photo as an older Handbill stored it: some sizes, one of which is made no longer. */
async function olderPhoto(services: Services) {
  const { db, storage } = services;
  const { id: user_id } = await makeMusician(db);
  const { image_url: url } = await makePhoto(db, { user_id });
  const known = { url, user_id, width: 1200, height: 800, widths: [200, 960], bytes: 1000 };
  await makeStoredImage(db, known);
  const canvas = sharp({ create: { width: 1200, height: 800, channels: 3, background: "#336699" } });
  await storage.put(pathOf(url), await canvas.webp().toBuffer(), webp);
  for (const width of known.widths)
    await storage.put(pathOf(variantAddress(url, width)), Buffer.from("old"), webp);
  return { url, user_id };
}

async function stored({ storage }: Services): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list("photos/")) paths.push(path);
  return paths;
}

const rowOf = ({ db }: Services, url: string) =>
  db
    .asSystem()
    .read((tx) => tx.selectFrom("stored_images").selectAll().where("url", "=", url).executeTakeFirst());

test("an older picture gets the sizes it lacks, once, keeps those it has, and counts as much as before", async () => {
  await using services = await freshServices();
  const { url } = await olderPhoto(services);
  await addSizes(services, url);
  const widths = [...widthsBelow(1200), 960].sort((a, b) => a - b);
  expect(await rowOf(services, url)).toMatchObject({ widths, bytes: 1000 });
  const addresses = [url, ...widths.map((width) => variantAddress(url, width))];
  expect((await stored(services)).sort()).toEqual(addresses.map(pathOf).sort());
  const small = await services.storage.borrow(pathOf(variantAddress(url, 320)), (file) =>
    sharp(file).metadata(),
  );
  expect(small).toMatchObject({ width: 320, format: "webp" });
  const before = await services.storage.head(pathOf(variantAddress(url, 320)));
  await addSizes(services, url);
  expect(await services.storage.head(pathOf(variantAddress(url, 320)))).toEqual(before);
});

test("each older picture is asked for once, and one that has all sizes never", async () => {
  await using services = await freshServices();
  const { url } = await olderPhoto(services);
  await makeStoredImage(services.db, { widths: widthsBelow(1600) });
  const jobs = () =>
    services.db
      .asSystem()
      .read((tx) =>
        sql<{ data: object }>`select data from pgboss.job where name = 'picture.sizes'`.execute(tx),
      );
  for (let time = 0; time < 2; time++) {
    await catchUpSizes(services);
    expect((await jobs()).rows).toEqual([{ data: { url } }]);
  }
});

test("a picture whose file is missing is left as it is; a picture that is deleted meanwhile leaves nothing", async () => {
  await using services = await freshServices();
  const lost = await makeStoredImage(services.db, { widths: [] });
  await addSizes(services, lost.url);
  expect(await rowOf(services, lost.url)).toMatchObject({ widths: [] });

  const { url } = await olderPhoto(services);
  const put = services.storage.put;
  services.storage.put = async (path, ...rest) => {
    await services.db.asSystem().write((tx) => tx.deleteFrom("photo_gallery").execute());
    await removeUnnamedFiles(services);
    await put(path, ...rest);
  };
  await addSizes(services, url);
  await removeUnnamedFiles(services);
  expect(await stored(services)).toEqual([]);
});
