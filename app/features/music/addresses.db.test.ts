import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeRelease, makeReleaseTrack, makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { slugFrom } from "../../shared/slug.ts";

// The last part of a track's and a release's address, and what a release says of its tracks: both by the database.

const db = await freshDatabase();
afterAll(() => db.close());

const hours = (n: number) => new Date(Date.now() + n * 3_600_000);

async function renamed(table: "music_tracks" | "releases", id: string, title: string): Promise<string> {
  const { slug } = await db
    .asSystem()
    .write((tx) =>
      tx.updateTable(table).set({ title }).where("id", "=", id).returning("slug").executeTakeFirstOrThrow(),
    );
  return slug;
}

/** Former addresses of an artist with what each leads to. */
async function formerOf(user_id: string): Promise<Record<string, string | null>> {
  const rows = await db
    .asSystem()
    .read((tx) => tx.selectFrom("former_music_slugs").selectAll().where("user_id", "=", user_id).execute());
  return Object.fromEntries(rows.map((row) => [`${row.kind} ${row.slug}`, row.track_id ?? row.release_id]));
}

describe("an address", () => {
  test.each([
    ["Salt & Tide (Live)", "salt-tide-live"],
    ["東京の夜", "track"],
    ["???", "track"],
    ["x".repeat(300), "x".repeat(100)],
    [`${"x".repeat(99)} and more`, "x".repeat(99)],
  ])("of %s", async (title, slug) => {
    const { slug: given } = await makeTrack(db, { title });
    expect(given).toBe(slug);
  });

  test("is made of a title as custom URLs are of names", async () => {
    const titles = ["Ünder the Süd", " -- AC/DC -- ", "Ⅻ No. 5", `${"a".repeat(98)} ß ?`, "Ночь 1", ""];
    const { rows } = await db.asSystem().read((tx) =>
      sql<{ slug: string }>`
        select app.slug_of(title) as slug from unnest(${titles}::text[]) with ordinality given (title, at)
        order by at`.execute(tx),
    );
    expect(rows.map(({ slug }) => slug)).toEqual(titles.map(slugFrom));
  });

  test("that is taken gets a number, which fits beside a long title", async () => {
    const { id: user_id } = await makeMusician(db);
    const slugs = async (title: string) =>
      [await makeTrack(db, { user_id, title }), await makeTrack(db, { user_id, title })].map(
        ({ slug }) => slug,
      );
    expect(await slugs("Tide")).toEqual(["tide", "tide-2"]);
    expect((await makeTrack(db, { user_id, title: "TIDE!" })).slug).toBe("tide-3");
    expect(await slugs("夜")).toEqual(["track", "track-2"]);
    expect(await slugs("y".repeat(300))).toEqual(["y".repeat(100), `${"y".repeat(98)}-2`]);
  });

  test("is an artist's own, and a track's apart from a release's", async () => {
    const { user_id, slug } = await makeTrack(db, { title: "Tide" });
    expect([slug, (await makeTrack(db, { title: "Tide" })).slug]).toEqual(["tide", "tide"]);
    expect((await makeRelease(db, { user_id, title: "Tide" })).slug).toBe("tide");
    expect((await makeRelease(db, { user_id, title: "夜" })).slug).toBe("release");
  });

  test("of two tracks that are added at once differs", async () => {
    const { id: user_id } = await makeMusician(db);
    const added = await Promise.all(
      Array.from({ length: 6 }, () => makeTrack(db, { user_id, title: "Tide" })),
    );
    expect(added.map(({ slug }) => slug).sort()).toEqual([
      "tide",
      "tide-2",
      "tide-3",
      "tide-4",
      "tide-5",
      "tide-6",
    ]);
  });

  // A migration or a fill over tens of thousands of accounts would need more locks than the server has.
  test("takes no more locks in a statement over many accounts than there are", async () => {
    const locks = await db.asSystem().write(async (tx) => {
      await sql`
        with person as (
          insert into users (email) select 'many-' || n || '@example.org' from generate_series(1, 1000) n returning id)
        insert into music_tracks (user_id, title) select id, 'Tide' from person`.execute(tx);
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
        tx,
      );
      return rows[0]?.count;
    });
    expect(locks).toBeLessThanOrEqual(256);
  });

  test("of many rows in one statement differs", async () => {
    const { id: user_id } = await makeMusician(db);
    const values = Array.from({ length: 3 }, () => ({ user_id, title: "Tide" }));
    const rows = await db
      .asSystem()
      .write((tx) => tx.insertInto("music_tracks").values(values).returning("slug").execute());
    expect(rows.map(({ slug }) => slug)).toEqual(["tide", "tide-2", "tide-3"]);
  });
});

