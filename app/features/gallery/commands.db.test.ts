import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makePhoto, makeStoredImage } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { findArtistPage } from "../../pages/artist/artist.server.ts";
import { servicesContext } from "../../services.server.ts";
import { variantAddress, variantWidths } from "../../shared/picture.ts";
import { viewerContext } from "../../viewer.server.ts";
import { addPhoto } from "./commands.server.ts";
import * as gallery from "./dashboard.tsx";
import { uploadKinds } from "./uploads.server.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

/** The screen's arguments, in the name of one musician. */
function call(userId: string, fields?: Record<string, string>, { page = 1, db = services.db } = {}) {
  const context = new RouterContextProvider();
  context.set(servicesContext, { ...services, db });
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL(`http://localhost:3000/gallery?page=${page}`);
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/gallery" as const };
}

const load = async (userId: string, page = 1) => {
  const { gallery: loaded } = await gallery.loader(call(userId, undefined, { page }));
  if (!loaded) throw new Error("The photos were not loaded.");
  return loaded;
};
const send = (userId: string, fields: Record<string, string>): Promise<unknown> =>
  gallery.action(call(userId, fields));

const picture = (colour: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

/** A file as it waits on the local disk once it has arrived. */
async function staged(name: string, bytes: Uint8Array) {
  const path = join(services.config.dataDir, name);
  await sharp(bytes).toFile(path);
  return { id: name.replace(/\W/g, "-"), path, name, size: bytes.byteLength, about: {} };
}

test("a photo that several processes take over at the same time is one", async () => {
  const { id } = await makeMusician(services.db);
  const src = `/uploads/photos/${id}/once.webp`;
  const picture = { src, width: 10, height: 10, widths: [], colour: "#000000", bytes: 10 };
  const inParallel = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 8 }, work));
  // Each has its connection, so that none is first.
  await inParallel(() => load(id));
  await inParallel(() => addPhoto(services, id, picture));
  expect((await load(id)).total).toBe(1);
});

test("a photo that has arrived hangs first, in all its sizes; taken over twice it is one", async () => {
  const { id } = await makeMusician(services.db);
  const file = await staged("first.jpg", await picture("#804020"));
  await uploadKinds.photo.accept(services, id, file);
  await uploadKinds.photo.accept(services, id, file);
  await uploadKinds.photo.accept(services, id, await staged("second.jpg", await picture("#204080")));
  const { photos, total } = await load(id);
  expect(total).toBe(2);
  expect(photos).toMatchObject([
    {
      caption: "",
      altText: "",
      picture: { width: 900, height: 600, widths: variantWidths.filter((width) => width < 900) },
    },
    { picture: { src: `/uploads/photos/${id}/first-jpg.webp` } },
  ]);
  const read = (address: string) =>
    services.storage.borrow(address.replace("/uploads/", ""), (path) => sharp(path).metadata());
  const [, first] = photos;
  if (!first) throw new Error("There is no second photo.");
  expect(await read(first.picture.src)).toMatchObject({ format: "webp", width: 900 });
  expect(await read(variantAddress(first.picture.src, 400))).toMatchObject({ format: "webp", width: 400 });
});

test("a file that is no photo or too large is refused before it is sent", async () => {
  const { id } = await makeMusician(services.db);
  const admit = async (file: { name: string; size: number; type: string }) =>
    uploadKinds.photo.admit({ ...file, about: {} }, services, id);
  const photo = { name: "Stage.png", size: 5_000_000, type: "image/png" };
  await expect(admit(photo)).resolves.toBeUndefined();
  await expect(admit({ ...photo, type: "text/html" })).rejects.toMatchObject({
    publicText: "Please select an image file",
  });
  await expect(admit({ ...photo, size: 10 * 1024 * 1024 + 1 })).rejects.toMatchObject({
    publicText: "Stage.png is too large. Images must be smaller than 10MB",
  });
});

test("captions and alt texts are kept, and fans get both", async () => {
  const { id, profile } = await makeMusician(services.db);
  const { id: first } = await makePhoto(services.db, { user_id: id, caption: "Old" });
  expect(
    await send(id, { intent: "describe-photo", id: first, caption: " New ", alt_text: "A stage" }),
  ).toEqual({ described: true });
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(page?.photos).toMatchObject([{ caption: "New", altText: "A stage" }]);
});

