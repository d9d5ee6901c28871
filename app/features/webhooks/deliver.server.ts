import { type Selectable, sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import type { WebhookDeliveries, WebhookEndpoints } from "#server/db/schema.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import type { Services } from "#server/services.ts";
import { msg, t } from "~/shared/t";
import { type Answer, postJson } from "./post.server.ts";
import { keptDays, testType } from "./schema.ts";
import { signedHeaders } from "./signature.server.ts";

/** The pauses after each failed attempt, in minutes: a day in all. */
const pauses = [1, 5, 30, 2 * 60, 5 * 60, 8 * 60, 8 * 60 + 24];
/** After so many seconds others are let in between the deliveries to one endpoint. */
const turnSeconds = 15;
/** A process that posts to an endpoint holds it for so long; longer than one attempt takes. */
const holdSeconds = 30;
/** An endpoint that has failed is left alone for so long, or as long as it asks for, */
const restSeconds = 60;
/** which may be at most so long. */
const longestRestSeconds = 24 * 3600;
/** So long after a change, webhooks are still signed with the former secret as well. */
const formerSecretHours = 24;

type Parts = Pick<Services, "db" | "config" | "declarations" | "log">;

type Endpoint = Selectable<WebhookEndpoints>;
type Delivery = Selectable<WebhookDeliveries>;

/**
 * Posts what is due to an endpoint, one after the other, the oldest first. Only one process at a time does: each endpoint
 * is held by who posts to it, so that a slow one takes one place of those there are. After a failure, or when its turn is
 * over, it leaves a job for the rest.
 * @param post what posts: for tests
 */
export async function deliver(parts: Parts, endpointId: string, post = postJson): Promise<void> {
  const over = Date.now() + turnSeconds * 1000;
  for (let isFirst = true; ; isFirst = false) {
    const next = await parts.db.asSystem().write((tx) => take(tx, endpointId, isFirst));
    if (!next) return;
    const wentWell = await attempt(parts, next, post);
    if (!wentWell) return;
    if (Date.now() < over) continue;
    await parts.db.asSystem().write(async (tx) => {
      await hold(tx, endpointId, null);
      await tx.enqueue("webhooks.send", { endpointId });
    });
    return;
  }
}

interface Taken {
  endpoint: Endpoint;
  delivery: Delivery;
}

/**
 * Holds an endpoint, and takes its oldest due delivery; lets it go where there is none. The row is locked before it is
 * read: a delivery that is stored meanwhile is seen here, or its own job finds the endpoint free.
 */
async function take(tx: Writer, endpointId: string, isFirst: boolean): Promise<Taken | undefined> {
  const endpoint = await tx
    .selectFrom("webhook_endpoints")
    .selectAll()
    .select(sql<boolean>`coalesce(held_until > now(), false)`.as("is_held"))
    .where("id", "=", endpointId)
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint || (isFirst && endpoint.is_held)) return;
  const delivery = await tx
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .where("state", "=", "waiting")
    .where("due_at", "<=", sql<Date>`now()`)
    .orderBy("due_at")
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  await hold(tx, endpointId, delivery ? holdSeconds : null);
  return delivery && { endpoint, delivery };
}

async function hold(tx: Writer, endpointId: string, seconds: number | null): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ held_until: sql<Date | null>`now() + ${seconds} * interval '1 second'` })
    .where("id", "=", endpointId)
    .execute();
}

/** @returns whether the next delivery may follow at once */
async function attempt(parts: Parts, taken: Taken, post: typeof postJson): Promise<boolean> {
  const { endpoint, delivery } = taken;
  const { db, config } = parts;
  const refusal = await refusalOf(parts, endpoint);
  if (refusal !== undefined) {
    await settle(parts, delivery, { state: "failed", answer: refusal, status: null });
    return true;
  }
  const data = await dataOf(parts, delivery);
  if (!data) {
    const answer = msg("What this was about is gone, or public no more.");
    await settle(parts, delivery, { state: "withdrawn", answer, status: null });
    return true;
  }
  const body = JSON.stringify({ type: delivery.type, timestamp: delivery.created_at, data });
  const signed = signedHeaders({ id: delivery.id, at: new Date(), body }, secretsOf(endpoint));
  const headers = { ...signed, "content-type": "application/json", "user-agent": "Handbill" };
  const answer = await post(endpoint.url, headers, body, { allowsLocal: config.localWebhooks });
  return db.asSystem().write((tx) => record(tx, parts, taken, answer));
}

/** Why nothing is posted there; undefined where it is. */
async function refusalOf({ db }: Parts, { user_id, is_on }: Endpoint): Promise<string | undefined> {
  if (!is_on) return msg("The endpoint was switched off.");
  const owner = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("users")
        .select(["suspended_at", "deletes_at"])
        .where("id", "=", user_id)
        .executeTakeFirst(),
    );
  return owner && !owner.suspended_at && !owner.deletes_at
    ? undefined
    : msg("The account sends nothing at the moment.");
}

/** What the webhook tells, as it is at this moment for its reader. */
async function dataOf(
  { db, declarations }: Parts,
  { type, subject_id, user_id }: Delivery,
): Promise<object | undefined> {
  if (type === testType) return { text: "This is a test." };
  const event = declarations.webhooks.get(type);
  if (!event || subject_id === null) return;
  const reader = event.readBy === "owner" ? db.asMusician(user_id) : db.asVisitor();
  return reader.read((tx) => event.data(tx, subject_id));
}

function secretsOf({ secret, former_secret, replaced_at }: Endpoint): string[] {
  const isFresh = replaced_at && replaced_at.getTime() > Date.now() - formerSecretHours * 3_600_000;
  return former_secret && isFresh ? [secret, former_secret] : [secret];
}

