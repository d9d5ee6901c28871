import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { makeMusician, makeUser } from "../../tests/factories/accounts.ts";
import { makeBooking, makeComment, makeSubscriber } from "../../tests/factories/audience.ts";
import {
  makeBackground,
  makeEvent,
  makePageLink,
  makePaymentLink,
  makePhoto,
  makePressKit,
  makeRelease,
  makeReleaseLink,
  makeReleaseTrack,
  makeSocialLink,
  makeStoredImage,
  makeTrack,
  makeVideo,
} from "../../tests/factories/page.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { startListener } from "../realtime/listener.ts";

// The payload on the channel `pages` after a change: the artist whose page it is on, `*` where it may be on any, or
// nothing.

const db = await freshDatabase();
const notices: string[] = [];
const pages = {
  onConnect() {},
  onNotify: (payload: string) => void notices.push(payload),
  onDisconnect() {},
};
const listener = await startListener({ database: db, subscribers: { pages }, log: testLog });
afterAll(async () => {
  await listener.close();
  await db.close();
});

/** The notices that a piece of work causes. */
async function noticesOf(work: () => Promise<unknown>): Promise<string[]> {
  await listener.caughtUp();
  notices.splice(0);
  await work();
  await listener.caughtUp();
  return notices.splice(0).sort();
}

function run(statement: string): Promise<unknown> {
  return db.asSystem().write((tx) => sql.raw(statement).execute(tx));
}

const musician = await makeMusician(db);
const other = await makeMusician(db);
const { id } = musician;

const album = await makeRelease(db, { user_id: id });
const albumTrack = await makeTrack(db, { user_id: id });
const makeAlbumTrack = () => makeReleaseTrack(db, album, albumTrack.id);
const makeAlbumLink = () => makeReleaseLink(db, album);

describe.each([
  ["release_tracks", makeAlbumTrack, "is_early = true"],
  ["release_links", makeAlbumLink, "position = position + 1"],
  ["music_tracks", makeTrack, "title = title || '!'"],
  ["photo_gallery", makePhoto, "caption = 'New'"],
  ["social_links", makeSocialLink, "url = 'https://example.org/new'"],
  ["page_links", makePageLink, "is_visible = false"],
  ["payment_links", makePaymentLink, "is_enabled = false"],
  ["video_gallery", makeVideo, "is_visible = false"],
  ["press_kits", makePressKit, "file_name = 'new.pdf'"],
  ["events", makeEvent, "is_published = false"],
  ["stored_images", makeStoredImage, "colour = '#ffffff'"],
  ["releases", makeRelease, "published_at = null"],
] as const)("%s", (table, make, change) => {
  test("a new, a changed and a deleted row give a notice of their artist's page", async () => {
    expect(await noticesOf(() => make(db, { user_id: id }))).toEqual([id]);
    expect(await noticesOf(() => run(`update ${table} set ${change} where user_id = '${id}'`))).toEqual([id]);
    expect(await noticesOf(() => run(`delete from ${table} where user_id = '${id}'`))).toEqual([id]);
  });
});

describe("once, and only when it shows", () => {
  test("many rows of an artist give one notice, and each artist of a transaction one", async () => {
    const write = () =>
      db.asSystem().write(async (tx) => {
        for (const [turn, user_id] of [id, other.id, id].entries()) {
          const values = Array.from({ length: 20 }, (_, n) => ({
            user_id,
            url: `https://example.org/${turn}/${n}`,
          }));
          await tx.insertInto("social_links").values(values).execute();
        }
      });
    expect(await noticesOf(write)).toEqual([id, other.id].sort());
  });

  test("a row that changes hands is on both pages", async () => {
    const link = await makeSocialLink(db, { user_id: id });
    const move = () => run(`update social_links set user_id = '${other.id}' where id = '${link.id}'`);
    expect(await noticesOf(move)).toEqual([id, other.id].sort());
  });

  test("a transaction that is rolled back gives none", async () => {
    const failing = () =>
      db
        .asSystem()
        .write(async (tx) => {
          await tx.deleteFrom("social_links").execute();
          throw new Error("No.");
        })
        .catch(() => {});
    expect(await noticesOf(failing)).toEqual([]);
  });

  test("an update that changes nothing, or only how often a track was played, gives none", async () => {
    const track = await makeTrack(db, { user_id: id });
    expect(
      await noticesOf(() => run(`update music_tracks set title = title where id = '${track.id}'`)),
    ).toEqual([]);
    const play = `update music_tracks set play_count = play_count + 1 where id = '${track.id}'`;
    expect(await noticesOf(() => run(play))).toEqual([]);
  });

  test("columns that only the musician or the system sees give no notice, a file's waveform does", async () => {
    const track = `where id = '${(await makeTrack(db, { user_id: id })).id}'`;
    const inward = "file_size = 7, analysed_at = now(), tag_title = 'Take 3', has_embedded_cover = true";
    expect(await noticesOf(() => run(`update music_tracks set ${inward} ${track}`))).toEqual([]);
    const shape = `waveform = '${"A".repeat(96)}'`;
    expect(await noticesOf(() => run(`update music_tracks set ${shape} ${track}`))).toEqual([id]);
    await makeStoredImage(db, { user_id: id });
    expect(await noticesOf(() => run(`update stored_images set bytes = 7 where user_id = '${id}'`))).toEqual(
      [],
    );
  });

  test("bookings and subscribers are on no page", async () => {
    expect(await noticesOf(() => makeBooking(db, { musician_id: id }))).toEqual([]);
    expect(await noticesOf(() => makeSubscriber(db, { musician_id: id }))).toEqual([]);
  });
});