test("photos keep the order they are given, here and on the page; a new one still hangs first", async () => {
  const { id, profile } = await makeMusician(services.db);
  const made = [];
  for (const day of [1, 2, 3]) {
    const created_at = new Date(Date.UTC(2026, 0, day));
    made.push((await makePhoto(services.db, { user_id: id, created_at, caption: `${day}` })).id);
  }
  const captions = async () => (await load(id)).photos.map(({ caption }) => caption);
  expect(await captions()).toEqual(["3", "2", "1"]);
  const order = [made[1], made[0], made[2]].join(" ");
  expect(await send(id, { intent: "reorder-photos", order })).toEqual({ reordered: true });
  expect(await captions()).toEqual(["2", "1", "3"]);
  await makePhoto(services.db, { user_id: id, caption: "new" });
  expect(await captions()).toEqual(["new", "2", "1", "3"]);
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(page?.photos?.map(({ caption }) => caption)).toEqual(["new", "2", "1", "3"]);
});

test("a deleted photo is gone, and so is the file's right to be read", async () => {
  const { id } = await makeMusician(services.db);
  const { url } = await makeStoredImage(services.db, { user_id: id });
  const photo = await makePhoto(services.db, { user_id: id, image_url: url });
  expect(await send(id, { intent: "delete-photo", id: photo.id })).toEqual({ deleted: true });
  expect(await load(id)).toEqual({ photos: [], total: 0, matches: 0 });
  const waiting = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("files_to_remove").select("url").where("url", "=", url).execute());
  expect(waiting).toHaveLength(1);
});

test("another's photos answer 404 and stay as they are", async () => {
  const [me, them] = [await makeMusician(services.db), await makeMusician(services.db)];
  const theirs = await makePhoto(services.db, { user_id: them.id, caption: "Theirs" });
  const mine = await makePhoto(services.db, { user_id: me.id });
  const attempts: Record<string, string>[] = [
    { intent: "describe-photo", id: theirs.id, caption: "Mine now", alt_text: "" },
    { intent: "delete-photo", id: theirs.id },
    { intent: "reorder-photos", order: `${theirs.id} ${mine.id}` },
  ];
  for (const fields of attempts) {
    expect(await send(me.id, fields), fields.intent).toMatchObject({ init: { status: 404 } });
  }
  // Among one's own it is passed over.
  expect(await send(me.id, { intent: "delete-photo", id: `${theirs.id} ${mine.id}` })).toEqual({
    deleted: true,
  });
  expect((await load(me.id)).photos).toEqual([]);
  expect((await load(them.id)).photos).toMatchObject([{ id: theirs.id, caption: "Theirs" }]);
});

test("the thousandth photo and those after it have screens of their own, and can be edited and moved", async () => {
  const { id } = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    tx
      .insertInto("photo_gallery")
      .values(
        Array.from({ length: 1003 }, (_, index) => ({
          user_id: id,
          image_url: `/uploads/photos/${id}/${index}.webp`,
          caption: `${index}`,
          created_at: new Date(Date.UTC(2026, 0, 1) - index * 1000),
        })),
      )
      .execute(),
  );
  const first = await load(id);
  expect(first.photos).toHaveLength(1000);
  expect(first.total).toBe(1003);
  const second = await load(id, 2);
  expect(second.photos.map(({ caption }) => caption)).toEqual(["1000", "1001", "1002"]);
  const order = second.photos.map((photo) => photo.id).reverse();
  await send(id, { intent: "reorder-photos", order: order.join(" ") });
  await send(id, { intent: "describe-photo", id: order[0] ?? "", caption: "last", alt_text: "" });
  expect((await load(id, 2)).photos.map(({ caption }) => caption)).toEqual(["last", "1001", "1000"]);
  expect((await load(id)).photos.map(({ id: photo }) => photo)).toEqual(
    first.photos.map(({ id: photo }) => photo),
  );
});

test("photos that can't be loaded leave the screen standing", async () => {
  const { id } = await makeMusician(services.db);
  const broken = () => Promise.reject(new Error("The table is gone."));
  const db: Services["db"] = {
    ...services.db,
    asMusician: (userId) => ({ ...services.db.asMusician(userId), read: broken }),
  };
  expect(await gallery.loader(call(id, undefined, { db }))).toMatchObject({ gallery: null });
});
