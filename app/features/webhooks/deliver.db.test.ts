import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { startQueue } from "../../../server/jobs/queue.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeBooking } from "../../../tests/factories/audience.ts";
import { makeWebhookEndpoint } from "../../../tests/factories/webhooks.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { testLog } from "../../../tests/harness/settings.ts";
import { openReceiver } from "../../../tests/harness/webhook-receiver.ts";
import { catchUpDeliveries, deliver, sweepDeliveries } from "./deliver.server.ts";
import { postJson } from "./post.server.ts";
import { newSecret } from "./signature.server.ts";
import { executeWebhookAction, failingEndpoints, ownWebhooks } from "./webhooks.server.ts";

const services = await freshServices({ WEBHOOKS_LOCAL: "on", SMTP_URL: "smtp://127.0.0.1:1" });
const { db } = services;
const receiver = await openReceiver();
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.forged = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});

/** A musician with an endpoint at the receiver. */
async function subscribed() {
  const musician = await makeMusician(db);
  const endpoint = await makeWebhookEndpoint(db, {
    user_id: musician.id,
    url: receiver.url,
    secret: newSecret(),
  });
  receiver.secret = endpoint.secret;
  return { ...musician, endpoint };
}

const deliveriesOf = async (id: string) =>
  (await db.asMusician(id).read((tx) => ownWebhooks(tx, id))).deliveries;
const endpointOf = async (id: string) =>
  (await db.asMusician(id).read((tx) => ownWebhooks(tx, id))).endpoints[0];

/** What its owner's home tells of. */
const failingOf = (id: string) => db.asMusician(id).read((tx) => failingEndpoints(tx, id).execute());

/** As if that time had passed for the endpoint. */
async function pass(endpointId: string, interval: string): Promise<void> {
  await db.asSystem().write(async (tx) => {
    await sql`update webhook_deliveries set due_at = due_at - ${interval}::interval
              where endpoint_id = ${endpointId} and state = 'waiting'`.execute(tx);
    await sql`update webhook_endpoints set held_until = held_until - ${interval}::interval
              where id = ${endpointId}`.execute(tx);
  });
}

const mailsTo = (email: string) =>
  db.asSystem().read(async (tx) => {
    const { rows } = await sql<{ subject: string; text: string }>`
      select data ->> 'subject' as subject, data ->> 'text' as text
      from pgboss.job where name = 'mail.send' and data ->> 'to' = ${email} order by created_on`.execute(tx);
    return rows;
  });

test("a booking and its change are posted, signed as the specification's library expects", async () => {
  const { id, endpoint } = await subscribed();
  const booking = await makeBooking(db, { musician_id: id, requester_name: "Pat", message: "Grüße 🎸" });
  await deliver(services, endpoint.id);
  await db
    .asMusician(id)
    .write((tx) =>
      tx.updateTable("booking_requests").set({ status: "accepted" }).where("id", "=", booking.id).execute(),
    );
  // What only its owner notes is no change to tell of.
  await db
    .asMusician(id)
    .write((tx) =>
      tx.updateTable("booking_requests").set({ is_read: true }).where("id", "=", booking.id).execute(),
    );
  await deliver(services, endpoint.id);
  expect(receiver.forged).toBe(0);
  expect(receiver.received).toMatchObject([
    { type: "booking.created", data: { id: booking.id, requester_name: "Pat", message: "Grüße 🎸" } },
    { type: "booking.changed", data: { id: booking.id, status: "accepted" } },
  ]);
  expect(receiver.received[0]?.data).not.toHaveProperty("is_read");
  expect(await deliveriesOf(id)).toMatchObject([
    { type: "booking.changed", state: "delivered", status: 204, attempts: 1 },
    { type: "booking.created", state: "delivered", status: 204, attempts: 1 },
  ]);
});

test("a visitor's request posts within its own transaction: none without a commit, and no delivery for another", async () => {
  const { id, endpoint } = await subscribed();
  const other = await subscribed();
  receiver.secret = endpoint.secret;
  const request = {
    musician_id: id,
    requester_name: "Pat",
    requester_email: "pat@example.org",
    message: "Would you play?",
  };
  const insert = (end: () => void) =>
    db.asVisitor().write(async (tx) => {
      await tx
        .insertInto("booking_requests")
        .values({ id: randomUUID(), ...request })
        .execute();
      end();
    });
  await expect(
    insert(() => {
      throw new Error("not stored");
    }),
  ).rejects.toThrow("not stored");
  expect(await deliveriesOf(id)).toEqual([]);
  await insert(() => {});
  const queue = await startQueue({
    database: db,
    handlers: { "webhooks.send": ({ endpointId }) => deliver(services, endpointId) },
    log: testLog,
  });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 20_000 });
  await queue.stop();
  expect(await deliveriesOf(other.id)).toEqual([]);
});

