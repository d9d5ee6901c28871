import { type Insertable, sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { DB } from "../../../server/db/schema.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeBooking, makeComment, makeSubscriber } from "../../../tests/factories/audience.ts";
import { makeConversation, makeMessage } from "../../../tests/factories/messages.ts";
import { makeEvent, makeRelease } from "../../../tests/factories/page.ts";
import { makeWebhookEndpoint } from "../../../tests/factories/webhooks.ts";
import { asServerOwner } from "../../../tests/harness/database.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { openReceiver } from "../../../tests/harness/webhook-receiver.ts";
import { catchUpReleases, deliver, noteRelease } from "./deliver.server.ts";
import { newSecret } from "./signature.server.ts";

// What each event's webhook says, and when none is posted.

const services = await freshServices({ WEBHOOKS_LOCAL: "on" });
const { db } = services;
const receiver = await openReceiver();
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});
beforeEach(() => {
  receiver.received.length = 0;
});

async function subscribed() {
  const { id } = await makeMusician(db);
  const endpoint = await makeWebhookEndpoint(db, {
    user_id: id,
    url: receiver.url,
    secret: newSecret(),
  });
  receiver.secret = endpoint.secret;
  /** What has come since the last time. */
  async function posted() {
    await deliver(services, endpoint.id);
    return receiver.received.splice(0).map(({ type, data }) => ({ type, data }));
  }
  return { id, posted };
}

const set = <Table extends keyof DB>(table: Table, id: string, change: Partial<Insertable<DB[Table]>>) =>
  db
    .asSystem()
    .write((tx) =>
      sql`update ${sql.table(table)} set ${sql.join(
        Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )} where id = ${id}`.execute(tx),
    );
const setProfile = (userId: string, change: Partial<Insertable<DB["musician_profiles"]>>) =>
  db
    .asSystem()
    .write((tx) => tx.updateTable("musician_profiles").set(change).where("user_id", "=", userId).execute());

test("a subscriber counts once they confirm, and when they leave", async () => {
  const { id: musician_id, posted } = await subscribed();
  const { id } = await makeSubscriber(db, { musician_id, subscriber_name: "Ann", confirmed_at: null });
  expect(await posted()).toEqual([]);
  await set("newsletter_subscribers", id, { confirmed_at: new Date() });
  const [confirmed] = await posted();
  expect(confirmed).toMatchObject({ type: "subscriber.confirmed", data: { id, subscriber_name: "Ann" } });
  expect(Object.keys(confirmed?.data ?? {})).not.toContain("unsubscribe_key");
  await set("newsletter_subscribers", id, { unsubscribed_at: new Date(), confirmed_at: null });
  expect(await posted()).toMatchObject([{ type: "subscriber.unsubscribed", data: { id } }]);
});

test("a comment is posted once it is public, and not where it is hidden by then", async () => {
  const { id: musician_id, posted } = await subscribed();
  const open = await makeComment(db, { musician_id, content: "Great show!" });
  expect(await posted()).toMatchObject([
    { type: "comment.published", data: { id: open.id, content: "Great show!" } },
  ]);
  const pending = await makeComment(db, { musician_id, is_approved: false });
  expect(await posted()).toEqual([]);
  await set("fan_comments", pending.id, { is_approved: true });
  expect(await posted()).toMatchObject([{ type: "comment.published", data: { id: pending.id } }]);
  for (const change of [{ hidden_at: new Date() }, { is_approved: false }]) {
    const { id } = await makeComment(db, { musician_id });
    await set("fan_comments", id, change);
    expect(await posted()).toEqual([{ type: "comment.removed", data: { id } }]);
  }
  await setProfile(musician_id, { show_comments_section: false });
  await makeComment(db, { musician_id });
  expect(await posted()).toEqual([]);
});

test("that a comment left the page is told once, and nothing of one that wasn't there", async () => {
  const { id: musician_id, posted } = await subscribed();
  const removed = (id: string) => [{ type: "comment.removed", data: { id } }];
  const remove = (id: string) =>
    db.asMusician(musician_id).write((tx) => tx.deleteFrom("fan_comments").where("id", "=", id).execute());
  const hidden = await makeComment(db, { musician_id });
  const deleted = await makeComment(db, { musician_id });
  const pending = await makeComment(db, { musician_id, is_approved: false });
  expect(await posted()).toHaveLength(2);
  await set("fan_comments", hidden.id, { hidden_at: new Date() });
  expect(await posted()).toEqual(removed(hidden.id));
  await remove(deleted.id);
  expect(await posted()).toEqual(removed(deleted.id));
  await remove(hidden.id);
  await remove(pending.id);
  expect(await posted()).toEqual([]);
});

test("that a booking request is deleted is told by its id alone", async () => {
  const { id: musician_id, posted } = await subscribed();
  const { id } = await makeBooking(db, { musician_id });
  expect(await posted()).toMatchObject([{ type: "booking.created", data: { id } }]);
  await db
    .asMusician(musician_id)
    .write((tx) => tx.deleteFrom("booking_requests").where("id", "=", id).execute());
  expect(await posted()).toEqual([{ type: "booking.deleted", data: { id } }]);
});

