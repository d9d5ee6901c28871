import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeRelease, makeReleaseLink, makeReleaseTrack, makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { findArtistPage } from "./artist.server";
import { findOwnReleasePage, findReleasePage, findTrackPage } from "./music-pages.server";
import { releasesChangeAt } from "./page-answer.server";

let db: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const inMs = (ms: number) => new Date(Date.now() + ms);
const hour = 3_600_000;
const day = (days: number) =>
  inMs(days * 24 * hour)
    .toISOString()
    .slice(0, 10);
const findTrack = (slug: string, track: string) => findTrackPage(db.asVisitor(), slug, track);
const findRelease = (slug: string, release: string) => findReleasePage(db.asVisitor(), slug, release);
const titles = (list: { title: string }[] | null | undefined) => list?.map(({ title }) => title);
const renameTrack = (id: string, user: string, title: string) =>
  db
    .asMusician(user)
    .write((tx) => tx.updateTable("music_tracks").set({ title }).where("id", "=", id).execute());

test("a track's page has all that is to know of it, and nothing of a hidden one or another artist's", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "tracks" });
  await makeMusician(db, { custom_url: "others" });
  const track = await makeTrack(db, {
    user_id,
    title: "Open Water",
    lyrics: "La la",
    credits: "Me",
    licence: "cc-by",
    isrc: "GBABC2600001",
  });
  await makeTrack(db, { user_id, title: "Hidden", is_visible: false });
  const release = await makeRelease(db, { user_id, title: "Sea" });
  await makeReleaseTrack(db, release, track.id);
  const draft = await makeRelease(db, { user_id, title: "Draft", published_at: null });
  await makeReleaseTrack(db, draft, track.id);
  expect((await findTrack("tracks", "open-water"))?.track).toMatchObject({
    title: "Open Water",
    lyrics: "La la",
    credits: "Me",
    licence: "cc-by",
    isrc: "GBABC2600001",
    releases: [{ title: "Sea", slug: "sea", isOut: true }],
  });
  expect([await findTrack("tracks", "hidden"), await findTrack("others", "open-water")]).toEqual([
    null,
    null,
  ]);
});

test("former titles' slugs find the track and the release", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "renamer" });
  const track = await makeTrack(db, { user_id, title: "One" });
  await renameTrack(track.id, user_id, "Two");
  const release = await makeRelease(db, { user_id, title: "First" });
  await db
    .asMusician(user_id)
    .write((tx) =>
      tx.updateTable("releases").set({ title: "Second" }).where("id", "=", release.id).execute(),
    );
  expect((await findTrack("renamer", "one"))?.track.slug).toBe("two");
  expect((await findRelease("renamer", "first"))?.release.slug).toBe("second");
});

test("the music section's switch takes tracks and releases off every page", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "silent", show_music_section: false });
  const track = await makeTrack(db, { user_id, title: "One" });
  const release = await makeRelease(db, { user_id, title: "First" });
  await makeReleaseTrack(db, release, track.id);
  expect(await findTrack("silent", "one")).toBeNull();
  expect(await findRelease("silent", "first")).toBeNull();
  const page = await findArtistPage(db.asVisitor(), "silent");
  expect([page?.releases, page?.latestTracks]).toEqual([null, null]);
});

test("an announced release names its tracks, and plays only the early ones", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "coming" });
  const [early, late, hidden] = await Promise.all([
    makeTrack(db, { user_id, title: "Early" }),
    makeTrack(db, { user_id, title: "Late" }),
    makeTrack(db, { user_id, title: "Hidden", is_visible: false }),
  ]);
  const release = await makeRelease(db, { user_id, title: "Soon", release_date: day(3) });
  await makeReleaseTrack(db, release, late.id);
  await makeReleaseTrack(db, release, early.id, { is_early: true });
  await makeReleaseTrack(db, release, hidden.id);
  await makeReleaseLink(db, release, { platform: "spotify" });
  const page = await findRelease("coming", "soon");
  expect(page?.release).toMatchObject({
    isOut: false,
    isLastDay: false,
    day: day(3),
    links: [{ platform: "spotify" }],
  });
  expect(titles(page?.release.entries)).toEqual(["Late", "Early"]);
  expect(titles(page?.release.playable)).toEqual(["Early"]);
  expect(JSON.stringify(page)).not.toContain(late.file_url);
  expect([await findTrack("coming", "late"), (await findTrack("coming", "early"))?.track.title]).toEqual([
    null,
    "Early",
  ]);
  const artist = await findArtistPage(db.asVisitor(), "coming");
  expect([titles(artist?.tracks), titles(artist?.latestTracks)]).toEqual([[], []]);
});

