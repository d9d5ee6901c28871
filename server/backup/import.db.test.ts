import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { makeZip } from "client-zip";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { findArtistPage } from "../../app/pages/artist/artist.server.ts";
import { uploadKinds } from "../../app/server-exports.server.ts";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeComment } from "../../tests/factories/audience.ts";
import { makeRelease, makeReleaseLink, makeReleaseTrack, makeTrack } from "../../tests/factories/page.ts";
import { serial } from "../../tests/factories/serial.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { openArchive } from "./archive.ts";
import { exportAccount, exportVersion } from "./export.ts";
import { importAccount } from "./import.ts";

const services = await freshServices();
afterAll(() => services[Symbol.asyncDispose]());

async function imported(
  content: Readable | ReadableStream | Response["body"],
  { kinds = uploadKinds, isVouchedFor = false } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "handbill-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "account.zip");
  if (!content) throw new Error("an archive of nothing");
  await writeFile(file, content);
  await using archive = await openArchive(file);
  const email = `imported-${serial()}@example.org`;
  const parts = { ...services, uploadKinds: kinds };
  return { email, ...(await importAccount(parts, archive, email, { isVouchedFor })) };
}

/** An archive of these rows. */
function archiveOf(
  tables: Record<string, object[]>,
  files: { name: string; input: string | Uint8Array<ArrayBuffer> }[] = [],
) {
  return makeZip([
    { name: "account.json", input: JSON.stringify({ format: "handbill-account", version: 1 }) },
    ...Object.entries(tables).map(([table, rows]) => ({
      name: `data/${table}.json`,
      input: JSON.stringify(rows),
    })),
    ...files,
  ]);
}

const event = { title: "Night", event_type: "concert", event_date: "2026-12-01" };

test.each([
  ["events", { ...event, time_zone: "Evil/Zone" }, "time_zone: Please choose a time zone"],
  ["events", { ...event, event_date: "infinity" }, "event_date: Please enter a date"],
  ["events", { ...event, event_date: "0044-03-15 BC" }, "event_date: Please enter a date"],
  [
    "events",
    { ...event, event_date: "2200-01-01" },
    "event_date: Please enter a date within this century or the next",
  ],
  ["events", { ...event, ticket_url: "javascript:alert(1)" }, "ticket_url: Please enter a valid URL"],
  ["events", { ...event, cancelled_at: "infinity" }, "cancelled_at: This is no time"],
  ["events", { ...event, created_at: "2199-01-01T00:00:00Z" }, "created_at: This time has not been yet"],
  ["social_links", { platform: "website", url: "javascript:alert(1)" }, "url: Please enter a valid URL"],
  ["account_preferences", { time_zone: "Evil/Zone" }, "time_zone: This is no time zone that is known here."],
  [
    "booking_requests",
    { requester_name: "A", requester_email: "a@example.org", message: "Hi", event_date: "-infinity" },
    "event_date: Please enter a date",
  ],
  [
    "newsletter_subscribers",
    { subscriber_email: "a,b@example.org" },
    "subscriber_email: Please enter a valid email address",
  ],
  [
    "fan_comments",
    { author_name: "A", content: "Hi", created_at: "0044-03-15T00:00:00Z BC" },
    "created_at: This is no time",
  ],
  [
    "video_gallery",
    { title: "V", video_type: "youtube", video_url: "https://evil.example/" },
    "video_url: Please enter a valid YouTube URL",
  ],
  [
    "comment_settings",
    { reviews_all: true, blocked_words: ["x".repeat(60)] },
    "blocked_words: Please use at most 50 characters a line",
  ],
  [
    "musician_profiles",
    { artist_name: "Eve", background_opacity: "NaN" },
    "background_opacity: Invalid input: expected number, received NaN",
  ],
])("a row of %s that no form would take is refused by its name: %j", async (table, row, rule) => {
  const { refused, taken } = await imported(archiveOf({ [table]: [row] }));
  expect(refused).toEqual([expect.stringMatching(new RegExp(`^data/${table}\\.json, row 1( “.*”)?: `))]);
  expect(refused[0]).toContain(rule);
  expect([...taken]).toEqual([]);
});

