import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { buffer, json } from "node:stream/consumers";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { movePicture } from "../../app/features/profile/commands.server.ts";
import { ownOriginals } from "../../app/features/profile/queries.server.ts";
import { uploadKinds } from "../../app/server-exports.server.ts";
import { makeBooking, makeComment, makeIssue, makeSubscriber } from "../../tests/factories/audience.ts";
import {
  makeEvent,
  makePageLink,
  makePhoto,
  makePrivateLink,
  makeRelease,
  makeReleaseTrack,
  makeSocialLink,
  makeVideo,
  uploadAddress,
} from "../../tests/factories/page.ts";
import { makeWorld } from "../../tests/factories/world.ts";
import { smallPdf } from "../../tests/harness/pdf.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { fileColumns } from "../features.ts";
import type { Services } from "../services.ts";
import { contentTypeOf } from "../storage/path.ts";
import { type Archive, openArchive } from "./archive.ts";
import { archiveNameOf, exportAccount, exportedTables } from "./export.ts";
import { importAccount } from "./import.ts";

type Row = Record<string, unknown>;

/** Columns that can't be as they were, and why. */
const differs: Record<string, Record<string, string>> = {
  music_tracks: Object.fromEntries(
    ["analysed_at", "has_embedded_cover", "is_shorter", "loudness", "waveform"].map((column) => [
      column,
      "a job works it out anew",
    ]),
  ),
  musician_profiles: {
    background_id: "one of the site's own pictures, which another site hasn't got",
    is_demo_profile: "an admin's choice for one site",
  },
  webhook_endpoints: Object.fromEntries(
    ["is_on", "gone_at", "told_at", "replaced_at"].map((column) => [
      column,
      "nothing is posted before its owner has taken the new secret there",
    ]),
  ),
};

/** Rows that stay out, and why. */
const stayOut: Record<string, string> = {
  warnings: "an operator's words about what stood on another site",
};

/** Rows that are something else afterwards, and why. */
const becomes: Record<string, (row: Row) => Row> = {
  // Nothing goes out by itself: not what was to go out, and not the rest of what has begun to.
  letters: (row) => {
    if (row.status === "scheduled") return { ...row, status: "draft", scheduled_for: null };
    return row.status === "sending" || row.status === "paused" ? { ...row, status: "cancelled" } : row;
  },
  // The form writes colours in small letters.
  musician_profiles: (row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        typeof value === "string" && /^#[0-9A-F]{6}$/.test(value) ? value.toLowerCase() : value,
      ]),
    ),
};
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const address = /^\/uploads\//;

async function exported(services: Services, userId: string): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-round-trip-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "account.zip");
  await writeFile(file, exportAccount(services, userId));
  const archive = await openArchive(file);
  onTestFinished(() => archive[Symbol.asyncDispose]());
  return archive;
}

/**
 * Every row of an archive, in an order that no id decides: an id is the row that has it, and an address the hash of its
 * file.
 */
async function contentsOf(archive: Archive, userId: string) {
  const hashes = new Map<string, string>();
  for (const name of archive.names.filter((each) => each.startsWith("files/"))) {
    const hash = createHash("sha256").update(await buffer(await archive.read(name)));
    hashes.set(name, hash.digest("hex"));
  }
  const tables = new Map<string, Row[]>();
  for (const name of archive.names) {
    const table = /^data\/(.*)\.json$/.exec(name)?.[1];
    if (table) tables.set(table, rowsSchema.parse(await json(await archive.read(name))));
  }
  const names = new Map([[userId, "the account"]]);
  const textOf = (table: string, row: Row, ids: ReadonlyMap<string, string>) => {
    const kept = Object.entries(becomes[table]?.(row) ?? row).filter(
      ([column]) => column !== "id" && !differs[table]?.[column],
    );
    return JSON.stringify(
      Object.fromEntries(
        kept.map(([column, value]) => [
          column,
          typeof value === "string" && address.test(value)
            ? (hashes.get(archiveNameOf(value)) ?? "a file that is missing")
            : value,
        ]),
      ),
    ).replaceAll(uuid, (id) => ids.get(id) ?? "another");
  };
  const own = new Map(names);
  for (const [table, rows] of tables) {
    for (const row of rows) {
      const name = row.title ?? row.name ?? row.caption ?? row.url ?? textOf(table, row, names);
      if (typeof row.conversation === "string") own.set(row.conversation, `conversation with ${row.with}`);
      if (typeof row.id === "string") own.set(row.id, `${table}: ${name}`);
    }
  }
  const contents = [...tables].map(
    ([table, rows]) => [table, rows.map((row) => textOf(table, row, own)).sort()] as const,
  );
  return { tables, contents: Object.fromEntries(contents), files: [...hashes.values()].sort() };
}

