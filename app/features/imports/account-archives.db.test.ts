import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportAccount } from "../../../server/backup/export.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeSubscriber } from "../../../tests/factories/audience.ts";
import {
  hoursFromNow,
  makeEvent,
  makePageLink,
  makePhoto,
  makeRelease,
  makeReleaseLink,
  makeReleaseTrack,
  makeSocialLink,
  makeTrack,
  makeVideo,
  uploadAddress,
} from "../../../tests/factories/page.ts";
import { importsOf } from "../../../tests/harness/imports.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { replaced, temporaryFile, zipOfFiles } from "../../../tests/harness/zips.ts";

const services = await freshServices();
afterAll(() => services[Symbol.asyncDispose]());
const { bring, look, rowsOf, send, take } = importsOf(services);

const fixture = (name: string) => readFile(join(import.meta.dirname, "../../../tests/fixtures", name));
const pictureOf = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

let wav: Buffer;
/** A sound of its own for each name. */
const sound = (name: string) => Buffer.concat([wav, Buffer.from(name)]);
/** The archive of an account that has something of everything. */
let archive: Buffer;
beforeAll(async () => {
  wav = await fixture("tone.wav");
  const { id: user_id } = await makeMusician(services.db);
  const { db } = services;
  const stored = async (folder: "avatars" | "photos" | "music", name: string, bytes: Buffer) => {
    const path = await temporaryFile(bytes);
    await services.storage.put(`${folder}/${user_id}/${name}`, path, {
      contentType: folder === "music" ? "audio/wav" : "image/jpeg",
    });
    await rm(path);
    return uploadAddress(folder, user_id, name);
  };

  await makePageLink(db, { user_id, title: "Shop", url: "https://shop.example.org/", display_order: 2 });
  const shown_from = new Date("2027-03-01T18:00:00Z");
  await makePageLink(db, {
    ...{ user_id, title: "Secret sale", url: "https://sale.example.org/", display_order: 1 },
    ...{ is_visible: false, shown_from },
    image_url: await stored("photos", "link.jpg", await pictureOf(320, 320, "#0000aa")),
  });
  await makeSocialLink(db, { user_id, platform: "instagram", url: "https://www.instagram.com/mara" });
  const venue = {
    event_time: "20:30",
    venue_name: "Loppen",
    location: "Copenhagen",
    time_zone: "Europe/Copenhagen",
  };
  await makeEvent(db, { user_id, title: "Long ago", event_date: "2019-05-01", is_published: true, ...venue });
  await makeEvent(db, { user_id, title: "Not told yet", event_date: "2099-05-01", is_published: false });
  await makeEvent(db, { user_id, title: "Off", event_date: "2099-06-01", cancelled_at: new Date() });
  await makeVideo(db, { user_id, title: "Live", is_visible: false, is_primary: true });

  const confirmed_at = hoursFromNow(-48);
  const list = { musician_id: user_id, confirmed_at };
  await makeSubscriber(db, { ...list, subscriber_email: "fan@example.org", subscriber_name: "Fan" });
  await makeSubscriber(db, { ...list, subscriber_email: "gone@example.org", unsubscribed_at: new Date() });
  await makeSubscriber(db, { ...list, subscriber_email: "waits@example.org", confirmed_at: null });

  const cover_image = await stored("avatars", "cover.jpg", await pictureOf(400, 400, "#336699"));
  const out = await makeRelease(db, {
    user_id,
    title: "Tides",
    kind: "album",
    cover_image,
    credits: "By me",
  });
  await makeReleaseLink(db, out, { url: "https://mara.bandcamp.com/album/tides" });
  const deleted = await makeRelease(db, { user_id, title: "Withdrawn", deleted_at: hoursFromNow(-1) });
  const draft = await makeRelease(db, { user_id, title: "Coming", published_at: null });
  const track = async (title: string, more: Parameters<typeof makeTrack>[1] = {}) =>
    makeTrack(db, {
      user_id,
      title,
      file_url: await stored("music", `${title.toLowerCase()}.wav`, sound(title)),
      ...more,
    });
  const [ebb, flood] = [await track("Ebb", { lyrics: "Away" }), await track("Flood", { is_visible: false })];
  const single = { downloads_enabled: false, licence: "cc-by" as const, cover_image };
  await track("Single", single);
  await track("Hidden", { is_visible: false });
  const [early, old] = [await track("Early"), await track("Old")];
  await makeTrack(db, { user_id, title: "Lost", file_url: uploadAddress("music", user_id, "lost.wav") });
  await makeReleaseTrack(db, out, flood.id);
  await makeReleaseTrack(db, out, ebb.id);
  await makeReleaseTrack(db, draft, early.id);
  await makeReleaseTrack(db, deleted, old.id);

  const photo = async (name: string, caption: string, display_order: number) =>
    makePhoto(db, {
      image_url: await stored(
        "photos",
        name,
        await pictureOf(60, 40, name === "a.jpg" ? "#aa0000" : "#00aa00"),
      ),
      ...{ user_id, caption, alt_text: `Alt of ${caption}`, display_order },
    });
  await photo("a.jpg", "Second", 2);
  await photo("b.jpg", "First", 1);
  archive = await buffer(exportAccount(services, user_id));
});