test("beside a row that is refused the others come in, and the account's pages are served", async () => {
  const bad = { ...event, title: "Evil", time_zone: "Evil/Zone" };
  const good = {
    ...event,
    title: "Good",
    event_time: "20:00:00",
    time_zone: "Europe/Berlin",
    is_published: true,
  };
  const custom_url = `taken-along-${serial()}`;
  const { refused, taken } = await imported(
    archiveOf({ musician_profiles: [{ artist_name: "Eve", custom_url }], events: [bad, good] }),
  );
  expect(refused).toEqual(["data/events.json, row 1 “Evil”: time_zone: Please choose a time zone"]);
  expect([...taken]).toEqual([
    ["profile", 1],
    ["events", 1],
  ]);
  const page = await findArtistPage(services.db.asVisitor(), custom_url);
  expect(page).toMatchObject({ events: [{ title: "Good" }] });
});

/** Another account's, worked out anew, or asked for again, such as whether a subscriber agrees. */
test("one of the site's own words is no imported custom URL; the profile comes in without it", async () => {
  const { refused, taken, userId } = await imported(
    archiveOf({ musician_profiles: [{ artist_name: "Analytics", custom_url: "analytics" }] }),
  );
  expect(refused).toEqual([expect.stringContaining("the custom URL analytics: another has it, or it can't")]);
  expect([...taken]).toEqual([["profile", 1]]);
  const stored = await services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("musician_profiles")
        .select(["artist_name", "custom_url"])
        .where("user_id", "=", userId)
        .execute(),
    );
  expect(stored).toEqual([{ artist_name: "Analytics", custom_url: null }]);
});

test("letters come in with the shows that came with them, and reach nobody else", async () => {
  const show = randomUUID();
  const words = [{ text: "See you", bold: true }];
  const letter = {
    id: randomUUID(),
    title: "Harbour night",
    body: "See you",
    status: "sent",
    look: "sheet",
    audience: `show:${show}`,
    blocks: [
      { kind: "paragraph", words },
      { kind: "show", id: show },
      { kind: "track", id: randomUUID() },
    ],
  };
  const evil = { id: randomUUID(), title: "Evil", body: "x", blocks: [{ kind: "html", html: "<script>" }] };
  const { refused, userId } = await imported(
    archiveOf({ events: [{ ...event, title: "Harbour", id: show }], letters: [letter, evil] }),
  );
  expect(refused).toEqual([expect.stringContaining("row 2 “Evil”: blocks")]);
  const stored = await services.db.asSystem().read(async (tx) => ({
    letters: await tx
      .selectFrom("letters")
      .select(["title", "status", "look", "audience", "blocks"])
      .where("musician_id", "=", userId)
      .orderBy("title")
      .execute(),
    shows: await tx.selectFrom("events").select("id").where("user_id", "=", userId).execute(),
  }));
  const id = stored.shows[0]?.id;
  expect(id).not.toBe(show);
  expect(stored.letters).toEqual([
    {
      title: "Harbour night",
      status: "sent",
      look: "sheet",
      audience: `show:${id}`,
      blocks: [
        { kind: "paragraph", words },
        { kind: "show", id },
      ],
    },
  ]);
});

test("what fans are offered first comes in whole", async () => {
  const link = { first_action: "link", first_action_label: "Tape", first_action_url: "https://a.example/" };
  const profile = { artist_name: "Eve", custom_url: `first-${serial()}` };
  const translations = { de: { first_action_label: "Kassette", bio: "Lieder." } };
  const row = { ...profile, ...link, translations };
  const { refused } = await imported(archiveOf({ musician_profiles: [row] }));
  expect(refused).toEqual([]);
  expect(await findArtistPage(services.db.asVisitor(), profile.custom_url)).toMatchObject({
    translations,
    firstAction: "link",
    firstActionLabel: "Tape",
    firstActionUrl: "https://a.example/",
  });
  const half = { ...profile, first_action: "link", first_action_label: "Tape" };
  expect((await imported(archiveOf({ musician_profiles: [half] }))).refused).toEqual([
    expect.stringContaining("first_action: It has no text, or no address"),
  ]);
  const long = { ...row, translations: { de: { first_action_label: "x".repeat(41) } } };
  expect((await imported(archiveOf({ musician_profiles: [long] }))).refused).toEqual([
    expect.stringContaining("translations: de: first_action_label: Please use at most 40 characters"),
  ]);
});

/** What an archive can't give by itself, since anyone can write one. */
const claims = {
  users: [{ role: "admin", email_confirmed_at: "2026-01-01T00:00:00Z" }],
  newsletter_subscribers: [
    { subscriber_email: "ana@example.org", source: "bio_page", confirmed_at: "2026-01-02T00:00:00Z" },
    { subscriber_email: "bo@example.org", unsubscribed_at: "2026-01-03T00:00:00Z" },
  ],
  former_addresses: [{ custom_url: "an-old-name", given_up_at: "2026-01-04T00:00:00Z" }],
  booking_requests: [{ requester_name: "A", requester_email: "a@example.org", message: "Hi" }],
  analytics_days: [{ facet: "all", day: "2026-01-05", kind: "signups", value: "", count: 3 }],
  letters: [{ title: "Tomorrow", body: "x", status: "scheduled", scheduled_for: "2199-01-01T00:00:00Z" }],
};