test("nothing is noted that isn't wanted, while it is switched off, or by an account that is suspended or leaves", async () => {
  const { id, endpoint } = await subscribed();
  const set = (table: "users" | "webhook_endpoints", key: string, change: object) =>
    db.asSystem().write((tx) => tx.updateTable(table).set(change).where("id", "=", key).execute());
  const noted = async () => {
    await makeBooking(db, { musician_id: id });
    return (await deliveriesOf(id)).length;
  };
  await set("webhook_endpoints", endpoint.id, { subjects: ["event"] });
  expect(await noted()).toBe(0);
  await set("webhook_endpoints", endpoint.id, { subjects: ["booking"], is_on: false });
  expect(await noted()).toBe(0);
  await set("webhook_endpoints", endpoint.id, { is_on: true });
  expect(await noted()).toBe(1);
  for (const [state, undo] of [
    [
      { suspended_at: new Date(), suspended_reason: "spam" },
      { suspended_at: null, suspended_reason: null },
    ],
    [{ deletes_at: new Date() }, { deletes_at: null }],
  ]) {
    await set("users", id, state ?? {});
    expect(await noted()).toBe(1);
    // What waits by then isn't posted either.
    await deliver(services, endpoint.id);
    expect(receiver.received).toEqual([]);
    await set("users", id, undo ?? {});
  }
  expect(await deliveriesOf(id)).toMatchObject([{ state: "failed", status: null }]);
});

test("what is gone by the time it would be posted is withdrawn", async () => {
  const { id, endpoint } = await subscribed();
  const booking = await makeBooking(db, { musician_id: id });
  await db
    .asMusician(id)
    .write((tx) => tx.deleteFrom("booking_requests").where("id", "=", booking.id).execute());
  await deliver(services, endpoint.id);
  expect(receiver.received.map(({ type }) => type)).toEqual(["booking.deleted"]);
  expect(await deliveriesOf(id)).toContainEqual(
    expect.objectContaining({ type: "booking.created", state: "withdrawn", status: null }),
  );
});

test("a failed one is tried again with growing pauses for a day, by the same id; then its owner is told, once", async () => {
  const { id, email, endpoint } = await subscribed();
  receiver.answer = (response) => response.writeHead(500).end("out of order");
  await makeBooking(db, { musician_id: id });
  const waits: number[] = [];
  for (let attempt = 1; ; attempt++) {
    await deliver(services, endpoint.id);
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ attempts: attempt, status: 500, answer: "out of order" });
    if (!delivery || delivery.state === "failed") break;
    // Neither before its time, nor by any other job.
    await deliver(services, endpoint.id);
    expect(receiver.received).toHaveLength(attempt);
    waits.push(Math.round((delivery.due_at.getTime() - Date.now()) / 60_000));
    await pass(endpoint.id, "9 hours");
  }
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(waits.reduce((sum, minutes) => sum + minutes, 0)).toBe(24 * 60);
  expect(new Set(receiver.received.map((webhook) => webhook.id)).size).toBe(1);
  expect(await mailsTo(email)).toEqual([
    {
      subject: expect.stringContaining("could not be delivered"),
      text: expect.stringContaining("/account/webhooks"),
    },
  ]);
  expect((await endpointOf(id))?.told_at).not.toBe(null);
  expect(await failingOf(id)).toEqual([{ url: receiver.url }]);
  // Sent again by hand, it arrives, and the endpoint is as it was.
  receiver.answer = (response) => response.writeHead(200).end("thanks");
  const [failed] = await deliveriesOf(id);
  await pass(endpoint.id, "9 hours");
  await executeWebhookAction(services, id, { intent: "send-delivery", id: failed?.id ?? "" });
  await deliver(services, endpoint.id);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", answer: "thanks", attempts: 1 }]);
  expect((await endpointOf(id))?.told_at).toBe(null);
  expect(await failingOf(id)).toEqual([]);
  expect(new Set(receiver.received.map((webhook) => webhook.id)).size).toBe(1);
});

test("an endpoint that asks for a pause gets it, also from what comes meanwhile", async () => {
  const { id, endpoint } = await subscribed();
  receiver.answer = (response) => response.writeHead(429, { "retry-after": "1800" }).end("slowly");
  await makeBooking(db, { musician_id: id });
  await deliver(services, endpoint.id);
  const [delivery] = await deliveriesOf(id);
  expect(Math.round(((delivery?.due_at.getTime() ?? 0) - Date.now()) / 60_000)).toBe(30);
  receiver.answer = (response) => response.writeHead(204).end();
  await makeBooking(db, { musician_id: id });
  await pass(endpoint.id, "29 minutes");
  await deliver(services, endpoint.id);
  expect(receiver.received).toHaveLength(1);
  await pass(endpoint.id, "2 minutes");
  await deliver(services, endpoint.id);
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
});

test("an endpoint that is slow to answer keeps no other one waiting", async () => {
  const { id, endpoint: slow } = await subscribed();
  await makeWebhookEndpoint(db, { user_id: id, url: receiver.url, secret: slow.secret });
  await makeBooking(db, { musician_id: id });
  const posting = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const unhurried: typeof postJson = async (...post) => {
    posting.resolve();
    await mayAnswer.promise;
    return postJson(...post);
  };
  const queue = await startQueue({
    database: db,
    handlers: {
      "webhooks.send": ({ endpointId }) =>
        deliver(services, endpointId, endpointId === slow.id ? unhurried : postJson),
    },
    log: testLog,
  });
  await posting.promise;
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 20_000 });
  mayAnswer.resolve();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 20_000 });
  await queue.stop();
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
});

