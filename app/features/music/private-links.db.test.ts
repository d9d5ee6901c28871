import { afterAll, expect, test } from "vitest";
import { AppError } from "#server/errors.ts";
import { t } from "~/shared/t";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makePrivateLink, makeRelease, makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { executePrivateLinkAction, ownPrivateLinks } from "./private-links.server";
import { linkLimit, targetGone, tooManyLinks } from "./private-links-schema";

const db = await freshDatabase();
afterAll(() => db.close());

const list = (userId: string) =>
  db.asMusician(userId).read(async (tx) => (await ownPrivateLinks(tx, userId)).links);
const add = (
  userId: string,
  target: { track_id: string } | { release_id: string },
  { name = "A label", days = 30 } = {},
) => executePrivateLinkAction({ db }, userId, { intent: "add-private-link", name, target, days });
const revoke = (userId: string, id: string) =>
  executePrivateLinkAction({ db }, userId, { intent: "revoke-private-link", id });

test("a link is made for a track or a release of one's own, with an end, and revoked", async () => {
  const { id: me } = await makeMusician(db);
  const track = await makeTrack(db, { user_id: me, title: "Unheard", is_visible: false });
  const draft = await makeRelease(db, { user_id: me, title: "Unmade", published_at: null });
  await add(me, { track_id: track.id }, { days: 7 });
  await add(me, { release_id: draft.id }, { name: "Festival", days: 0 });

  const [toDraft, toTrack] = await list(me);
  expect(toDraft).toMatchObject({
    name: "Festival",
    title: "Unmade",
    expires_at: null,
    opened: 0,
    heard: 0,
    hasEnded: false,
  });
  expect(toTrack).toMatchObject({ name: "A label", title: "Unheard", hasEnded: false });
  const days = ((toTrack?.expires_at?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
  expect(toDraft?.token).not.toBe(toTrack?.token);

  await revoke(me, toDraft?.id ?? "");
  expect(await list(me)).toHaveLength(1);
  await expect(revoke(me, toDraft?.id ?? "")).rejects.toThrow(AppError);
});

test("a link that is over, or whose release is deleted, has ended", async () => {
  const { id: me } = await makeMusician(db);
  const track = await makeTrack(db, { user_id: me });
  const deleted = await makeRelease(db, { user_id: me, deleted_at: new Date() });
  await makePrivateLink(db, { user_id: me, track_id: track.id, expires_at: new Date() });
  await makePrivateLink(db, { user_id: me, release_id: deleted.id });
  expect((await list(me)).map(({ hasEnded }) => hasEnded)).toEqual([true, true]);
});

test("nobody makes a link to another's track, to what is deleted, or more than there may be", async () => {
  const { id: me } = await makeMusician(db);
  const track = await makeTrack(db, { user_id: me });
  const deleted = await makeRelease(db, { user_id: me, deleted_at: new Date() });
  const theirs = await makeTrack(db);
  await expect(add(me, { track_id: theirs.id })).rejects.toThrow(targetGone);
  await expect(add(me, { release_id: deleted.id })).rejects.toThrow(targetGone);
  for (let made = 1; made < linkLimit; made++) await makePrivateLink(db, { user_id: me, track_id: track.id });
  const tries = await Promise.allSettled([add(me, { track_id: track.id }), add(me, { track_id: track.id })]);
  const refused = tries.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining(t(tooManyLinks, { limit: linkLimit }))]);
  expect(await list(me)).toHaveLength(linkLimit);
});
