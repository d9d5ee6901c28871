import { expect, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makePhoto, makeTrack, uploadAddress } from "../../tests/factories/page.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { mayReadFile } from "./stored-files.ts";

test("a file is sent to those who may see a row that names it", async () => {
  await using db = await freshDatabase();
  const [artist, other] = [await makeMusician(db), await makeMusician(db)];
  const shown = await makeTrack(db, { user_id: artist.id });
  const hidden = await makeTrack(db, { user_id: artist.id, is_visible: false });
  const photo = await makePhoto(db, { user_id: artist.id });
  const unnamed = uploadAddress("music", artist.id, "unnamed.mp3");

  for (const stranger of [db.asVisitor(), db.asMusician(other.id)]) {
    expect(await mayReadFile(stranger, fileOf(shown))).toBe(true);
    expect(await mayReadFile(stranger, photo.image_url)).toBe(true);
    expect(await mayReadFile(stranger, fileOf(hidden))).toBe(false);
    expect(await mayReadFile(stranger, unnamed)).toBe(false);
  }
  expect(await mayReadFile(db.asMusician(artist.id), fileOf(hidden))).toBe(true);
  expect(await mayReadFile(db.asMusician(artist.id), unnamed)).toBe(false);
});

test("the sizes of a picture are sent to those who may see the picture", async () => {
  await using db = await freshDatabase();
  const artist = await makeMusician(db);
  const cover = (name: string) => uploadAddress("avatars", artist.id, name);
  await makeTrack(db, { user_id: artist.id, cover_image: cover("shown.webp") });
  await makeTrack(db, { user_id: artist.id, cover_image: cover("hidden.webp"), is_visible: false });

  for (const size of ["", "-64w", "-200w", "-960w", "-1250w"]) {
    expect(await mayReadFile(db.asVisitor(), cover(`shown${size}.webp`))).toBe(true);
    expect(await mayReadFile(db.asVisitor(), cover(`hidden${size}.webp`))).toBe(false);
    expect(await mayReadFile(db.asMusician(artist.id), cover(`hidden${size}.webp`))).toBe(true);
  }
  expect(await mayReadFile(db.asVisitor(), cover("shown-600w.webp"))).toBe(false);
});

function fileOf({ file_url }: { file_url: string | null }): string {
  return file_url ?? "";
}
