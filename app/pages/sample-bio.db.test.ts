import { expect, test } from "vitest";
import { artist } from "../../demo/artist.ts";
import { makeMusician, makeUser } from "../../tests/factories/accounts.ts";
import { makeComment } from "../../tests/factories/audience.ts";
import { makeEvent, makePhoto, makeSocialLink, makeTrack } from "../../tests/factories/page.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { findSamplePage } from "./sample-bio.server";

/** The demo artist's account, with a page without the demo flag. */
async function makeDemoArtist(db: Parameters<typeof makeUser>[0]) {
  await makeUser(db, { id: artist.userId, email: artist.email });
  return makeMusician(db, { user_id: artist.userId, artist_name: "The demo artist" });
}

test("the artist who is flagged is the sample, the latest if there are several", async () => {
  await using db = await freshDatabase();
  await makeDemoArtist(db);
  await makeMusician(db, { is_demo_profile: true, artist_name: "Before", updated_at: "2026-01-01" });
  const { id } = await makeMusician(db, { is_demo_profile: true, updated_at: "2026-01-02" });
  await makeMusician(db, { updated_at: "2026-01-03" });
  const sample = await findSamplePage({ db });
  expect(sample).toMatchObject({ isCanned: false, userId: id, page: { userId: id } });
});

test("without a flagged page, it is the demo artist's, whose account stays unnamed", async () => {
  await using db = await freshDatabase();
  await makeMusician(db);
  await makeDemoArtist(db);
  const sample = await findSamplePage({ db });
  expect(sample).toMatchObject({
    isCanned: false,
    userId: artist.userId,
    page: { artistName: "The demo artist" },
  });
  expect(JSON.stringify(sample)).not.toContain(artist.email);
});

test("another account with the demo artist's address is no sample", async () => {
  await using db = await freshDatabase();
  const { id } = await makeUser(db, { email: artist.email });
  await makeMusician(db, { user_id: id });
  expect(await findSamplePage({ db })).toMatchObject({ isCanned: true, userId: null });
});

test("without an artist, the page shows canned content", async () => {
  await using db = await freshDatabase();
  await makeMusician(db);
  const { page, isCanned, userId } = await findSamplePage({ db });
  expect({ isCanned, userId }).toEqual({ isCanned: true, userId: null });
  expect(page.artistName).not.toBe("");
  expect(page.tracks?.length).toBeGreaterThan(0);
  expect(page.tracks?.every(({ fileUrl }) => fileUrl === null)).toBe(true);
  expect(page.comments?.length).toBeGreaterThan(0);
  for (const list of [page.tracks, page.comments, page.photos]) {
    expect(new Set(list?.map(({ id }) => id)).size).toBe(list?.length);
  }
});

test("it shows the ten newest tracks, the twelve newest photos and the ten newest comments", async () => {
  await using db = await freshDatabase();
  const { id: user_id } = await makeMusician(db, { is_demo_profile: true });
  const other = await makeMusician(db);
  // Neither in the order of time, nor in the order of the artist page.
  for (const day of [3, 13, 1, 7, 11, 5, 9, 2, 12, 6, 10, 4, 8]) {
    const created_at = new Date(Date.UTC(2026, 0, day));
    await makeTrack(db, { user_id, created_at, title: `${day}`, display_order: day });
    await makePhoto(db, { user_id, created_at, caption: `${day}` });
    await makeComment(db, { musician_id: user_id, created_at, content: `${day}` });
  }
  const newest = new Date(Date.UTC(2026, 1, 1));
  await makeTrack(db, { user_id, created_at: newest, is_visible: false });
  await makeTrack(db, { user_id: other.id, created_at: newest });
  await makePhoto(db, { user_id: other.id, created_at: newest });
  await makeComment(db, { musician_id: user_id, created_at: newest, is_approved: false });
  await makeComment(db, { musician_id: other.id, created_at: newest });

  const { page } = await findSamplePage({ db });
  const days = (count: number) => Array.from({ length: count }, (_, index) => `${13 - index}`);
  expect(page.tracks?.map(({ title }) => title)).toEqual(days(10));
  expect(page.photos?.map(({ caption }) => caption)).toEqual(days(12));
  expect(page.comments?.map(({ content }) => content)).toEqual(days(10));
});

test("the rest of the page is the artist's page", async () => {
  await using db = await freshDatabase();
  const { id: user_id } = await makeMusician(db, { is_demo_profile: true, show_gallery_section: false });
  await makePhoto(db, { user_id });
  const { url } = await makeSocialLink(db, { user_id, platform: "tidal" });
  const { title } = await makeEvent(db, { user_id });
  const { page } = await findSamplePage({ db });
  expect(page).toMatchObject({
    photos: null,
    socialLinks: [{ platform: "tidal", url }],
    events: [{ title }],
    hasBookingForm: true,
  });
});