/** What an account has of what an archive may bring. */
async function pageOf(userId: string) {
  return services.db.asMusician(userId).read(async (tx) => ({
    links: await tx
      .selectFrom("page_links")
      .select(["title", "is_visible", "shown_from", "image_url"])
      .where("user_id", "=", userId)
      .orderBy("display_order")
      .execute(),
    socialLinks: await tx.selectFrom("social_links").select("url").where("user_id", "=", userId).execute(),
    events: await tx
      .selectFrom("events")
      .select(["title", "is_published", "event_time", "venue_name", "cancelled_at"])
      .where("user_id", "=", userId)
      .orderBy("event_date")
      .execute(),
    videos: await tx
      .selectFrom("video_gallery")
      .select(["title", "is_visible", "is_primary"])
      .where("user_id", "=", userId)
      .execute(),
    subscribers: await tx
      .selectFrom("newsletter_subscribers")
      .select(["subscriber_email", "confirmed_at"])
      .where("musician_id", "=", userId)
      .execute(),
    tracks: await tx
      .selectFrom("music_tracks")
      .select([
        "id",
        "title",
        "is_visible",
        "out_at",
        "lyrics",
        "downloads_enabled",
        "licence",
        "cover_image",
      ])
      .where("user_id", "=", userId)
      .orderBy("display_order")
      .execute(),
    releases: await tx
      .selectFrom("releases")
      .select(["id", "title", "kind", "credits", "published_at", "cover_image"])
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null)
      .orderBy("title")
      .execute(),
    photos: await tx
      .selectFrom("photo_gallery")
      .select(["caption", "alt_text"])
      .where("user_id", "=", userId)
      .orderBy("display_order")
      .orderBy("created_at", "desc")
      .execute(),
  }));
}
const statesOf = async (userId: string, id: string, kind: string) =>
  (await rowsOf(userId, id, kind)).map(({ label, state, reason }) => [label, state, reason]);
const answer = "They subscribed at my other page";
const draftNote = "It comes in as a draft, for you to publish.";