describe.each([
  { kind: "track", table: "music_tracks", make: makeTrack },
  { kind: "release", table: "releases", make: makeRelease },
] as const)("the address of a $kind with another title", ({ kind, table, make }) => {
  test("leads on from the one before, which no other gets", async () => {
    const { id, user_id } = await make(db, { title: "One" });
    expect(await renamed(table, id, "Two")).toBe("two");
    expect(await renamed(table, id, "Three")).toBe("three");
    expect(await formerOf(user_id)).toEqual({ [`${kind} one`]: id, [`${kind} two`]: id });
    expect((await make(db, { user_id, title: "One" })).slug).toBe("one-2");
  });

  test("is its own again when it takes the title back", async () => {
    const { id, user_id } = await make(db, { title: "One" });
    await renamed(table, id, "Two");
    expect(await renamed(table, id, "One")).toBe("one");
    expect(await formerOf(user_id)).toEqual({ [`${kind} two`]: id });
  });

  test("stays where the title makes the same of it, also with a number", async () => {
    const { user_id } = await make(db, { title: "One" });
    const second = await make(db, { user_id, title: "One" });
    expect(await renamed(table, second.id, "ONE!")).toBe("one-2");
    expect(await formerOf(user_id)).toEqual({});
  });

  test("is free again once it is deleted", async () => {
    const { id, user_id } = await make(db, { title: "One" });
    await renamed(table, id, "Two");
    await db.asSystem().write((tx) => tx.deleteFrom(table).where("id", "=", id).execute());
    expect(await formerOf(user_id)).toEqual({});
    expect((await make(db, { user_id, title: "One" })).slug).toBe("one");
  });
});

test("nobody has known a draft's address: it leaves none behind", async () => {
  const { id, user_id } = await makeRelease(db, { title: "One", published_at: null });
  expect(await renamed("releases", id, "Two")).toBe("two");
  expect(await formerOf(user_id)).toEqual({});
});

test("a deleted release keeps its address, which it may come back to", async () => {
  const { user_id } = await makeRelease(db, { title: "One", deleted_at: new Date() });
  expect((await makeRelease(db, { user_id, title: "One" })).slug).toBe("one-2");
});

describe("a release is out", () => {
  test.each([
    ["UTC", "2026-07-10", "2026-07-10T00:00:00Z"],
    ["Europe/Berlin", "2026-07-10", "2026-07-09T22:00:00Z"],
    ["Pacific/Auckland", "2026-07-10", "2026-07-09T12:00:00Z"],
    // Clocks go from 00:00 to 01:00, so the day begins at one.
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"],
    // Clocks go from 01:00 back to 00:00, so the day has two midnights.
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"],
    // Clocks go from 00:00 back to 23:00, so the day before ends twice.
    ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00Z"],
    ["No/Such_Zone", "2026-07-10", "2026-07-10T00:00:00Z"],
  ])("in %s on %s from its first instant", async (time_zone, release_date, instant) => {
    const { released_at } = await makeRelease(db, { time_zone, release_date });
    expect(released_at).toEqual(new Date(instant));
  });

  test("as soon as it is published where it has no day", async () => {
    const published_at = hours(2);
    expect((await makeRelease(db, { published_at })).released_at).toEqual(published_at);
    expect((await makeRelease(db, { published_at: null })).released_at).toBeNull();
  });
});

