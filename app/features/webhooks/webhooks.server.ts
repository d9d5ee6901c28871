import { isIP } from "node:net";
import { sql } from "kysely";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import { isPublicAddress } from "./addresses.ts";
import {
  chosenSubjects,
  type EndpointForm,
  mostEndpoints,
  testType,
  tooManyText,
  type WebhookAction,
} from "./schema.ts";
import { newSecret } from "./signature.server.ts";

/** Tests, and deliveries that are sent again: nobody floods another's server with them. */
const byHand: LimitRule = { name: "webhook-by-hand", tries: 30, windowSeconds: 3600 };

/** The newest ones are listed. */
const listed = 50;

/** The musician's endpoints, and the last deliveries to them. */
export async function ownWebhooks(tx: Reader, userId: string) {
  const endpoints = await tx
    .selectFrom("webhook_endpoints")
    .select(["id", "url", "subjects", "is_on", "gone_at", "told_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(mostEndpoints)
    .execute();
  const deliveries = await tx
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select([
      "delivery.id",
      "delivery.type",
      "delivery.state",
      "delivery.attempts",
      "delivery.due_at",
      "delivery.tried_at",
      "delivery.duration_ms",
      "delivery.status",
      "delivery.answer",
      "delivery.created_at",
      "endpoint.url",
    ])
    .where("delivery.user_id", "=", userId)
    .orderBy("delivery.created_at", "desc")
    .orderBy("delivery.id")
    .limit(listed)
    .execute();
  return { endpoints, deliveries };
}

/** The musician's endpoints of which a mail tells: a delivery was given up, or the address is gone. */
export function failingEndpoints(tx: Reader, userId: string) {
  return tx
    .selectFrom("webhook_endpoints")
    .select("url")
    .where("user_id", "=", userId)
    .where((is) =>
      is.or([is("gone_at", "is not", null), is.and([is("is_on", "=", true), is("told_at", "is not", null)])]),
    )
    .orderBy("created_at")
    .orderBy("id");
}

export type OwnWebhooks = Awaited<ReturnType<typeof ownWebhooks>>;
export type OwnEndpoint = OwnWebhooks["endpoints"][number];
export type OwnDelivery = OwnWebhooks["deliveries"][number];

/**
 * Executes a form of the webhooks' screen.
 * @returns the new secret, where there is one: it is shown this once
 * @throws AppError `invalid` for an address that nothing is posted to; `not-found`; `conflict` when there are as many
 *   endpoints as there may be; `too-many` tests
 */
export async function executeWebhookAction(
  { db, config, limits }: Pick<Services, "db" | "config" | "limits">,
  userId: string,
  form: WebhookAction,
): Promise<{ done: true; secret?: string }> {
  const mine = db.asMusician(userId);
  switch (form.intent) {
    case "add-webhook": {
      requireReachable(config, form.url);
      const secret = newSecret();
      await mine.write((tx) => addEndpoint(tx, userId, form, secret));
      return { done: true, secret };
    }
    case "new-webhook-secret": {
      const secret = newSecret();
      await mine.write((tx) => changeEndpoint(tx, userId, form.id, { secret }));
      return { done: true, secret };
    }
    case "switch-webhook":
      await mine.write((tx) => changeEndpoint(tx, userId, form.id, { is_on: form.on }));
      break;
    case "delete-webhook":
      await mine.write(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom("webhook_endpoints")
          .where("id", "=", form.id)
          .where("user_id", "=", userId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw missing();
      });
      break;
    case "test-webhook":
      await limits.spend(byHand, limitKey(userId));
      await mine.write((tx) => testEndpoint(tx, userId, form.id));
      break;
    case "send-delivery":
      await limits.spend(byHand, limitKey(userId));
      await mine.write((tx) => sendAgain(tx, userId, form.id));
  }
  return { done: true };
}

/** @throws AppError `invalid` for what can be known without a look at a name server */
function requireReachable({ localWebhooks }: Services["config"], url: string): void {
  const { protocol, hostname } = new URL(url);
  if (localWebhooks) return;
  if (protocol !== "https:") throw unfit(t("Please enter an address that begins with https"));
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw unfit(t("This address is not on the public internet"));
}

async function addEndpoint(tx: Writer, user_id: string, form: EndpointForm, secret: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${user_id}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom("webhook_endpoints")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  if (count >= mostEndpoints) throw new AppError("conflict", t(tooManyText));
  await tx
    .insertInto("webhook_endpoints")
    .values({ user_id, url: form.url, subjects: chosenSubjects(form), secret })
    .execute();
}

async function changeEndpoint(
  tx: Writer,
  userId: string,
  id: string,
  change: { secret: string } | { is_on: boolean },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("webhook_endpoints")
    .set(change)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing();
}

async function testEndpoint(tx: Writer, user_id: string, endpoint_id: string): Promise<void> {
  const endpoint = await tx
    .selectFrom("webhook_endpoints")
    .select("is_on")
    .where("id", "=", endpoint_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  if (!endpoint) throw missing();
  if (!endpoint.is_on) throw switchedOff();
  await tx.insertInto("webhook_deliveries").values({ user_id, endpoint_id, type: testType }).execute();
  await tx.enqueue("webhooks.send", { endpointId: endpoint_id });
}

/** It keeps its id: a receiver that has it already can tell. */
async function sendAgain(tx: Writer, userId: string, id: string): Promise<void> {
  const delivery = await tx
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select(["endpoint_id", "is_on"])
    .where("delivery.id", "=", id)
    .where("delivery.user_id", "=", userId)
    .executeTakeFirst();
  if (!delivery) throw new AppError("not-found", t("This delivery is not kept any more."));
  if (!delivery.is_on) throw switchedOff();
  await tx
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", attempts: 0, due_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
  await tx.enqueue("webhooks.send", { endpointId: delivery.endpoint_id });
}

const unfit = (text: string) => new AppError("invalid", text, { field: "url" });
const missing = () => new AppError("not-found", t("This webhook does not exist any more."));
const switchedOff = () => new AppError("conflict", t("This webhook is switched off. Switch it on first."));