test("the archive of an account comes in beside what is there; what is hidden, a draft or on none stays so", async () => {
  const { id: userId } = await makeMusician(services.db);
  await makePageLink(services.db, { user_id: userId, title: "Mine", url: "https://shop.example.org/" });
  const id = await bring(userId, archive, "mara.zip");
  expect((await look(userId, id)).isAccount).toBe(true);
  expect(await statesOf(userId, id, "links")).toEqual([
    ["Secret sale", "new", null],
    ["Shop", "duplicate", "Your link “Mine” leads there already."],
  ]);
  expect(await statesOf(userId, id, "events")).toEqual([
    ["Long ago", "new", null],
    ["Not told yet", "new", null],
    ["Off", "new", null],
  ]);
  expect((await statesOf(userId, id, "subscribers")).toSorted()).toEqual([
    ["fan@example.org", "new", null],
    ["gone@example.org", "refused", "Has unsubscribed there."],
    ["waits@example.org", "refused", "Has not confirmed there."],
  ]);
  expect(await statesOf(userId, id, "releases")).toEqual([
    ["Tides", "new", draftNote],
    ["Coming", "new", draftNote],
  ]);
  expect((await statesOf(userId, id, "tracks")).at(-1)).toEqual([
    "Lost",
    "refused",
    "Its file is not in this archive.",
  ]);
  await expect(take(userId, id)).rejects.toThrow("when and how they agreed");
  expect(await take(userId, id, { answer })).toEqual({ bringing: 11 });

  const page = await pageOf(userId);
  expect(page.links).toEqual([
    { title: "Mine", is_visible: true, shown_from: null, image_url: null },
    {
      ...{ title: "Secret sale", is_visible: false, shown_from: new Date("2027-03-01T18:00:00Z") },
      image_url: expect.stringContaining(`/uploads/photos/${userId}/`),
    },
  ]);
  expect(page.socialLinks).toEqual([{ url: "https://www.instagram.com/mara" }]);
  expect(page.events).toEqual([
    {
      ...{ title: "Long ago", is_published: true, event_time: "20:30:00", venue_name: "Loppen" },
      cancelled_at: null,
    },
    { title: "Not told yet", is_published: false, event_time: null, venue_name: null, cancelled_at: null },
    expect.objectContaining({ title: "Off", cancelled_at: expect.any(Date) }),
  ]);
  expect(page.videos).toEqual([{ title: "Live", is_visible: false, is_primary: false }]);
  // Asked again, as those of every other list.
  expect(page.subscribers).toEqual([{ subscriber_email: "fan@example.org", confirmed_at: null }]);
  expect(page.releases).toMatchObject([
    { title: "Coming", published_at: null },
    { title: "Tides", published_at: null, kind: "album", credits: "By me" },
  ]);
  expect(page.releases[1]?.cover_image).toContain(`/uploads/avatars/${userId}/`);
  const isPublic = ({ is_visible, out_at }: { is_visible: boolean; out_at: Date | null }) =>
    is_visible && (out_at === null || out_at < new Date());
  expect(
    page.tracks.map((track) => [track.title, track.is_visible ? "shown" : "hidden", isPublic(track)]),
  ).toEqual([
    ["Flood", "hidden", false],
    // Of a release that is a draft here.
    ["Ebb", "shown", false],
    ["Single", "shown", true],
    ["Hidden", "hidden", false],
    ["Early", "shown", false],
    // Its release was deleted there.
    ["Old", "hidden", false],
  ]);
  expect(page.tracks[1]).toMatchObject({ lyrics: "Away", cover_image: null });
  expect(page.tracks[2]).toMatchObject({
    ...{ downloads_enabled: false, licence: "cc-by" },
    cover_image: expect.stringContaining(`/uploads/avatars/${userId}/`),
  });
  const links = await services.db
    .asMusician(userId)
    .read((tx) => tx.selectFrom("release_links").select("url").where("user_id", "=", userId).execute());
  expect(links).toEqual([{ url: "https://mara.bandcamp.com/album/tides" }]);
  expect(page.photos).toEqual([
    { caption: "First", alt_text: "Alt of First" },
    { caption: "Second", alt_text: "Alt of Second" },
  ]);

  const again = await bring(userId, archive);
  const { plans } = await look(userId, again);
  expect(plans.flatMap(({ rows }) => rows).filter(({ state }) => state === "new")).toEqual([]);
  await expect(take(userId, again, { answer })).rejects.toThrow("nothing left to bring in");

  const made = (await look(userId, id)).came.reduce((sum, { count }) => sum + count, 0);
  expect(made).toBe(17);
  await services.db
    .asMusician(userId)
    .write((tx) =>
      tx
        .updateTable("events")
        .set({ title: "Told now" })
        .where("user_id", "=", userId)
        .where("title", "=", "Not told yet")
        .execute(),
    );
  expect(await send(userId, { intent: "undo-import", id })).toEqual({ undoneImport: made - 1, kept: 1 });
  expect(await pageOf(userId)).toMatchObject({
    ...{ links: [{ title: "Mine" }], socialLinks: [], videos: [], subscribers: [] },
    ...{ events: [{ title: "Told now" }], tracks: [], releases: [], photos: [] },
  });
});

/** An archive that somebody has written. */
const forged = (rows: Record<string, unknown>, files: Parameters<typeof zipOfFiles>[0] = [], folder = "") =>
  zipOfFiles([
    [`${folder}account.json`, JSON.stringify({ format: "handbill-account", version: 1 })],
    ...Object.entries({ music_tracks: [], ...rows }).map(
      ([table, content]) => [`${folder}data/${table}.json`, JSON.stringify(content)] as const,
    ),
    ...files,
  ]);