test("an endpoint that answers 410 is switched off, what waits for it fails, and its owner is told", async () => {
  const { id, email, endpoint } = await subscribed();
  receiver.answer = (response) => response.writeHead(410).end();
  await makeBooking(db, { musician_id: id });
  await makeBooking(db, { musician_id: id });
  await deliver(services, endpoint.id);
  expect(receiver.received).toHaveLength(1);
  expect(await endpointOf(id)).toMatchObject({ is_on: false, gone_at: expect.any(Date) });
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await failingOf(id)).toEqual([{ url: receiver.url }]);
  await executeWebhookAction(services, id, { intent: "switch-webhook", id: endpoint.id, on: true });
  expect(await endpointOf(id)).toMatchObject({ is_on: true, gone_at: null, told_at: null });
  expect(await failingOf(id)).toEqual([]);
  // One that failed and that its owner has switched off is no news.
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("webhook_endpoints")
        .set({ told_at: new Date(), is_on: false })
        .where("id", "=", endpoint.id)
        .execute(),
    );
  expect(await failingOf(id)).toEqual([]);
});

test("one process at a time posts to an endpoint, and a delivery that comes meanwhile isn't left behind", async () => {
  const { id, endpoint } = await subscribed();
  const posting = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  receiver.answer = async (response) => {
    posting.resolve();
    await mayAnswer.promise;
    response.writeHead(204).end();
  };
  await makeBooking(db, { musician_id: id });
  const first = deliver(services, endpoint.id);
  await posting.promise;
  await makeBooking(db, { musician_id: id });
  await deliver(services, endpoint.id);
  expect(receiver.received).toHaveLength(1);
  mayAnswer.resolve();
  await first;
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
});

test("a process that dies while it posts loses nothing: the next one posts it again, by the same id", async () => {
  const { id, endpoint } = await subscribed();
  await makeBooking(db, { musician_id: id });
  const dies = async () => {
    throw new Error("killed");
  };
  await expect(deliver(services, endpoint.id, dies)).rejects.toThrow("killed");
  expect(await deliveriesOf(id)).toMatchObject([{ state: "waiting", attempts: 0 }]);
  // The lost one holds the endpoint for a while.
  await deliver(services, endpoint.id);
  expect(receiver.received).toEqual([]);
  await pass(endpoint.id, "31 seconds");
  await deliver(services, endpoint.id);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered" }]);
});

test("an overdue delivery gets its job again, and old ones are swept", async () => {
  const { id, endpoint } = await subscribed();
  await makeBooking(db, { musician_id: id });
  const jobs = async () => {
    const { rows } = await db
      .asSystem()
      .read((tx) =>
        sql`select from pgboss.job where name = 'webhooks.send' and data ->> 'endpointId' = ${endpoint.id}`.execute(
          tx,
        ),
      );
    return rows.length;
  };
  expect(await jobs()).toBe(1);
  await catchUpDeliveries(services);
  expect(await jobs()).toBe(1);
  await pass(endpoint.id, "16 minutes");
  await catchUpDeliveries(services);
  expect(await jobs()).toBe(2);
  await sweepDeliveries(services);
  expect(await deliveriesOf(id)).toHaveLength(1);
  await db.asSystem().write((tx) =>
    sql`update webhook_deliveries set created_at = now() - interval '31 days'
        where endpoint_id = ${endpoint.id}`.execute(tx),
  );
  await sweepDeliveries(services);
  expect(await deliveriesOf(id)).toEqual([]);
});

test("a new secret signs from then on, and the former one for a day as well", async () => {
  const { id, endpoint } = await subscribed();
  const { secret } = await executeWebhookAction(services, id, {
    intent: "new-webhook-secret",
    id: endpoint.id,
  });
  expect(secret).toMatch(/^whsec_/);
  for (const known of [endpoint.secret, secret ?? ""]) {
    receiver.secret = known;
    await executeWebhookAction(services, id, { intent: "test-webhook", id: endpoint.id });
    await deliver(services, endpoint.id);
  }
  expect(receiver.received).toMatchObject([{ type: "webhook.test" }, { type: "webhook.test" }]);
  await db.asSystem().write((tx) =>
    sql`update webhook_endpoints set replaced_at = now() - interval '25 hours'
        where id = ${endpoint.id}`.execute(tx),
  );
  receiver.secret = endpoint.secret;
  await executeWebhookAction(services, id, { intent: "test-webhook", id: endpoint.id });
  await deliver(services, endpoint.id);
  expect(receiver.forged).toBe(1);
});

test("a test that fails isn't tried again, and nobody is told", async () => {
  const { id, email, endpoint } = await subscribed();
  receiver.answer = (response) => response.writeHead(404).end("nothing here");
  await executeWebhookAction(services, id, { intent: "test-webhook", id: endpoint.id });
  await deliver(services, endpoint.id);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "failed", status: 404, answer: "nothing here" }]);
  expect(await mailsTo(email)).toEqual([]);
});
