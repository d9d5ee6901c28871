import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteRestorably, type RestorableKind } from "#server/db/delete-restorably.ts";
import { usedBytes } from "#server/files/quota.ts";
import { removeUnnamedFiles } from "#server/files/removal.ts";
import { mayReadFile } from "#server/http/stored-files.ts";
import { contentTypeOf } from "#server/storage/path.ts";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { makeNumbers } from "../../../tests/factories/analytics.ts";
import { makeComment } from "../../../tests/factories/audience.ts";
import { makeAttachment, makeConversation, makeMessage } from "../../../tests/factories/messages.ts";
import {
  makeEvent,
  makeFormerMusicSlug,
  makePageLink,
  makePaymentLink,
  makePhoto,
  makePressKit,
  makePrivateLink,
  makeRelease,
  makeReleaseTrack,
  makeSocialLink,
  makeStoredImage,
  makeTrack,
  makeVideo,
} from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { executeRecentlyDeletedAction, restoreItems, sweepDeleted } from "./commands.server.ts";
import { ownDeleted } from "./queries.server.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;
beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const tables = {
  track: "music_tracks",
  photo: "photo_gallery",
  video: "video_gallery",
  event: "events",
  link: "page_links",
  "social-link": "social_links",
  "payment-link": "payment_links",
  "press-kit": "press_kits",
} as const;

const discard = (userId: string, kind: RestorableKind, ...ids: string[]) =>
  services.db.asMusician(userId).write((tx) => deleteRestorably(tx, kind, ids));
const restore = (userId: string, ...ids: string[]) => restoreItems(services, userId, ids);
const listed = async (userId: string) =>
  (await services.db.asMusician(userId).read((tx) => ownDeleted(tx, userId, 1))).items;

/** Everything that is stored of some rows, as JSON. */
async function rows(table: string, column: string, value: string): Promise<unknown[]> {
  const found = await services.db.asSystem().read((tx) =>
    sql<{ row: unknown }>`
      select to_jsonb(item) as row from ${sql.table(table)} item where ${sql.ref(column)} = ${value}
      order by to_jsonb(item)::text`.execute(tx),
  );
  return found.rows.map(({ row }) => row);
}

test("each kind is gone for everybody, listed for its owner alone, and comes back as it was", async () => {
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const { id: other } = await makeMusician(db);
  const made: Record<RestorableKind, { id: string }> = {
    track: await makeTrack(db, { user_id, lyrics: "La la", play_count: 7, analysed_at: new Date() }),
    photo: await makePhoto(db, { user_id, caption: "On stage" }),
    video: await makeVideo(db, { user_id, is_primary: true }),
    event: await makeEvent(db, { user_id, is_published: false }),
    link: await makePageLink(db, { user_id }),
    "social-link": await makeSocialLink(db, { user_id }),
    "payment-link": await makePaymentLink(db, { user_id, is_enabled: false }),
    "press-kit": await makePressKit(db, { user_id }),
  };
  const kinds = Object.keys(made).sort();
  for (const [kind, table] of Object.entries(tables) as [RestorableKind, string][]) {
    const { id } = made[kind];
    const before = await rows(table, "id", id);
    expect(await discard(other, kind, id), kind).toEqual([]);
    expect(await discard(user_id, kind, id), kind).toEqual([id]);
    expect(await rows(table, "id", id), kind).toEqual([]);
    expect(await restore(other, id), kind).toEqual([]);
    expect(await restore(user_id, id), kind).toEqual([expect.objectContaining({ kind, outcome: "back" })]);
    expect(await rows(table, "id", id), kind).toEqual(before);
    // The second press finds nothing to do.
    expect(await restore(user_id, id), kind).toEqual([]);
    await discard(user_id, kind, id);
  }
  expect((await listed(user_id)).map(({ kind }) => kind).sort()).toEqual(kinds);
  expect((await listed(user_id)).every(({ daysLeft }) => daysLeft === 30)).toBe(true);
  expect(await listed(other)).toEqual([]);
});