test("a comment gives notices while it is approved, and when it becomes or ceases to be", async () => {
  const musician_id = id;
  let pending = "";
  const make = (is_approved: boolean) => makeComment(db, { musician_id, is_approved });
  expect(await noticesOf(async () => (pending = (await make(false)).id))).toEqual([]);
  const set = (change: string) => () => run(`update fan_comments set ${change} where id = '${pending}'`);
  expect(await noticesOf(set("content = 'Other words'"))).toEqual([]);
  expect(await noticesOf(set("is_approved = true"))).toEqual([id]);
  expect(await noticesOf(set("content = 'Still other words'"))).toEqual([id]);
  expect(await noticesOf(set("is_approved = false"))).toEqual([id]);
  expect(await noticesOf(() => run(`delete from fan_comments where id = '${pending}'`))).toEqual([]);
  expect(await noticesOf(() => make(true))).toEqual([id]);
  expect(await noticesOf(() => run(`delete from fan_comments where musician_id = '${id}'`))).toEqual([id]);
});

describe("a profile", () => {
  const set = (change: string) => () => run(`update musician_profiles set ${change} where user_id = '${id}'`);

  test("is on its own page", async () => {
    expect(await noticesOf(set("bio = 'A new bio'"))).toEqual([id]);
    expect(await noticesOf(set("bio = bio"))).toEqual([]);
  });

  test.each(["artist_name = 'Somebody Else'", "custom_url = 'another-address'", "is_demo_profile = true"])(
    "may be on any page once its %s",
    async (change) => {
      expect(await noticesOf(set(change))).toEqual(["*", id].sort());
    },
  );

  test("that is the demo may drop every page with any change", async () => {
    await set("is_demo_profile = true, bio = ''")();
    expect(await noticesOf(set("bio = 'The demo'"))).toEqual(["*", id].sort());
  });

  test("that comes or goes may answer to another's address", async () => {
    let user = "";
    expect(await noticesOf(async () => (user = (await makeMusician(db)).id))).toEqual(["*"]);
    expect(await noticesOf(() => run(`delete from users where id = '${user}'`))).toEqual(["*"]);
    expect(await noticesOf(() => makeUser(db))).toEqual([]);
  });
});

test("an account that goes out of sight, by itself or by an admin, may have been on any page", async () => {
  const { id: account } = await makeMusician(db);
  const set = (columns: string) => () => run(`update users set ${columns} where id = '${account}'`);
  for (const columns of [
    "deletes_at = now() + interval '14 days'",
    "deletes_at = null",
    "suspended_at = now(), suspended_reason = 'Spam'",
    "suspended_at = null, suspended_reason = null",
  ]) {
    expect(await noticesOf(set(columns)), columns).toEqual(["*"]);
  }
  expect(await noticesOf(set("email_confirmed_at = now()"))).toEqual([]);
});

test("a background may be on any page", async () => {
  let background = "";
  expect(await noticesOf(async () => (background = (await makeBackground(db)).id))).toEqual(["*"]);
  const named = `where id = '${background}'`;
  expect(await noticesOf(() => run(`update background_options set is_active = false ${named}`))).toEqual([
    "*",
  ]);
  expect(await noticesOf(() => run(`delete from background_options ${named}`))).toEqual(["*"]);
});

test("a visitor's comment and a musician's change give notices too", async () => {
  const comment = { musician_id: id, author_name: "A fan", content: "Hello", is_approved: true };
  const visitor = db.asVisitor();
  expect(
    await noticesOf(() => visitor.write((tx) => tx.insertInto("fan_comments").values(comment).execute())),
  ).toEqual([id]);
  const link = { user_id: id, url: "https://example.org" };
  const owner = db.asMusician(id);
  expect(
    await noticesOf(() => owner.write((tx) => tx.insertInto("social_links").values(link).execute())),
  ).toEqual([id]);
});