test.each([false, true])(
  "what only the operator can vouch for counts when they do: %s",
  async (isVouchedFor) => {
    const { refused, userId } = await imported(archiveOf(claims), { isVouchedFor });
    expect(refused).toEqual(
      isVouchedFor
        ? []
        : ["data/former_addresses.json: these count only where the operator vouches for the archive"],
    );
    const stored = await services.db.asSystem().read(async (tx) => ({
      account: await tx
        .selectFrom("users")
        .select(["role", "email_confirmed_at"])
        .where("id", "=", userId)
        .execute(),
      subscribers: await tx
        .selectFrom("newsletter_subscribers")
        .select(["subscriber_email", "confirmed_at", "unsubscribed_at"])
        .where("musician_id", "=", userId)
        .orderBy("subscriber_email")
        .execute(),
      addresses: await tx
        .selectFrom("former_addresses")
        .select("custom_url")
        .where("user_id", "=", userId)
        .execute(),
      // Those of today would be the ones that have just come in.
      counts: await tx
        .selectFrom("analytics_days")
        .select(["day", "count"])
        .where("user_id", "=", userId)
        .execute(),
      letters: await tx
        .selectFrom("letters")
        .select(["status", "scheduled_for"])
        .where("musician_id", "=", userId)
        .execute(),
    }));
    expect(stored).toEqual({
      account: [{ role: "musician", email_confirmed_at: null }],
      subscribers: [
        {
          subscriber_email: "ana@example.org",
          confirmed_at: isVouchedFor ? new Date("2026-01-02T00:00:00Z") : null,
          unsubscribed_at: null,
        },
        {
          subscriber_email: "bo@example.org",
          confirmed_at: null,
          unsubscribed_at: new Date("2026-01-03T00:00:00Z"),
        },
      ],
      addresses: isVouchedFor ? [{ custom_url: "an-old-name" }] : [],
      counts: [{ day: "2026-01-05", count: 3 }],
      letters: [{ status: "draft", scheduled_for: null }],
    });
  },
);

test("an archive of a later version is refused, and says so", async () => {
  const account = { format: "handbill-account", version: exportVersion + 1 };
  const archive = makeZip([{ name: "account.json", input: JSON.stringify(account) }]);
  await expect(imported(archive)).rejects.toThrow("it was made by a newer Handbill");
});

test.each([
  ["both", [{ time_zone: "Asia/Tokyo" }], [{ hides_email: true, mails_new: false }], "Asia/Tokyo", "never"],
  ["the time zone alone", [{ time_zone: "Asia/Tokyo" }], [], "Asia/Tokyo", "at_once"],
  ["the messages alone", [], [{ hides_email: false, mails_new: false }], null, "never"],
  [
    "a zone that isn't known",
    [{ time_zone: "Evil/Zone" }],
    [{ hides_email: false, mails_new: false }],
    null,
    "never",
  ],
])(
  "an archive of before the preferences brings its own: %s",
  async (what, clock, settings, zone, messages) => {
    const tables = { analytics_settings: clock, message_settings: settings };
    const { userId, refused } = await imported(archiveOf(tables));
    expect(refused).toEqual(
      what.startsWith("a zone")
        ? ["data/analytics_settings.json, row 1: time_zone: This is no time zone that is known here."]
        : [],
    );
    const stored = await services.db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("account_preferences")
          .select(["time_zone", "format", "bookings", "comments", "messages", "subscribers"])
          .where("user_id", "=", userId)
          .execute(),
      );
    expect(stored).toEqual([
      {
        time_zone: zone,
        format: "en-US",
        bookings: "at_once",
        comments: "never",
        messages,
        subscribers: "never",
      },
    ]);
  },
);

test("what an archive has of the preferences counts over what older ones had elsewhere", async () => {
  const { userId } = await imported(
    archiveOf({
      account_preferences: [{ time_zone: "Europe/Berlin", messages: "daily" }],
      analytics_settings: [{ time_zone: "Asia/Tokyo" }],
      message_settings: [{ hides_email: true, mails_new: false }],
    }),
  );
  const stored = await services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("account_preferences")
        .select(["time_zone", "messages"])
        .where("user_id", "=", userId)
        .execute(),
    );
  expect(stored).toEqual([{ time_zone: "Europe/Berlin", messages: "daily" }]);
});

