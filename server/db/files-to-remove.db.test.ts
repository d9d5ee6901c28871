import { afterAll, describe, expect, test } from "vitest";
import { makeMusician, makeUser } from "../../tests/factories/accounts.ts";
import {
  makeBackground,
  makePhoto,
  makePressKit,
  makeStoredImage,
  makeTrack,
  uploadAddress,
} from "../../tests/factories/page.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { mayReadFile } from "../http/stored-files.ts";

// A file that a row no longer names is written down in the transaction that let it go.

const db = await freshDatabase();
afterAll(() => db.close());

/** Does the work, and takes what it had written down. */
async function writtenDown(work: () => Promise<unknown>): Promise<string[]> {
  await work();
  const rows = await db.asSystem().write((tx) => tx.deleteFrom("files_to_remove").returning("url").execute());
  return rows.map(({ url }) => url).sort();
}

const musician = await makeMusician(db);
const { id: user_id } = musician;
const own = db.asMusician(user_id);
const picture = (name: string) => uploadAddress("avatars", user_id, name);

describe("a musician who deletes", () => {
  test("a track lets its sound and its cover go", async () => {
    const track = await makeTrack(db, { user_id, cover_image: picture("art.webp") });
    const remove = () =>
      own.write((tx) => tx.deleteFrom("music_tracks").where("id", "=", track.id).execute());
    expect(await writtenDown(remove)).toEqual([picture("art.webp"), track.file_url]);
  });

  test("a track without a file, nothing", async () => {
    const { id } = await makeTrack(db, { user_id, file_url: null });
    expect(
      await writtenDown(() =>
        own.write((tx) => tx.deleteFrom("music_tracks").where("id", "=", id).execute()),
      ),
    ).toEqual([]);
  });

  test("a photo or the press kit, its file", async () => {
    const photo = await makePhoto(db, { user_id });
    const kit = await makePressKit(db, { user_id });
    const remove = () =>
      own.write(async (tx) => {
        await tx.deleteFrom("photo_gallery").where("id", "=", photo.id).execute();
        await tx.deleteFrom("press_kits").where("id", "=", kit.id).execute();
      });
    expect(await writtenDown(remove)).toEqual([photo.image_url, kit.file_url].sort());
  });
});

test("a background that was uploaded lets its file go when it is replaced or deleted; an address elsewhere is no file", async () => {
  const admin = await makeUser(db, { role: "admin" });
  const asAdmin = db.asAdmin(admin.id);
  const [one, two] = ["one.webp", "two.mp4"].map((name) => uploadAddress("photos", admin.id, name));
  const { id } = await makeBackground(db, { url: one });
  const set = (url: string) => () =>
    asAdmin.write((tx) => tx.updateTable("background_options").set({ url }).where("id", "=", id).execute());
  expect(await writtenDown(set(two ?? ""))).toEqual([one]);
  const remove = () =>
    asAdmin.write((tx) => tx.deleteFrom("background_options").where("id", "=", id).execute());
  expect(await writtenDown(remove)).toEqual([two]);
  const elsewhere = await makeBackground(db, { url: "https://example.org/a.webp" });
  const removeOther = () =>
    asAdmin.write((tx) => tx.deleteFrom("background_options").where("id", "=", elsewhere.id).execute());
  expect(await writtenDown(removeOther)).toEqual([]);
});

test("an uploaded background is read by those who may choose it, and once it is taken off by admins alone", async () => {
  const admin = await makeUser(db, { role: "admin" });
  const url = uploadAddress("photos", admin.id, "choose.webp");
  const { id } = await makeBackground(db, { url });
  const readers = [db.asVisitor(), own, db.asMusician(admin.id)];
  const read = () => Promise.all(readers.map((reader) => mayReadFile(reader, url)));
  expect(await read()).toEqual([true, true, true]);
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("background_options").set({ is_active: false }).where("id", "=", id).execute(),
    );
  expect(await read()).toEqual([false, false, true]);
});

describe("a musician who changes", () => {
  const set = (change: { avatar_url?: string | null; cover_image?: string | null; bio?: string }) => () =>
    own.write((tx) =>
      tx.updateTable("musician_profiles").set(change).where("user_id", "=", user_id).execute(),
    );

  test("a new picture schedules the old one's deletion, and removes its metadata", async () => {
    expect(await writtenDown(set({ avatar_url: picture("one.webp") }))).toEqual([]);
    for (const name of ["one.webp", "two.webp"]) await makeStoredImage(db, { user_id, url: picture(name) });
    expect(await writtenDown(set({ avatar_url: picture("two.webp") }))).toEqual([picture("one.webp")]);
    const known = await own.read((tx) =>
      tx.selectFrom("stored_images").select("url").where("user_id", "=", user_id).execute(),
    );
    expect(known).toEqual([{ url: picture("two.webp") }]);
    expect(await writtenDown(set({ avatar_url: null }))).toEqual([picture("two.webp")]);
  });

  test("something else lets nothing go", async () => {
    await set({ cover_image: picture("cover.webp") })();
    expect(await writtenDown(set({ cover_image: picture("cover.webp"), bio: "New" }))).toEqual([]);
  });
});

test("a file that another row still names keeps its metadata", async () => {
  const url = picture("shared.webp");
  await makeStoredImage(db, { user_id, url });
  const [one] = [
    await makeTrack(db, { user_id, cover_image: url }),
    await makeTrack(db, { user_id, cover_image: url }),
  ];
  const remove = () => own.write((tx) => tx.deleteFrom("music_tracks").where("id", "=", one.id).execute());
  expect(await writtenDown(remove)).toContain(url);
  const known = await own.read((tx) =>
    tx.selectFrom("stored_images").select("url").where("url", "=", url).execute(),
  );
  expect(known).toHaveLength(1);
});

test("an account that goes lets all its files go", async () => {
  const leaving = await makeMusician(db);
  const track = await makeTrack(db, { user_id: leaving.id });
  const photo = await makePhoto(db, { user_id: leaving.id });
  await makeStoredImage(db, { user_id: leaving.id, url: photo.image_url });
  const remove = () =>
    db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", leaving.id).execute());
  expect(await writtenDown(remove)).toEqual([track.file_url, photo.image_url].sort());
});

test("a rolled-back change schedules no deletion", async () => {
  const track = await makeTrack(db, { user_id });
  const failing = () =>
    own
      .write(async (tx) => {
        await tx.deleteFrom("music_tracks").where("id", "=", track.id).execute();
        throw new Error("No.");
      })
      .catch(() => {});
  expect(await writtenDown(failing)).toEqual([]);
});