test("a track comes back with its place on releases, its links, its numbers and its comments", async () => {
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const { id: friend } = await makeMusician(db);
  const track = await makeTrack(db, { user_id });
  const [release, full] = [await makeRelease(db, { user_id }), await makeRelease(db, { user_id })];
  await makeReleaseTrack(db, release, track.id);
  await makeReleaseTrack(db, full, track.id);
  const link = await makePrivateLink(db, { user_id, track_id: track.id });
  const former = await makeFormerMusicSlug(db, { user_id, kind: "track", track_id: track.id });
  await makeNumbers(db, { user_id, track_id: track.id });
  const comment = await makeComment(db, { musician_id: user_id, track_id: track.id, track_seconds: 12 });
  const { id: conversation_id } = await makeConversation(db, user_id, friend);
  const message = await makeMessage(db, { conversation_id, sender_id: user_id });
  await makeAttachment(db, message.id, track);
  const kept = async () => ({
    track: await rows("music_tracks", "id", track.id),
    releases: await rows("release_tracks", "track_id", track.id),
    links: await rows("private_links", "track_id", track.id),
    former: await rows("former_music_slugs", "track_id", track.id),
    heard: await rows("analytics_listening", "track_id", track.id),
    comments: await rows("fan_comments", "track_id", track.id),
    attachments: await rows("message_attachments", "track_id", track.id),
  });
  const before = await kept();
  for (const [name, found] of Object.entries(before)) expect(found, name).not.toEqual([]);

  await discard(user_id, "track", track.id);
  expect(Object.values(await kept()).flat()).toEqual([]);
  expect(await rows("fan_comments", "id", comment.id)).toHaveLength(1);
  await restore(user_id, track.id);
  expect(await kept()).toEqual(before);

  // A comment that was deleted meanwhile stays gone; a place that was taken is another's.
  await discard(user_id, "track", track.id);
  const newcomer = await makeTrack(db, { user_id });
  await db.asSystem().write(async (tx) => {
    await tx.deleteFrom("fan_comments").where("id", "=", comment.id).execute();
    await tx.deleteFrom("releases").where("id", "=", full.id).execute();
    await tx
      .insertInto("release_tracks")
      .values({ user_id, release_id: release.id, track_id: newcomer.id, position: 1 })
      .execute();
  });
  await restore(user_id, track.id);
  const after = await kept();
  expect(after.comments).toEqual([]);
  expect(after.releases).toEqual([expect.objectContaining({ release_id: release.id, position: 2 })]);
  expect(after.links).toEqual([expect.objectContaining({ id: link.id })]);
  expect(after.former).toEqual([expect.objectContaining({ slug: former.slug })]);
});

test("a track that was to come with a release that is no more comes back hidden", async () => {
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const track = await makeTrack(db, { user_id });
  const release = await makeRelease(db, { user_id, published_at: null });
  await makeReleaseTrack(db, release, track.id);
  await discard(user_id, "track", track.id);
  await db.asSystem().write((tx) => tx.deleteFrom("releases").where("id", "=", release.id).execute());
  await restore(user_id, track.id);
  expect(await rows("music_tracks", "id", track.id)).toEqual([
    expect.objectContaining({ is_visible: false, out_at: null }),
  ]);
});

test("files are out of reach at once, count in the quota, and go only with their item", async () => {
  const { db, storage } = services;
  const { id: user_id } = await makeMusician(db);
  const track = await makeTrack(db, { user_id, file_size: 1000 });
  const picture = await makeStoredImage(db, { user_id, bytes: 200 });
  const photo = await makePhoto(db, { user_id, image_url: picture.url });
  const kit = await makePressKit(db, { user_id, file_size: 30 });
  const addresses = [track.file_url ?? "", picture.url, kit.file_url];
  const paths = addresses.map((address) => address.replace("/uploads/", ""));
  for (const path of paths)
    await storage.put(path, Buffer.from("content"), { contentType: contentTypeOf(path) ?? "" });
  const readable = async () =>
    Promise.all(
      addresses.flatMap((address) => [
        mayReadFile(db.asVisitor(), address),
        mayReadFile(db.asMusician(user_id), address),
      ]),
    );
  const used = () => db.asMusician(user_id).read((tx) => usedBytes(tx, user_id));
  const stored = async () => (await Promise.all(paths.map((path) => storage.head(path)))).map(Boolean);
  expect(new Set(await readable())).toEqual(new Set([true]));
  expect(await used()).toBe(1230);

  await discard(user_id, "track", track.id);
  await discard(user_id, "photo", photo.id);
  await discard(user_id, "press-kit", kit.id);
  await removeUnnamedFiles(services);
  expect(new Set(await readable())).toEqual(new Set([false]));
  expect(await used()).toBe(1230);
  expect(await stored()).toEqual([true, true, true]);

  await restore(user_id, track.id);
  await removeUnnamedFiles(services);
  expect(await used()).toBe(1230);
  expect(await stored()).toEqual([true, true, true]);

  await executeRecentlyDeletedAction(services, user_id, { intent: "purge", id: photo.id });
  await removeUnnamedFiles(services);
  expect(await used()).toBe(1030);
  expect(await stored()).toEqual([true, false, true]);

  await db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", user_id).execute());
  await removeUnnamedFiles(services);
  expect(await stored()).toEqual([false, false, false]);
});