test("releases come in with their tracks, links, addresses and former addresses, in the same order", async () => {
  const { id: user_id } = await makeMusician(services.db, { custom_url: null });
  const path = (name: string) => `music/${user_id}/${name}.mp3`;
  const tracks: string[] = [];
  for (const title of ["Tide", "Tide", "Old name"]) {
    const name = `track-${serial()}`;
    await services.storage.put(path(name), join(import.meta.dirname, "../../tests/fixtures/tone.mp3"), {
      contentType: "audio/mpeg",
    });
    const file_url = `/uploads/${path(name)}`;
    tracks.push(
      (await makeTrack(services.db, { user_id, title, file_url, display_order: 3 - tracks.length })).id,
    );
  }
  const [first = "", second = "", third = ""] = tracks;
  const details = {
    lyrics: "La la\n\nla",
    credits: "Bass: Ana",
    licence: "cc-by",
    isrc: "SEA1B2600012",
  } as const;
  const album = await makeRelease(services.db, {
    user_id,
    title: "Album",
    kind: "album",
    description: "Songs.",
    credits: "Mix: Ana",
    licence: "cc0",
    upc: "036000291452",
    release_date: "2199-01-01",
    time_zone: "Europe/Berlin",
  });
  await makeRelease(services.db, { user_id, title: "Draft", published_at: null });
  await makeRelease(services.db, { user_id, title: "Deleted", deleted_at: new Date() });
  await makeReleaseTrack(services.db, album, third, { is_early: true });
  await makeReleaseTrack(services.db, album, first);
  await makeReleaseLink(services.db, album, { position: 2, platform: "bandcamp" });
  await makeReleaseLink(services.db, album, { position: 1, platform: "tidal" });
  await services.db.asSystem().write(async (tx) => {
    await tx
      .updateTable("music_tracks")
      .set({ title: "New name", ...details })
      .where("id", "=", third)
      .execute();
    await tx.updateTable("releases").set({ title: "The Album" }).where("id", "=", album.id).execute();
    // Its plain address is free again: the other keeps its number.
    await tx.deleteFrom("music_tracks").where("id", "=", first).execute();
  });
  await makeReleaseTrack(services.db, album, second);

  await makeComment(services.db, { musician_id: user_id, track_id: third, track_seconds: 75 });
  await makeComment(services.db, { musician_id: user_id, track_seconds: 9 });

  const { userId, refused } = await imported(exportAccount(services, user_id));
  expect(refused).toEqual([]);
  const contentsOf = (owner: string) =>
    services.db.asSystem().read(async (tx) => {
      const { rows } = await sql`
        select
          (select json_agg(json_build_array(title, slug, lyrics, credits, licence, isrc) order by slug)
             from music_tracks where user_id = ${owner}) as tracks,
          (select json_agg(to_jsonb(release) - '{id,user_id,updated_at}'::text[] order by slug)
             from releases release where user_id = ${owner}) as releases,
          (select json_agg(json_build_array(release.slug, track.slug, position, is_early) order by position)
             from release_tracks entry join releases release on release.id = release_id
               join music_tracks track on track.id = track_id where entry.user_id = ${owner}) as entries,
          (select json_agg(json_build_array(release.slug, platform, url, position) order by position)
             from release_links link join releases release on release.id = release_id
             where link.user_id = ${owner}) as links,
          (select json_agg(json_build_array(track_seconds, slug) order by comment.created_at)
             from fan_comments comment left join music_tracks track on track.id = track_id
             where musician_id = ${owner}) as comments,
          (select json_agg(json_build_array(former.kind, former.slug, coalesce(track.slug, release.slug)) order by former.slug)
             from former_music_slugs former left join music_tracks track on track.id = track_id
               left join releases release on release.id = release_id where former.user_id = ${owner}) as former`.execute(
        tx,
      );
      return rows[0];
    });
  const before = await contentsOf(user_id);
  expect(before).toMatchObject({
    tracks: [
      ["New name", "new-name", ...Object.values(details)],
      ["Tide", "tide-2", null, null, "all-rights-reserved", null],
    ],
    entries: [
      ["the-album", "new-name", 1, true],
      ["the-album", "tide-2", 2, false],
    ],
    comments: [
      [75, "new-name"],
      [9, null],
    ],
    former: [
      ["release", "album", "the-album"],
      ["track", "old-name", "new-name"],
    ],
  });
  expect(await contentsOf(userId)).toEqual(before);
});

