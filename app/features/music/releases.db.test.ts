import { afterAll, describe, expect, test } from "vitest";
import { ChangedMeanwhile } from "#server/versions.ts";
import { versionOf } from "~/shared/form-version";
import { parseForm } from "~/shared/forms";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeRelease, makeReleaseTrack, makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import {
  addRelease,
  executeReleaseAction,
  executeReleasesAction,
  saveRelease,
  saveTrackDetails,
  sweepDeletedReleases,
} from "./releases-commands.server";
import { ownRelease, ownReleases, ownTrackDetails } from "./releases-queries.server";
import {
  type ReleaseAction,
  releaseActionSchema,
  releaseValues,
  trackDetailsSchema,
  trackDetailsValues,
} from "./releases-schema";

const db = await freshDatabase();
afterAll(() => db.close());
const services = { db };
const unknownId = "00000000-0000-4000-8000-000000000000";
const farOff = "2199-01-01";

/** A form as the screen sends it. */
function form(fields: Record<string, string>): ReleaseAction {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  const parsed = parseForm(releaseActionSchema, data);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.value;
}

function run(userId: string, fields: Record<string, string>) {
  const action = form(fields);
  if (action.intent === "save-release") throw new Error("That has a command of its own.");
  return executeReleaseAction(services, userId, action);
}

const list = (userId: string) => db.asMusician(userId).read((tx) => ownReleases(tx, userId));
const open = (userId: string, id: string) => db.asMusician(userId).read((tx) => ownRelease(tx, userId, id));
const titlesOn = async (userId: string, id: string) =>
  (await open(userId, id))?.tracks.map(({ title }) => title);

/** What a visitor of the artist may hear. */
const publicTracks = async (userId: string) =>
  (
    await db
      .asVisitor()
      .read((tx) => tx.selectFrom("music_tracks").select("title").where("user_id", "=", userId).execute())
  )
    .map(({ title }) => title)
    .sort();

/** An artist's release with tracks of these titles. */
async function releaseOf(titles: string[], overrides: Parameters<typeof makeRelease>[1] = {}) {
  const { id: userId } = await makeMusician(db);
  const release = await makeRelease(db, { user_id: userId, ...overrides });
  const tracks: string[] = [];
  for (const title of titles) {
    const { id } = await makeTrack(db, { user_id: userId, title });
    await makeReleaseTrack(db, release, id);
    tracks.push(id);
  }
  return { userId, id: release.id, tracks, release };
}

describe("a new release", () => {
  test("is a draft in the account's time zone", async () => {
    const { id: userId } = await makeMusician(db);
    await db
      .asSystem()
      .write((tx) =>
        tx.insertInto("account_preferences").values({ user_id: userId, time_zone: "Europe/Oslo" }).execute(),
      );
    const id = await addRelease(services, userId, { title: "Salt", kind: "album" });
    expect(await open(userId, id)).toMatchObject({
      title: "Salt",
      kind: "album",
      slug: "salt",
      state: "draft",
      time_zone: "Europe/Oslo",
      licence: "all-rights-reserved",
      tracks: [],
    });
  });

  test("is refused when there are as many as there may be, deleted ones counted in", async () => {
    const { id: user_id } = await makeMusician(db);
    await db.asSystem().write((tx) =>
      tx
        .insertInto("releases")
        .values(
          Array.from({ length: 300 }, (_, n) => ({
            user_id,
            title: `Release ${n}`,
            time_zone: "UTC",
            ...(n === 0 && { deleted_at: new Date() }),
          })),
        )
        .execute(),
    );
    await expect(addRelease(services, user_id, { title: "One more", kind: "ep" })).rejects.toMatchObject({
      kind: "conflict",
    });
  });
});