test("an event is created, changed and deleted as the public sees it", async () => {
  const { id: user_id, posted } = await subscribed();
  const { id } = await makeEvent(db, { user_id, title: "Night", is_published: false });
  await set("events", id, { title: "Late night" });
  expect(await posted()).toEqual([]);
  await set("events", id, { is_published: true });
  expect(await posted()).toMatchObject([{ type: "event.created", data: { id, title: "Late night" } }]);
  await set("events", id, { venue_name: "The Old Library" });
  expect(await posted()).toMatchObject([{ type: "event.changed", data: { venue_name: "The Old Library" } }]);
  // Nobody sees the difference.
  await set("events", id, { is_featured: true });
  expect(await posted()).toEqual([]);
  await set("events", id, { is_published: false });
  expect(await posted()).toEqual([{ type: "event.deleted", data: { id } }]);
  const other = await makeEvent(db, { user_id });
  await db.asMusician(user_id).write((tx) => tx.deleteFrom("events").where("id", "=", other.id).execute());
  // That it was there is told of no more; that it is gone is.
  expect(await posted()).toEqual([{ type: "event.deleted", data: { id: other.id } }]);
  await setProfile(user_id, { show_events_section: false });
  await makeEvent(db, { user_id });
  expect(await posted()).toEqual([]);
});

test("a release is posted when it is published, at once or at its time, and once", async () => {
  const { id: user_id, posted } = await subscribed();
  const draft = await makeRelease(db, { user_id, title: "Tape", published_at: null });
  expect(await posted()).toEqual([]);
  await set("releases", draft.id, { published_at: new Date() });
  expect(await posted()).toMatchObject([
    {
      type: "release.published",
      data: { title: "Tape", path: expect.stringMatching(/^\/artist\/.+\/music\//) },
    },
  ]);
  await set("releases", draft.id, { title: "Cassette" });
  await noteRelease(services, draft.id);
  await catchUpReleases(services);
  expect(await posted()).toEqual([]);

  const later = await makeRelease(db, { user_id, published_at: new Date(Date.now() + 3_600_000) });
  const { rows: jobs } = await db.asSystem().read((tx) =>
    sql<{ seconds: number }>`
      select extract(epoch from start_after - now())::int as seconds from pgboss.job
      where name = 'webhooks.release' and data ->> 'releaseId' = ${later.id}`.execute(tx),
  );
  expect(jobs).toHaveLength(1);
  expect(jobs[0]?.seconds).toBeGreaterThan(3000);
  // Before its time the job does nothing, and at its time once, however often it runs.
  await noteRelease(services, later.id);
  expect(await posted()).toEqual([]);
  await timePasses(later.id);
  await noteRelease(services, later.id);
  await noteRelease(services, later.id);
  expect(await posted()).toMatchObject([{ type: "release.published", data: { id: later.id } }]);

  const deleted = await makeRelease(db, { user_id, published_at: new Date() });
  await set("releases", deleted.id, { deleted_at: new Date() });
  expect(await posted()).toEqual([]);
});

/** As if the hour had passed in which this release is published, without a write that triggers see. */
async function timePasses(id: string): Promise<void> {
  await db.asSystem().write(async (tx) => {
    await sql`update webhook_endpoints set created_at = now() - interval '2 hours'`.execute(tx);
    await sql`update webhook_deliveries set created_at = now() - interval '2 hours'
              where subject_id = ${id}`.execute(tx);
  });
  await asServerOwner(db.ownerUrl, async (owner) => {
    await owner.query("set session_replication_role = replica");
    await owner.query("update releases set published_at = now() where id = $1", [id]);
  });
}

test("a message goes to its recipient's endpoint, without the sender's address", async () => {
  const { id, posted } = await subscribed();
  const sender = await makeMusician(db, { artist_name: "Nova" });
  const conversation = await makeConversation(db, id, sender.id);
  const message = { conversation_id: conversation.id, sender_id: sender.id, content: "Hello" };
  await makeMessage(db, message);
  await makeMessage(db, { ...message, sender_id: id });
  const [received, ...others] = await posted();
  expect(received).toMatchObject({
    type: "message.received",
    data: { content: "Hello", sender: { id: sender.id, artist_name: "Nova" } },
  });
  expect(others).toEqual([]);
  expect(JSON.stringify(received)).not.toContain(sender.email);
  const hidden = await makeMessage(db, message);
  await set("messages", hidden.id, { hidden_at: new Date() });
  expect(await posted()).toEqual([]);
});

test("an account goes with its endpoints, deliveries and public events", async () => {
  const { id } = await subscribed();
  await makeEvent(db, { user_id: id });
  await makeRelease(db, { user_id: id });
  await db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", id).execute());
  const left = await db
    .asSystem()
    .read((tx) => tx.selectFrom("webhook_deliveries").select("id").where("user_id", "=", id).execute());
  expect(left).toEqual([]);
});