describe("a visitor reads a track", () => {
  const isRead = (id: string) =>
    db
      .asVisitor()
      .read(async (tx) =>
        Boolean(
          await tx.selectFrom("music_tracks").select("file_url").where("id", "=", id).executeTakeFirst(),
        ),
      );
  const yesterday = { published_at: hours(-24) };
  const announced = { ...yesterday, release_date: "2199-01-01" };
  type On = Parameters<typeof makeRelease>[1] & { is_early?: boolean };

  test.each<[where: string, on: On[], isPublic: boolean]>([
    ["on no release", [], true],
    ["on one that is out", [yesterday], true],
    ["on a draft", [{ published_at: null }], false],
    ["on a draft whose day has been", [{ published_at: null, release_date: "2020-01-01" }], false],
    ["on one that is published later", [{ published_at: hours(1) }], false],
    ["on one that is announced", [announced], false],
    ["that plays before the release, on one that is announced", [{ ...announced, is_early: true }], true],
    ["that plays before the release, on a draft", [{ published_at: null, is_early: true }], false],
    ["on one that is announced and one that is out", [announced, yesterday], true],
    ["on a deleted draft", [{ published_at: null, deleted_at: hours(-1) }], true],
    [
      "on a deleted one that was out, and on one to come",
      [{ ...yesterday, deleted_at: hours(-1) }, announced],
      false,
    ],
  ])("%s: %o is %o", async (_, on, isPublic) => {
    const { id, user_id } = await makeTrack(db);
    for (const { is_early = false, ...release } of on) {
      await makeReleaseTrack(db, await makeRelease(db, { user_id, ...release }), id, { is_early });
    }
    expect(await isRead(id)).toBe(isPublic);
  });
});

describe("the list of an announced release's tracks", () => {
  const listOf = (id: string) =>
    db.asVisitor().read(async (tx) => {
      const { rows } = await sql<{ title: string; position: number; duration: number }>`
        select title, position, duration from app.release_track_list(${id})`.execute(tx);
      return rows;
    });

  test("has titles, places and lengths in their order, without hidden tracks; a draft has none", async () => {
    const { id: user_id } = await makeMusician(db);
    const release = await makeRelease(db, { user_id, release_date: "2199-01-01" });
    const [second, first, hidden] = [
      await makeTrack(db, { user_id, title: "Second" }),
      await makeTrack(db, { user_id, title: "First", duration: 61 }),
      await makeTrack(db, { user_id, is_visible: false }),
    ];
    await makeReleaseTrack(db, release, second.id, { position: 2 });
    await makeReleaseTrack(db, release, first.id, { position: 1 });
    await makeReleaseTrack(db, release, hidden.id, { position: 3 });
    expect(await listOf(release.id)).toEqual([
      { title: "First", position: 1, duration: 61 },
      { title: "Second", position: 2, duration: 180 },
    ]);
    await db
      .asSystem()
      .write((tx) =>
        tx.updateTable("releases").set({ published_at: null }).where("id", "=", release.id).execute(),
      );
    expect(await listOf(release.id)).toEqual([]);
  });

  test("is nobody's while the artist is suspended", async () => {
    const { id: user_id } = await makeMusician(db);
    const release = await makeRelease(db, { user_id });
    await makeReleaseTrack(db, release, (await makeTrack(db, { user_id })).id);
    expect(await listOf(release.id)).toHaveLength(1);
    await db
      .asSystem()
      .write((tx) =>
        tx
          .updateTable("users")
          .set({ suspended_at: new Date(), suspended_reason: "Too loud." })
          .where("id", "=", user_id)
          .execute(),
      );
    expect(await listOf(release.id)).toEqual([]);
  });
});

test("nobody's track gets on another's release", async () => {
  const release = await makeRelease(db);
  const { id } = await makeTrack(db);
  await expect(makeReleaseTrack(db, release, id)).rejects.toMatchObject({ code: "23503" });
});
