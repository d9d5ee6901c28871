import { expect, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import {
  makePhoto,
  makePrivateLink,
  makeRelease,
  makeReleaseTrack,
  makeTrack,
  uploadAddress,
} from "../../tests/factories/page.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { isLent, mayReadFile } from "./stored-files.ts";

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

test("a private link lends what its track or release is and was heard from, and the covers, until it ends", async () => {
  await using db = await freshDatabase();
  const { id: user_id } = await makeMusician(db);
  const music = (name: string) => uploadAddress("music", user_id, name);
  const cover = (name: string) => uploadAddress("avatars", user_id, name);
  const track = await makeTrack(db, { user_id, is_visible: false, cover_image: cover("track.webp") });
  const copied = await makeTrack(db, {
    user_id,
    playback_url: music("copy.mp3"),
    playback_state: "made",
  });
  const hidden = await makeTrack(db, { user_id, is_visible: false });
  const draft = await makeRelease(db, { user_id, published_at: null, cover_image: cover("draft.webp") });
  for (const on of [copied, hidden]) await makeReleaseTrack(db, draft, on.id);
  const trackLink = await makePrivateLink(db, { user_id, track_id: track.id });
  const releaseLink = await makePrivateLink(db, { user_id, release_id: draft.id });
  const all = [fileOf(track), cover("track.webp"), fileOf(copied), music("copy.mp3"), fileOf(hidden)];
  const lentBy = async ({ token }: { token: string }) => {
    const addresses = [...all, cover("draft.webp"), cover("draft-400w.webp")];
    const answers = await Promise.all(addresses.map((address) => isLent(db, token, address)));
    return addresses.filter((_, at) => answers[at]);
  };
  const ofTrack = [fileOf(track), cover("track.webp")];
  expect(await lentBy(trackLink)).toEqual(ofTrack);
  // The original, too: who began before the copy was made hears it to its end.
  const ofRelease = [fileOf(copied), music("copy.mp3"), cover("draft.webp"), cover("draft-400w.webp")];
  expect(await lentBy(releaseLink)).toEqual(ofRelease);
  expect(await lentBy({ token: "" })).toEqual([]);

  const system = db.asSystem();
  const suspend = (suspended_at: Date | null) =>
    system.write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at, suspended_reason: suspended_at && "Words" })
        .where("id", "=", user_id)
        .execute(),
    );
  await suspend(new Date());
  expect(await lentBy(trackLink)).toEqual([]);
  await suspend(null);
  expect(await lentBy(trackLink)).toEqual(ofTrack);
  await system.write((tx) => tx.updateTable("private_links").set({ expires_at: new Date() }).execute());
  expect(await lentBy(trackLink)).toEqual([]);
  await system.write((tx) => tx.updateTable("private_links").set({ expires_at: null }).execute());
  await system.write((tx) => tx.updateTable("releases").set({ deleted_at: new Date() }).execute());
  expect(await lentBy(releaseLink)).toEqual([]);
  await db.asMusician(user_id).write((tx) => tx.deleteFrom("private_links").execute());
  expect(await lentBy(trackLink)).toEqual([]);
});

function fileOf({ file_url }: { file_url: string | null }): string {
  return file_url ?? "";
}