test("the list has what is to come first, then the newest, with states and numbers of tracks", async () => {
  const { id: user_id } = await makeMusician(db);
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
  await makeRelease(db, { user_id, title: "Old", published_at: hours(-48), release_date: "2001-01-01" });
  await makeRelease(db, { user_id, title: "Announced", published_at: hours(-48), release_date: farOff });
  await makeRelease(db, { user_id, title: "Scheduled", published_at: hours(1) });
  await makeRelease(db, { user_id, title: "Draft", published_at: null });
  const out = await makeRelease(db, { user_id, title: "Out", published_at: hours(-2) });
  await makeReleaseTrack(db, out, (await makeTrack(db, { user_id })).id);
  await makeRelease(db, { title: "Another's" });
  const { releases, deleted } = await list(user_id);
  expect(releases.map(({ title, state, tracks }) => [title, state, tracks])).toEqual([
    ["Draft", "draft", 0],
    ["Announced", "announced", 0],
    ["Scheduled", "scheduled", 0],
    ["Out", "out", 1],
    ["Old", "out", 0],
  ]);
  expect(deleted).toEqual([]);
});

describe("what is said of a release", () => {
  const fields = {
    intent: "save-release",
    title: "Salt & Tide",
    kind: "ep",
    description: "Five songs by the sea.",
    credits: "Mixed by Ana",
    licence: "cc-by-sa",
    upc: "0 36000 29145 2",
    release_date: "2026-10-02",
    time_zone: "europe/berlin",
    links: "mara.bandcamp.com/album/salt\n\nhttps://open.spotify.com/album/1\nhttps://example.org/salt",
  };
  const save = (userId: string, id: string, more: Record<string, string> = {}) => {
    const action = form({ ...fields, id, ...more });
    if (action.intent !== "save-release") throw new Error("The form is another.");
    return saveRelease(services, userId, action);
  };

  test("is saved, with the services of its links", async () => {
    const { userId, id } = await releaseOf([]);
    await save(userId, id);
    expect(await open(userId, id)).toMatchObject({
      title: "Salt & Tide",
      slug: "salt-tide",
      kind: "ep",
      description: "Five songs by the sea.",
      credits: "Mixed by Ana",
      licence: "cc-by-sa",
      upc: "036000291452",
      release_date: "2026-10-02",
      time_zone: "Europe/Berlin",
      released_at: new Date("2026-10-01T22:00:00Z"),
      links: [
        { platform: "bandcamp", url: "https://mara.bandcamp.com/album/salt" },
        { platform: "spotify", url: "https://open.spotify.com/album/1" },
        { platform: "website", url: "https://example.org/salt" },
      ],
    });
    await save(userId, id, { links: "", upc: "", description: " ", release_date: "" });
    expect(await open(userId, id)).toMatchObject({
      links: [],
      upc: null,
      description: null,
      release_date: null,
    });
  });

  test("is refused with what another tab has saved meanwhile, links too, and saved over it on purpose", async () => {
    const { userId, id } = await releaseOf([]);
    const before = await open(userId, id);
    if (!before) throw new Error("It is there.");
    const version = versionOf(releaseValues(before));
    await save(userId, id, { version });
    const second = save(userId, id, { version, title: "Mine", links: "example.org" });
    await expect(second).rejects.toBeInstanceOf(ChangedMeanwhile);
    await expect(second).rejects.toMatchObject({
      stored: { title: "Salt & Tide", links: expect.stringContaining("bandcamp") },
    });
    const now = await open(userId, id);
    if (!now) throw new Error("It is there.");
    await save(userId, id, { version: versionOf(releaseValues(now)), title: "Mine" });
    expect((await open(userId, id))?.title).toBe("Mine");
  });

  test("of another's, or of one that is deleted, is not found", async () => {
    const { id, userId } = await releaseOf([]);
    const { id: other } = await makeMusician(db);
    await expect(save(other, id)).rejects.toMatchObject({ kind: "not-found" });
    await run(userId, { intent: "delete-release", id });
    await expect(save(userId, id)).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("its tracks", () => {
  test("are added at the end in the given order, once each, and moved", async () => {
    const { userId, id, tracks } = await releaseOf(["One", "Two"]);
    const three = (await makeTrack(db, { user_id: userId, title: "Three" })).id;
    const four = (await makeTrack(db, { user_id: userId, title: "Four" })).id;
    await run(userId, { intent: "add-tracks", id, tracks: [four, tracks[0], three].join(" ") });
    expect(await titlesOn(userId, id)).toEqual(["One", "Two", "Four", "Three"]);
    await run(userId, { intent: "reorder-release", id, order: [three, four, ...tracks].join(" ") });
    expect(await titlesOn(userId, id)).toEqual(["Three", "Four", "One", "Two"]);
    // Another tab has seen two of them, and not what was added since.
    await run(userId, { intent: "reorder-release", id, order: tracks.toReversed().join(" ") });
    expect(await titlesOn(userId, id)).toEqual(["Three", "Four", "Two", "One"]);
    expect((await open(userId, id))?.library).toEqual([]);
  });

  test("that two tabs add at once are all on it", async () => {
    const { userId, id } = await releaseOf([]);
    const added = await Promise.all(
      ["A", "B", "C"].map(async (title) => (await makeTrack(db, { user_id: userId, title })).id),
    );
    await Promise.all(added.map((tracks) => run(userId, { intent: "add-tracks", id, tracks })));
    expect((await titlesOn(userId, id))?.sort()).toEqual(["A", "B", "C"]);
  });

  test("that are deleted meanwhile, or another's, are not found, and nothing else is added", async () => {
    const { userId, id } = await releaseOf([]);
    const mine = (await makeTrack(db, { user_id: userId })).id;
    for (const other of [(await makeTrack(db)).id, unknownId]) {
      await expect(
        run(userId, { intent: "add-tracks", id, tracks: `${mine} ${other}` }),
      ).rejects.toMatchObject({ kind: "not-found" });
    }
    const gone: Record<string, string>[] = [
      { intent: "remove-track", track: unknownId },
      { intent: "set-early", track: unknownId, isEarly: "true" },
      { intent: "reorder-release", order: unknownId },
    ];
    for (const fields of gone)
      await expect(run(userId, { ...fields, id })).rejects.toMatchObject({ kind: "not-found" });
    expect(await titlesOn(userId, id)).toEqual([]);
  });

  test("leave the page until the day, but for those that play before", async () => {
    const { userId, id, tracks } = await releaseOf(["One", "Two"], { release_date: farOff });
    expect(await publicTracks(userId)).toEqual([]);
    await run(userId, { intent: "set-early", id, track: tracks[1] ?? "", isEarly: "true" });
    expect(await publicTracks(userId)).toEqual(["Two"]);
  });

  test("that are taken off before it is out don't become public by that", async () => {
    const { userId, id, tracks } = await releaseOf(["One", "Two"], { published_at: null });
    expect(await run(userId, { intent: "remove-track", id, track: tracks[0] ?? "" })).toEqual({ hidden: 1 });
    expect(await publicTracks(userId)).toEqual([]);
    await run(userId, { intent: "publish-release", id });
    expect(await publicTracks(userId)).toEqual(["Two"]);
    // Once it is out nothing is kept from anyone.
    expect(await run(userId, { intent: "remove-track", id, track: tracks[1] ?? "" })).toEqual({ hidden: 0 });
    expect(await publicTracks(userId)).toEqual(["Two"]);
  });

  test("that are hidden are shown again from here", async () => {
    const { userId, id, tracks } = await releaseOf(["One"]);
    await db
      .asSystem()
      .write((tx) =>
        tx.updateTable("music_tracks").set({ is_visible: false }).where("user_id", "=", userId).execute(),
      );
    await run(userId, { intent: "show-track", id, track: tracks[0] ?? "" });
    expect(await publicTracks(userId)).toEqual(["One"]);
  });
});

describe("it is published", () => {
  test("at once, later, and not any more", async () => {
    const { userId, id } = await releaseOf(["One"], { published_at: null });
    const state = async () => (await open(userId, id))?.state;
    const at = new Date(Date.now() + 86_400_000).toISOString();
    await run(userId, { intent: "schedule-release", id, published_at: at });
    expect(await state()).toBe("scheduled");
    await run(userId, { intent: "publish-release", id });
    expect(await state()).toBe("out");
    const first = (await open(userId, id))?.published_at;
    await run(userId, { intent: "publish-release", id });
    expect((await open(userId, id))?.published_at).toEqual(first);
    await run(userId, { intent: "unpublish-release", id });
    expect(await state()).toBe("draft");
    expect(await publicTracks(userId)).toEqual([]);
  });
});

describe("it is deleted", () => {
  test("with its tracks hidden where it wasn't out, and is as before when it comes back", async () => {
    const { userId, id, tracks } = await releaseOf(["One", "Two", "Three"], { release_date: farOff });
    await run(userId, { intent: "set-early", id, track: tracks[1] ?? "", isEarly: "true" });
    const single = await makeRelease(db, { user_id: userId });
    await makeReleaseTrack(db, single, tracks[2] ?? "");
    expect(await publicTracks(userId)).toEqual(["Three", "Two"]);
    expect(await run(userId, { intent: "delete-release", id })).toEqual({ hidden: 1 });
    expect(await publicTracks(userId)).toEqual(["Three", "Two"]);
    expect(await open(userId, id)).toBeUndefined();
    const { releases, deleted } = await list(userId);
    expect([releases.map((one) => one.id), deleted.map((one) => one.id)]).toEqual([[single.id], [id]]);

    await executeReleasesAction(services, userId, { intent: "restore-release", id });
    expect(await titlesOn(userId, id)).toEqual(["One", "Two", "Three"]);
    expect((await open(userId, id))?.tracks.map(({ is_visible }) => is_visible)).toEqual([true, true, true]);
    expect(await publicTracks(userId)).toEqual(["Three", "Two"]);
    // It is there: there is nothing to bring back.
    await expect(
      executeReleasesAction(services, userId, { intent: "restore-release", id }),
    ).rejects.toMatchObject({ kind: "not-found" });
  });

  test("and its tracks stay on the page where it was out", async () => {
    const { userId, id } = await releaseOf(["One"]);
    expect(await run(userId, { intent: "delete-release", id })).toEqual({ hidden: 0 });
    expect(await publicTracks(userId)).toEqual(["One"]);
  });

  test("for good on request, or after thirty days; not before", async () => {
    const { userId, id } = await releaseOf([]);
    const purge = () => executeReleasesAction(services, userId, { intent: "purge-release", id });
    await expect(purge()).rejects.toMatchObject({ kind: "not-found" });
    await run(userId, { intent: "delete-release", id });
    await purge();
    expect((await list(userId)).deleted).toEqual([]);

    const days = (n: number) => new Date(Date.now() - n * 86_400_000);
    await makeRelease(db, { user_id: userId, title: "Kept", deleted_at: days(29) });
    await makeRelease(db, { user_id: userId, title: "Swept", deleted_at: days(31) });
    expect(await sweepDeletedReleases(services)).toBe(1);
    expect((await list(userId)).deleted.map(({ title }) => title)).toEqual(["Kept"]);
  });
});

describe("a track's details", () => {
  const details = { lyrics: "La la\n\nla", credits: "Bass: Ana", licence: "cc0", isrc: "SE-A1B-26-00012" };
  const save = (userId: string, id: string, more: Record<string, string> = {}) =>
    saveTrackDetails(services, userId, trackDetailsSchema.parse({ id, ...details, ...more }));

  test("are saved, with the releases that it is on", async () => {
    const { userId, id, tracks } = await releaseOf(["One"], { title: "Salt", release_date: farOff });
    const track = tracks[0] ?? "";
    await save(userId, track);
    expect(await db.asMusician(userId).read((tx) => ownTrackDetails(tx, userId, track))).toMatchObject({
      lyrics: "La la\n\nla",
      credits: "Bass: Ana",
      licence: "cc0",
      isrc: "SEA1B2600012",
      isOut: false,
      releases: [{ id, title: "Salt" }],
    });
  });

  test("are refused with what another tab has saved meanwhile; another's are not found", async () => {
    const { userId, tracks } = await releaseOf(["One"]);
    const track = tracks[0] ?? "";
    const empty = { lyrics: null, credits: null, licence: "all-rights-reserved", isrc: null } as const;
    const version = versionOf(trackDetailsValues(empty));
    await save(userId, track, { version });
    await expect(save(userId, track, { version, lyrics: "Other" })).rejects.toBeInstanceOf(ChangedMeanwhile);
    const { id: other } = await makeMusician(db);
    await expect(save(other, track)).rejects.toMatchObject({ kind: "not-found" });
  });
});