test("a link brings its picture, its times and its place", async () => {
  const square = { width: 20, height: 20, channels: 3, background: "#804020" } as const;
  const input = new Uint8Array(await sharp({ create: square }).webp().toBuffer());
  const link = {
    title: "Vinyl",
    url: "https://example.org/",
    icon: "record",
    display_order: 7,
    is_visible: false,
  };
  const times = { shown_from: "2027-01-31T17:00:00+00:00", shown_until: "2027-02-28T17:00:00+00:00" };
  const { userId, refused, taken } = await imported(
    archiveOf(
      {
        page_links: [
          { ...link, ...times, image_url: "/uploads/photos/x/link-a.webp" },
          { ...link, shown_from: times.shown_until, shown_until: times.shown_from },
          { ...link, image_url: "/uploads/photos/x/gone.webp" },
        ],
      },
      [{ name: "files/photos/link-a.webp", input }],
    ),
  );
  expect(refused).toEqual(["data/page_links.json, row 2 “Vinyl”: it breaks the rule page_links_shown_order"]);
  expect([...taken]).toEqual([
    ["link pictures", 1],
    ["page links", 2],
  ]);
  const stored = await services.db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("page_links").selectAll().where("user_id", "=", userId).orderBy("image_url").execute(),
    );
  const [first, second] = stored;
  expect(first).toMatchObject({
    ...link,
    shown_from: new Date(times.shown_from),
    shown_until: new Date(times.shown_until),
    image_url: expect.stringMatching(new RegExp(`^/uploads/photos/${userId}/link-`)),
  });
  expect(second).toMatchObject({ ...link, image_url: null, shown_from: null });
});

test("when it ends half-way, no half account stays", async () => {
  const broken = {
    ...uploadKinds,
    track: { admit() {}, accept: () => Promise.reject(new Error("the disk is gone")) },
  };
  const files = [{ name: "files/music/a.mp3", input: "x" }];
  const archive = archiveOf(
    { events: [event], music_tracks: [{ title: "T", file_url: "/uploads/music/x/a.mp3" }] },
    files,
  );
  await expect(imported(archive, { kinds: broken })).rejects.toThrow("the disk is gone");
  const events = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("events").select("id").where("title", "=", "Night").execute());
  expect(events).toEqual([]);
});

test("a profile picture comes in with what it was cut from, and without that where the archive lacks it", async () => {
  const picture = async (width: number) =>
    Buffer.from(
      await sharp({ create: { width, height: 400, channels: 3, background: "#336699" } })
        .webp()
        .toBuffer(),
    );
  const from = "11111111-1111-4111-8111-111111111111";
  const original = { crop_x: 0.5, crop_y: 0, crop_width: 0.5, crop_height: 1 };
  const tables = (kept: object) => ({
    musician_profiles: [{ artist_name: "Eve", avatar_url: `/uploads/avatars/${from}/part.webp` }],
    picture_originals: [{ kind: "avatar", file_url: `/uploads/avatars/${from}/whole.webp`, ...kept }],
  });
  const partFile = { name: "files/avatars/part.webp", input: await picture(400) };
  const wholeFile = { name: "files/avatars/whole.webp", input: await picture(800) };
  const keptOf = (userId: string) =>
    services.db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("musician_profiles")
          .leftJoin("picture_originals", "picture_originals.user_id", "musician_profiles.user_id")
          .select(["avatar_url", "crop_x"])
          .where("musician_profiles.user_id", "=", userId)
          .executeTakeFirstOrThrow(),
      );
  const all = await imported(archiveOf(tables(original), [partFile, wholeFile]));
  expect(all.refused).toEqual([]);
  expect(all.taken.get("profile picture")).toBe(1);
  expect(await keptOf(all.userId)).toEqual({ avatar_url: expect.any(String), crop_x: 0.5 });
  const lacking = await imported(archiveOf(tables(original), [partFile]));
  expect(lacking.refused).toEqual(["data/picture_originals.json, row 1: its file is not in the archive"]);
  expect(await keptOf(lacking.userId)).toEqual({ avatar_url: expect.any(String), crop_x: null });
  const outside = await imported(archiveOf(tables({ ...original, crop_x: 0.6 }), [partFile, wholeFile]));
  expect(outside.refused).toEqual([expect.stringContaining("This isn't a part of the picture")]);
  expect(await keptOf(outside.userId)).toEqual({ avatar_url: expect.any(String), crop_x: null });
});