/** Stores a file for each address that the account's rows name. */
async function makeFiles({ db, storage, declarations }: Services, userId: string): Promise<void> {
  const tables = exportedTables(declarations).map(({ table }) => table);
  for (const { table, column, owner } of fileColumns(declarations)) {
    if (!owner || !tables.includes(table)) continue;
    const { rows } = await db.asSystem().read((tx) =>
      sql<{ address: string }>`
        select ${sql.ref(column)} as address from ${sql.table(table)}
        where ${sql.ref(owner)} = ${userId} and ${sql.ref(column)} is not null`.execute(tx),
    );
    for (const { address } of rows) {
      const path = address.slice("/uploads/".length);
      await storage.put(path, await fileFor(path), { contentType: contentTypeOf(path) ?? "" });
    }
  }
}

/** A file as it is stored, each another one; only the sounds are the same. */
async function fileFor(path: string): Promise<Buffer> {
  if (path.startsWith("music/"))
    return readFile(join(import.meta.dirname, `../../tests/fixtures/tone${extname(path)}`));
  if (path.endsWith(".pdf")) return smallPdf();
  const frames = Object.entries({ "cover-of-the-page": [1200, 600], "of-a-link": [320, 320] });
  const [width, height] = frames.find(([name]) => path.includes(name))?.[1] ?? [400, 400];
  return sharp({
    create: {
      width: 4,
      height: 4,
      channels: 3,
      background: "#804020",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .resize({ width, height, fit: "fill" })
    .webp({ quality: 78 })
    .toBuffer();
}

/** The profile picture is the part that is said to show, and the size is the file's, as after every save. */
async function cutAvatar(services: Services, userId: string): Promise<void> {
  const { db, storage } = services;
  const originals = await db.asMusician(userId).read((tx) => ownOriginals(tx, userId));
  if (!originals.avatar) throw new Error("The account has no original.");
  const { src, shares } = originals.avatar;
  const stored = await storage.head(src.slice("/uploads/".length));
  await db.asMusician(userId).write((tx) =>
    tx
      .updateTable("picture_originals")
      .set({ file_size: stored?.size ?? 0 })
      .where("file_url", "=", src)
      .execute(),
  );
  await movePicture(services, userId, "avatar", src, shares);
}

/** An account with something in every table, and in each state. */
async function makeAccount(services: Services): Promise<string> {
  const { db } = services;
  const { a } = await makeWorld(db);
  const user_id = a.id;
  const musician_id = a.id;
  const at = (hours: number) => new Date(Date.parse("2026-10-01T12:00:00.123Z") + hours * 3_600_000);
  await makeSubscriber(db, {
    ...{ musician_id, source: "bio_page", language: "de", confirmed_at: at(2), created_at: at(1) },
  });
  await makeSubscriber(db, {
    ...{ musician_id, source: "import", consent_note: "Signed the list at the Harbour, May 2026" },
    ...{ subscriber_name: "Ana", created_at: at(3) },
  });
  await makeSubscriber(db, { musician_id, unsubscribed_at: at(5), created_at: at(4) });
  await makeSubscriber(db, {
    ...{ musician_id, confirmed_at: at(6), created_at: at(5), bounced_at: at(9), bounce_status: "5.1.1" },
    ...{ soft_bounces: 2, bounces_known_at: at(8) },
  });
  for (const status of ["reviewed", "accepted", "declined", "completed"] as const) {
    const told =
      status === "accepted" || status === "declined"
        ? { told_status: status, told_text: "Thank you.", told_at: at(11), tell_failed_at: at(12) }
        : {};
    await makeBooking(db, {
      ...{ musician_id, status, is_read: true, requester_phone: "+44 1234", event_type: "festival" },
      ...{ event_date: "2027-05-01", event_location: "Leith", budget_range: "500_1000", language: "pt-BR" },
      ...{ created_at: at(10), updated_at: at(12), ...told },
    });
  }
  for (const status of ["scheduled", "sending", "paused", "sent", "cancelled"] as const) {
    const begun = status === "scheduled" ? {} : { started_at: at(21) };
    const ended = status === "sent" || status === "cancelled" ? { finished_at: at(22) } : {};
    await makeIssue(db, {
      ...{ musician_id, status, scheduled_for: at(20), ...begun, ...ended, in_archive: true },
      ...{ created_at: at(19), updated_at: at(23), look: "poster", preheader: "In short" },
      ...(status === "sent" && { results: JSON.stringify({ sent: 41, failed: 1 }) }),
    });
  }
  await makeComment(db, { musician_id, track_id: a.track.id, track_seconds: 75, created_at: at(30) });
  await makeComment(db, { musician_id, hidden_at: at(32), created_at: at(31) });
  await makeEvent(db, {
    ...{
      user_id,
      event_date: "2027-05-01",
      event_time: "20:00:00",
      end_date: "2027-05-02",
      end_time: "01:30:00",
    },
    ...{
      time_zone: "Europe/London",
      location: "Leith",
      venue_name: "The Bond",
      event_type: "festival",
      address: "1 Shore",
    },
    ...{ ticket_url: "https://example.org/t", description: "Doors at seven", is_featured: true },
    translations: { en: { title: "A festival", description: "Doors at 7" } },
    ...{ cancelled_at: at(40), sequence: 3, created_at: at(39), updated_at: at(41), admission: "sold-out" },
  });
  const hiddenWith = { is_early: true, is_hidden_with: true };
  await makeReleaseTrack(db, { id: a.deletedRelease, user_id }, a.hiddenTrack.id, hiddenWith);
  await makePhoto(db, {
    user_id,
    caption: "On stage",
    alt_text: "A guitar",
    translations: { en: { alt_text: "A guitar" }, is: { caption: "Á sviði" } },
    display_order: 3,
    created_at: at(42),
  });
  await makeSocialLink(db, { user_id, display_order: 4, created_at: at(43) });
  await makePrivateLink(db, { user_id, track_id: a.track.id, expires_at: new Date("2199-01-01T00:00:00Z") });
  const translations = { en: { title: "In English" } };
  await makeVideo(db, {
    user_id,
    translations,
    video_type: "vimeo",
    video_url: "https://player.vimeo.com/video/1234",
  });
  await makePageLink(db, {
    user_id,
    translations,
    icon: "record",
    image_url: uploadAddress("photos", a.id, "of-a-link.webp"),
  });
  await makeRelease(db, {
    ...{
      user_id,
      cover_image: uploadAddress("avatars", a.id, "release.webp"),
      kind: "album",
      licence: "cc0",
    },
    ...{
      upc: "036000291452",
      credits: "Mix: Ana",
      translations: { en: { title: "Shore", description: "Songs.\n\nMore songs." } },
      description: "Songs.",
      created_at: at(44),
      updated_at: at(45),
    },
  });
  await db.asSystem().write(async (tx) => {
    await tx
      .insertInto("drafts")
      .values({
        user_id,
        about: `event:${a.event}`,
        fields: JSON.stringify({ title: "A show, half written" }),
      })
      .execute();
    await tx
      .insertInto("analytics_days")
      .values([
        { user_id, facet: "target", day: "2026-11-20", kind: "plays", value: a.track.id, count: 7 },
        { user_id, facet: "target", day: "2026-11-20", kind: "clicks", value: a.event, count: 2 },
        { user_id, facet: "target", day: "-infinity", kind: "clicks", value: a.event, count: 5 },
        { user_id, facet: "link", day: "2026-11-20", kind: "plays", value: a.privateLink, count: 3 },
        { user_id, facet: "source", day: "2026-11-19", kind: "views", value: "example.org", count: 4 },
      ])
      .execute();
    await tx
      .updateTable("music_tracks")
      .set({
        play_count: 12,
        cover_image: uploadAddress("avatars", a.id, "track.webp"),
        lyrics: "La la\n\nla",
        credits: "Bass: Ana",
        translations: { de: { title: "Neu", credits: "Bass: Ana\nAlles andere: Bo" } },
        licence: "cc-by",
        isrc: "SEA1B2600012",
      })
      .where("id", "=", a.track.id)
      .execute();
    await tx
      .updateTable("musician_profiles")
      .set({
        avatar_url: uploadAddress("avatars", a.id, "avatar.webp"),
        cover_image: uploadAddress("avatars", a.id, "cover-of-the-page.webp"),
        ...{
          location: "Leith",
          name_font: "league-gothic",
          performs_as: "group",
          page_language: "de",
          other_languages: ["en", "is"],
          translations: {
            en: { bio: "Songs of the shore.", first_action_label: "The tape" },
            is: { location: "Leith, Skotlandi" },
          },
          layout: "split",
        },
        ...{ first_action: "link", first_action_label: "Tape", first_action_url: "https://example.org/tape" },
        ...{
          youtube_background_url: "https://www.youtube.com/watch?v=abcdefghijk",
        },
        ...{
          color_theme: "custom",
          font_family: "lato",
          text_color_mode: "dark",
        },
        ...{ cover_focus_x: 20, cover_focus_y: 80, cover_image_size: "banner", background_opacity: 0.4 },
        ...{ created_at: at(46), updated_at: at(47) },
      })
      .where("user_id", "=", a.id)
      .execute();
    await tx
      .updateTable("newsletter_subscribers")
      .set({ release_id: a.release, confirm_sent_at: at(1) })
      .where("id", "=", a.subscriber)
      .execute();
    await tx
      .updateTable("letters")
      .set({
        audience: `show:${a.event}`,
        translations: { en: { title: "Soon", preheader: "Before", body: "All of it" } },
        blocks: JSON.stringify([
          { kind: "track", id: a.track.id },
          { kind: "picture", id: a.letterPicture, alt: "On stage" },
        ]),
      })
      .where("id", "=", a.draftIssue)
      .execute();
    await tx
      .updateTable("musician_profiles")
      .set({
        ...{
          bio: "Songs of the shore.",
          profile_background_color: "#fafafa",
          profile_background_opacity: 0.5,
        },
        ...{
          custom_primary_color: "#112233",
          custom_secondary_color: "#445566",
          custom_accent_color: "#ABCDEF",
        },
        background_id: null,
      })
      .where("user_id", "=", a.id)
      .execute();
    // Every switch as no new account has it.
    const { rows: switches } = await sql<{ name: string; usual: boolean }>`
      select column_name as name, column_default = 'true' as usual from information_schema.columns
      where table_schema = 'public' and table_name = 'musician_profiles' and data_type = 'boolean'`.execute(
      tx,
    );
    const turned = switches.map(({ name, usual }) => sql`${sql.ref(name)} = ${!usual}`);
    await sql`update musician_profiles set ${sql.join(turned)} where user_id = ${a.id}`.execute(tx);
    await tx
      .updateTable("account_preferences")
      .set({
        ...{
          format: "iso",
          language: "fr",
          bookings: "daily",
          comments: "never",
          messages: "daily",
          subscribers: "never",
        },
        ...{ page_shared: true, first_steps_hidden: true },
      })
      .where("user_id", "=", a.id)
      .execute();
    await tx.updateTable("message_settings").set({ hides_email: true }).where("user_id", "=", a.id).execute();
    await tx
      .updateTable("comment_settings")
      .set({ reviews_all: true })
      .where("musician_id", "=", a.id)
      .execute();
    await tx
      .updateTable("music_tracks")
      .set({ downloads_enabled: false })
      .where("id", "=", a.hiddenTrack.id)
      .execute();
    await tx
      .updateTable("warnings")
      .set({ dismissed_at: at(48) })
      .where("user_id", "=", a.id)
      .execute();
    // What the forms and the uploads work out.
    const source_digest = "0a".repeat(32);
    const facts = { duration: 4, file_size: 29_316, tag_title: "Arpeggio", source_digest };
    await tx.updateTable("music_tracks").set(facts).where("user_id", "=", a.id).execute();
    await tx.updateTable("photo_gallery").set({ source_digest }).where("user_id", "=", a.id).execute();
    const thumbnail_url = "https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg";
    await tx
      .updateTable("video_gallery")
      .set({ thumbnail_url })
      .where("user_id", "=", a.id)
      .where("video_type", "=", "youtube")
      .execute();
  });
  await makeFiles(services, a.id);
  await cutAvatar(services, a.id);
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("press_kits")
        .set({ file_size: smallPdf().byteLength })
        .where("user_id", "=", a.id)
        .execute(),
    );
  return a.id;
}

test("an account that is taken out, in and out again is the same, and nobody is mailed", async () => {
  await using from = await freshServices();
  await using to = await freshServices();
  const before = await makeAccount(from);
  const first = await exported(from, before);
  const { userId, refused } = await importAccount({ ...to, uploadKinds }, first, "mara@example.org", {
    isVouchedFor: true,
  });
  expect.soft(refused).toEqual([]);
  const then = await contentsOf(first, before);
  const now = await contentsOf(await exported(to, userId), userId);
  expect(Object.keys(now.contents)).toEqual(Object.keys(then.contents));
  for (const [table, rows] of Object.entries(then.contents)) {
    expect.soft(rows.length, `${table} has rows`).toBeGreaterThan(0);
    expect.soft(now.contents[table], table).toEqual(stayOut[table] ? [] : rows);
  }
  expect.soft(now.files).toEqual(then.files);
  const caused = await to.db.asSystem().read((tx) =>
    sql<{ name: string }>`
      select distinct name from pgboss.job
      union all select kind from notifications
      union all select counter from mail_counts
      union all select 'letter' from letters where status in ('scheduled', 'sending')`.execute(tx),
  );
  expect.soft(caused.rows).toEqual([{ name: "track.analyse" }]);
  // What is as in any new row proves nothing.
  const { rows: defaults } = await from.db.asSystem().read((tx) =>
    sql<{ table: string; column: string; text: string | null }>`
      select table_name as table, column_name as column, substring(column_default from '^''?([^'':]*)') as text
      from information_schema.columns where table_schema = 'public'`.execute(tx),
  );
  const asNew = [...then.tables].flatMap(([table, rows]) =>
    Object.keys(rows[0] ?? {}).flatMap((column) => {
      const usual = defaults.find((each) => each.table === table && each.column === column)?.text ?? null;
      const isUsual = rows.every((row) => row[column] === null || String(row[column]) === usual);
      return isUsual && !differs[table]?.[column] ? [`${table}.${column}`] : [];
    }),
  );
  expect.soft(asNew).toEqual([]);
});