test("of two releases of one title each gets its own tracks; a track whose release stays out is hidden", async () => {
  const { id: userId } = await makeMusician(services.db);
  await makeRelease(services.db, { user_id: userId, title: "tides" });
  const published = { kind: "album", licence: "cc0", published_at: "2020-01-01T00:00:00Z" };
  const releases = ["Tides", "Left", "Twin", "twin"].map((title, id) => ({ id, title, ...published }));
  const music_tracks = ["Known", "Unticked", "First", "Second", "Alone"].map((title, id) => ({
    ...{ id, title, file_url: `/uploads/music/x/${id}.wav`, is_visible: true, downloads_enabled: true },
  }));
  const release_tracks = [0, 1, 2, 3].map((id) => ({ release_id: id, track_id: id, position: 1 }));
  const files = music_tracks.map(({ id }) => [`files/music/${id}.wav`, sound(String(id))] as const);
  const id = await bring(userId, await forged({ releases, music_tracks, release_tracks }, files));
  expect((await statesOf(userId, id, "releases")).map(([, ...state]) => state)).toEqual([
    ["duplicate", "You have a release of this title already."],
    ["new", draftNote],
    ["new", draftNote],
    ["new", draftNote],
  ]);
  await take(userId, id, { without: "releases:2" });
  const { tracks } = await pageOf(userId);
  expect(tracks.map(({ title, is_visible }) => [title, is_visible])).toEqual([
    ["Known", false],
    ["Unticked", false],
    ["First", true],
    ["Second", true],
    ["Alone", true],
  ]);
  const on = await services.db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("release_tracks")
        .innerJoin("releases", "releases.id", "release_id")
        .innerJoin("music_tracks", "music_tracks.id", "track_id")
        .select(["releases.title as release", "music_tracks.title as track"])
        .where("releases.user_id", "=", userId)
        .orderBy("music_tracks.display_order")
        .execute(),
    );
  expect(on).toEqual([
    { release: "Twin", track: "First" },
    { release: "twin", track: "Second" },
  ]);
  expect((await look(userId, id)).troubles).toEqual([]);
});

test("lyrics as long as a form takes come in whole; longer ones stay out, and the row says so", async () => {
  const { id: userId } = await makeMusician(services.db);
  const music_tracks = ["🎸".repeat(10_000), "🎸".repeat(10_001)].map((lyrics, id) => ({
    ...{ id, title: `Song ${id}`, file_url: `/uploads/music/x/${id}.wav`, is_visible: true, lyrics },
  }));
  const files = music_tracks.map(({ id, title }) => [`files/music/${id}.wav`, sound(title)] as const);
  const id = await bring(userId, await forged({ music_tracks }, files));
  expect((await statesOf(userId, id, "tracks")).map(([, ...state]) => state)).toEqual([
    ["new", null],
    ["new", "Its lyrics are too long: it comes in without."],
  ]);
  await take(userId, id);
  const { tracks } = await pageOf(userId);
  expect(tracks.map(({ lyrics }) => lyrics)).toEqual(["🎸".repeat(10_000), null]);
});