async function settle(
  { db }: Parts,
  { id }: Delivery,
  outcome: { state: "failed" | "withdrawn"; answer: string; status: null },
): Promise<void> {
  await db.asSystem().write((tx) =>
    tx
      .updateTable("webhook_deliveries")
      .set({ ...outcome, tried_at: sql<Date>`now()`, duration_ms: null })
      .where("id", "=", id)
      .execute(),
  );
}

const isDelivered = ({ status }: Answer) => status !== null && status >= 200 && status < 300;

/** Writes an attempt down, and what follows from it: the next one, or the end of them. */
async function record(
  tx: Writer,
  { config }: Parts,
  { endpoint, delivery }: Taken,
  answer: Answer,
): Promise<boolean> {
  const attempts = delivery.attempts + 1;
  const tried = {
    attempts,
    tried_at: sql<Date>`now()`,
    duration_ms: answer.durationMs,
    status: answer.status,
    answer: answer.text,
  };
  const update = tx.updateTable("webhook_deliveries").where("id", "=", delivery.id);
  if (isDelivered(answer)) {
    await update.set({ ...tried, state: "delivered" }).execute();
    await tx.updateTable("webhook_endpoints").set({ told_at: null }).where("id", "=", endpoint.id).execute();
    return true;
  }
  if (delivery.type === testType) {
    await update.set({ ...tried, state: "failed" }).execute();
    return true;
  }
  const isGone = answer.status === 410;
  const pause = isGone ? undefined : pauses[attempts - 1];
  const rest = Math.min(Math.max(restSeconds, answer.retryAfter ?? 0), longestRestSeconds);
  if (pause === undefined) {
    await update.set({ ...tried, state: "failed" }).execute();
    await tellOwner(tx, config, endpoint, isGone);
  } else {
    const { due_at } = await update
      .set({ ...tried, due_at: sql<Date>`now() + ${Math.max(pause * 60, rest)} * interval '1 second'` })
      .returning("due_at")
      .executeTakeFirstOrThrow();
    await tx.enqueue("webhooks.send", { endpointId: endpoint.id }, due_at);
  }
  if (isGone) return true; // the others find it switched off
  await hold(tx, endpoint.id, rest);
  const rested = new Date(Date.now() + (rest + 1) * 1000);
  await tx.enqueue("webhooks.send", { endpointId: endpoint.id }, rested);
  return false;
}

/** Switches off an endpoint that says it is gone. Its owner is told, once until something arrives there again. */
async function tellOwner(
  tx: Writer,
  config: Services["config"],
  { id, user_id, url, told_at }: Endpoint,
  isGone: boolean,
): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ told_at: sql<Date>`now()`, ...(isGone && { is_on: false, gone_at: sql<Date>`now()` }) })
    .where("id", "=", id)
    .execute();
  if (!config.smtpUrl || (told_at && !isGone)) return;
  const { email } = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  const { host } = new URL(url);
  await mailAccount(tx, user_id, (site) => ({
    to: email,
    subject: t("A webhook to {host} could not be delivered", { host }),
    text: [
      t("Hello,"),
      isGone
        ? t("{host} has answered that the address of your webhook is gone, so it was switched off.", { host })
        : t("{host} did not take a webhook of yours, though it was tried again for a day.", { host }),
      t("What was sent, and the answers: {link}", { link: `${config.origin}/account/webhooks` }),
      site,
    ].join("\n\n"),
  }));
}

/** A release is public by now. Where that was noted already, nothing happens. */
export async function noteRelease({ db }: Pick<Services, "db">, releaseId: string): Promise<void> {
  await db.asSystem().write((tx) => sql`select app.note_published_release(${releaseId})`.execute(tx));
}

/** Notes the releases of the last day whose job was lost. */
export async function catchUpReleases({ db }: Pick<Services, "db">): Promise<void> {
  const published = await db.asSystem().read((tx) =>
    tx
      .selectFrom("releases")
      .select("id")
      .where("published_at", ">", sql<Date>`now() - interval '1 day'`)
      .where("published_at", "<", sql<Date>`now()`)
      .where("user_id", "in", (own) => own.selectFrom("webhook_endpoints").select("user_id"))
      .limit(lostAtOnce)
      .execute(),
  );
  for (const { id } of published) await noteRelease({ db }, id);
}

/** A job is asked for again that late after its time: it has been lost. */
const lostMinutes = 15;
const lostAtOnce = 200;

/** Asks again for the jobs of deliveries that are overdue. */
export async function catchUpDeliveries({ db }: Pick<Services, "db">): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const overdue = await tx
      .selectFrom("webhook_deliveries")
      .select("endpoint_id")
      .distinct()
      .where("state", "=", "waiting")
      .where("due_at", "<", sql<Date>`now() - ${lostMinutes} * interval '1 minute'`)
      .limit(lostAtOnce)
      .execute();
    for (const { endpoint_id: endpointId } of overdue) await tx.enqueue("webhooks.send", { endpointId });
  });
}

const sweptAtOnce = 10_000;

/** Removes deliveries that are kept no longer. */
export async function sweepDeliveries({ db }: Pick<Services, "db">): Promise<void> {
  await db.asSystem().write((tx) =>
    tx
      .deleteFrom("webhook_deliveries")
      .where("id", "in", (old) =>
        old
          .selectFrom("webhook_deliveries")
          .select("id")
          .where("created_at", "<", sql<Date>`now() - ${keptDays} * interval '1 day'`)
          .limit(sweptAtOnce),
      )
      .execute(),
  );
}