test("a published event that comes back is newer than its withdrawal", async () => {
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const event = await makeEvent(db, { user_id, event_date: "2199-05-04", sequence: 3 });
  await discard(user_id, "event", event.id);
  expect(await rows("withdrawn_events", "id", event.id)).toEqual([expect.objectContaining({ sequence: 4 })]);
  await restore(user_id, event.id);
  expect(await rows("withdrawn_events", "id", event.id)).toEqual([]);
  expect(await rows("events", "id", event.id)).toEqual([expect.objectContaining({ sequence: 5 })]);
});

test("what has no room, or whose place is taken, says so and is kept; the others come back", async () => {
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const payments = await Promise.all(
    Array.from({ length: 4 }, () => makePaymentLink(db, { user_id, is_enabled: true })),
  );
  const ids = payments.map(({ id }) => id);
  await discard(user_id, "payment-link", ...ids.slice(0, 2));
  await makePaymentLink(db, { user_id });
  const social = await makeSocialLink(db, { user_id });
  await discard(user_id, "social-link", social.id);
  await makeSocialLink(db, { user_id, platform: social.platform, url: social.url });
  const kit = await makePressKit(db, { user_id });
  await discard(user_id, "press-kit", kit.id);
  await makePressKit(db, { user_id });
  const track = await makeTrack(db, { user_id, title: "One" });
  await discard(user_id, "track", track.id);
  await makeTrack(db, { user_id, title: "One" });

  const all = [...ids.slice(0, 2), social.id, kit.id, track.id];
  const answer = await executeRecentlyDeletedAction(services, user_id, { intent: "restore", ids: all });
  expect(answer).toEqual({
    undone: "2 items are back. 1 at another address, because a newer track has the old one.",
    kept: expect.stringContaining("Not brought back, and kept."),
  });
  expect(answer).toEqual(
    expect.objectContaining({ kept: expect.stringMatching(/same link already.*another press kit by now/) }),
  );
  expect((await listed(user_id)).map(({ kind }) => kind).sort()).toEqual([
    "payment-link",
    "press-kit",
    "social-link",
  ]);
  await expect(
    executeRecentlyDeletedAction(services, user_id, { intent: "restore", ids: [kit.id] }),
  ).rejects.toMatchObject({ kind: "conflict" });
  await expect(
    executeRecentlyDeletedAction(services, user_id, { intent: "restore", ids: [randomUUID()] }),
  ).rejects.toMatchObject({ kind: "not-found" });
});

test("only one of many presses at once brings it back", async () => {
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const video = await makeVideo(db, { user_id, is_primary: true });
  await discard(user_id, "video", video.id);
  await makeVideo(db, { user_id, is_primary: true });
  const results = await Promise.all(Array.from({ length: 6 }, () => restore(user_id, video.id)));
  expect(results.flat()).toHaveLength(1);
  expect(await rows("video_gallery", "id", video.id)).toEqual([
    expect.objectContaining({ is_primary: false }),
  ]);
});

test("a suspended musician deletes and restores nothing", async () => {
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const [photo, gone] = [await makePhoto(db, { user_id }), await makePhoto(db, { user_id })];
  await discard(user_id, "photo", gone.id);
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Too loud." })
        .where("id", "=", user_id)
        .execute(),
    );
  await expect(discard(user_id, "photo", photo.id)).rejects.toMatchObject({ kind: "forbidden" });
  await expect(restore(user_id, gone.id)).rejects.toMatchObject({ kind: "forbidden" });
});

test("it is emptied by hand up to what was seen, and by itself after thirty days", async () => {
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const links = await Promise.all(Array.from({ length: 4 }, () => makePageLink(db, { user_id })));
  const ids = links.map(({ id }) => id);
  await discard(user_id, "link", ...ids);
  const age = (id: string | undefined, age: string) =>
    db
      .asSystem()
      .write((tx) =>
        sql`update deleted_items set deleted_at = now() - ${age}::interval where id = ${id}`.execute(tx),
      );
  await age(ids[0], "30 days 1 minute");
  await age(ids[1], "29 days 23 hours");
  await age(ids[2], "1 day");
  expect(await sweepDeleted(services)).toBe(1);
  expect((await listed(user_id)).map(({ daysLeft }) => daysLeft)).toEqual([30, 29, 1]);
  const seen = (await listed(user_id))[1]?.deleted_at ?? new Date();
  await executeRecentlyDeletedAction(services, user_id, { intent: "empty", id: seen.toISOString() });
  expect((await listed(user_id)).map(({ id }) => id)).toEqual([ids[3]]);
  const stranger = await makeUser(db);
  await expect(
    executeRecentlyDeletedAction(services, stranger.id, { intent: "purge", id: ids[3] ?? "" }),
  ).rejects.toMatchObject({ kind: "not-found" });
});