test("forged rows, others' ids and paths that lead out bring nothing but what a form would take", async () => {
  const { id: userId } = await makeMusician(services.db);
  const other = await makeTrack(services.db);
  const rows = {
    page_links: [
      { title: "Script", url: "javascript:alert(1)", is_visible: true },
      { title: { $ne: 1 }, url: ["https://example.org"], user_id: other.user_id },
      {
        id: other.id,
        user_id: other.user_id,
        title: "Good",
        url: "https://example.org/",
        display_order: "x",
      },
      { title: "Never", url: "https://example.org/2", shown_from: "no time", is_visible: true },
    ],
    events: [{ title: "No day", event_type: "concert", event_date: "soon", is_published: true }],
    newsletter_subscribers: [{ subscriber_email: "not an address", confirmed_at: "2024-01-01T00:00:00Z" }],
    video_gallery: [{ title: "File", video_type: "mp4", video_url: "file:///etc/passwd", thumbnail_url: "" }],
    music_tracks: [
      { id: other.id, title: "Out", file_url: "/uploads/music/x/../../evil.wav", is_visible: true },
      { id: 2, title: "Theirs", file_url: other.file_url, is_visible: true },
      { id: 3, title: "A picture", file_url: "/uploads/photos/x/a.jpg", is_visible: true },
      { id: 4, title: "Real", file_url: "/uploads/music/x/a.wav", source_digest: "'; drop", isrc: "" },
      { id: 5, title: "Cut", file_url: "/uploads/music/x/cut.wav", is_visible: true },
    ],
    releases: [
      { id: "r", title: "Wild", kind: "album", licence: "mine", published_at: "2020-01-01T00:00:00Z" },
      { id: "s", title: "Tall", kind: "ep", licence: "cc0", cover_image: "/uploads/avatars/x/tall.jpg" },
    ],
    release_tracks: [{ release_id: "s", track_id: other.id, position: 1 }, { track_id: 9 }],
    photo_gallery: [{ image_url: "/uploads/music/x/a.wav" }, { image_url: 7 }],
  };
  const id = await bring(
    userId,
    replaced(
      await forged(rows, [
        ["files/music/a.wav", wav],
        ["files/music/cut.wav", wav.subarray(0, 20)],
        ["files/photos/a.jpg", await pictureOf(20, 20, "#123456")],
        ["files/avatars/tall.jpg", await pictureOf(20, 40, "#123456")],
        ["files/music/xx/xx/evil.wav", wav],
      ]),
      "files/music/xx/xx/evil.wav",
      "files/music/../../evil.wav",
    ),
  );
  const fresh = (await look(userId, id)).plans.flatMap(({ kind, rows }) =>
    rows.flatMap(({ state, label }) => (state === "new" ? [`${kind}: ${label}`] : [])),
  );
  expect(fresh).toEqual(["links: Good", "releases: Tall", "tracks: Real"]);
  await take(userId, id);
  const page = await pageOf(userId);
  expect(page).toMatchObject({
    links: [{ title: "Good", is_visible: false }],
    tracks: [{ title: "Real", is_visible: false }],
    releases: [{ title: "Tall", published_at: null, cover_image: null }],
    ...{ events: [], subscribers: [], videos: [], photos: [] },
  });
  const theirs = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("music_tracks").selectAll().where("user_id", "=", other.user_id).execute());
  expect(theirs).toEqual([other]);
});

test("an archive that was packed again in a folder is known; a damaged, other or vast one is refused", async () => {
  const { id: userId } = await makeMusician(services.db);
  const hidden = { id: 1, title: "Hidden", file_url: "/uploads/music/x/a.wav", is_visible: false };
  const files = [["mara/files/music/a.wav", wav]] as const;
  const id = await bring(userId, await forged({ music_tracks: [hidden] }, files, "mara/"));
  await take(userId, id);
  expect((await pageOf(userId)).tracks).toMatchObject([{ title: "Hidden", is_visible: false }]);

  const file = ["files/music/a.wav", wav] as const;
  const tracks = ["data/music_tracks.json", "[]"] as const;
  const cut = ["data/release_tracks.json", "position,track_id\n1,2\n"] as const;
  const refusals = [
    [await zipOfFiles([["account.json", "{}"], tracks, file]), "account.json of this archive can't be read"],
    [
      await zipOfFiles([["account.json", '{"format":"handbill-account","version":2}'], tracks, file]),
      "made by a newer Handbill",
    ],
    // Without it a track that isn't out would be shown.
    [
      await zipOfFiles([["account.json", '{"format":"handbill-account","version":1}'], tracks, file, cut]),
      "data/release_tracks.json of this archive can't be read",
    ],
    [await forged({ page_links: { title: "No list" } }, [file]), "data/page_links.json of this archive"],
    [await forged({ events: Array(5_001).fill({}) }, [file]), "has more than 5,000 rows"],
    [await forged({}), "There is nothing in this file"],
  ] as const;
  for (const [bytes, text] of refusals) await expect(bring(userId, bytes)).rejects.toThrow(text);
});

test("of a musician who was suspended meanwhile nothing comes in", async () => {
  const { id: userId } = await makeMusician(services.db);
  const link = { title: "Shop", url: "https://shop.example.org/", is_visible: true };
  const track = { id: 1, title: "Out", file_url: "/uploads/music/x/a.wav", is_visible: true };
  const rows = { page_links: [link], music_tracks: [track] };
  const id = await bring(userId, await forged(rows, [["files/music/a.wav", wav]]));
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", userId)
        .execute(),
    );
  await expect(take(userId, id)).rejects.toThrow();
  expect(await pageOf(userId)).toMatchObject({ links: [], tracks: [] });
});