test("the latest release that is out leads, its tracks in their order; what is to come stands before it", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "discography" });
  const [loose, one, two] = await Promise.all([
    makeTrack(db, { user_id, title: "Loose" }),
    makeTrack(db, { user_id, title: "One", display_order: 9 }),
    makeTrack(db, { user_id, title: "Two", display_order: 1 }),
  ]);
  const out = async (title: string, release_date: string) =>
    makeRelease(db, { user_id, title, release_date });
  await out("Old", "2001-05-05");
  const latest = await out("Latest", "2020-01-01");
  await out("Older", "1999-01-01");
  await out("Next year", day(365));
  await out("Next week", day(7));
  await makeRelease(db, { user_id, title: "Scheduled", published_at: inMs(hour) });
  await makeReleaseTrack(db, latest, one.id);
  await makeReleaseTrack(db, latest, two.id);
  const page = await findArtistPage(db.asVisitor(), "discography");
  expect(titles(page?.releases)).toEqual(["Next week", "Next year", "Latest", "Old", "Older"]);
  expect(titles(page?.latestTracks)).toEqual(["One", "Two"]);
  expect(titles(page?.tracks)).toEqual([loose.title]);
});

test("what is on no living release is in the list again", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "deleted" });
  const track = await makeTrack(db, { user_id, title: "Back" });
  const release = await makeRelease(db, { user_id, deleted_at: new Date() });
  await makeReleaseTrack(db, release, track.id);
  const page = await findArtistPage(db.asVisitor(), "deleted");
  expect([titles(page?.tracks), titles(page?.releases)]).toEqual([["Back"], []]);
  expect((await findTrack("deleted", "back"))?.track.releases).toEqual([]);
});

test("a draft's page is its artist's alone", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "drafter" });
  const other = await makeMusician(db);
  const track = await makeTrack(db, { user_id, title: "Unheard" });
  const draft = await makeRelease(db, { user_id, title: "Draft", published_at: null });
  await makeReleaseTrack(db, draft, track.id);
  const gone = await makeRelease(db, { user_id, title: "Gone", deleted_at: new Date() });
  expect(await findRelease("drafter", "draft")).toBeNull();
  const own = (id: string, slug: string) => findOwnReleasePage(db.asMusician(id), id, "drafter", slug);
  expect((await own(user_id, "draft"))?.release).toMatchObject({
    isOut: true,
    entries: [{ title: "Unheard" }],
    playable: [{ title: "Unheard" }],
  });
  expect([await own(other.id, "draft"), await own(user_id, gone.slug)]).toEqual([null, null]);
});

test("pages are kept until the next publication or release, the visitor sees it or not", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "changing" });
  const next = async () => {
    const page = await findArtistPage(db.asVisitor(), "changing");
    return page && (await releasesChangeAt({ db }, page))?.toISOString();
  };
  await makeRelease(db, { user_id });
  await makeRelease(db, { user_id, published_at: null, release_date: day(1) });
  await makeRelease(db, { user_id, published_at: inMs(hour), deleted_at: new Date() });
  expect(await next()).toBeUndefined();
  const announced = await makeRelease(db, { user_id, release_date: day(5), time_zone: "Pacific/Auckland" });
  expect(await next()).toBe(announced.released_at?.toISOString());
  const published_at = inMs(2 * hour);
  await makeRelease(db, { user_id, published_at, release_date: day(90) });
  expect(await next()).toBe(published_at.toISOString());
});
