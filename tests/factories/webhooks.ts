import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../server/db/database.ts";
import type { WebhookDeliveries, WebhookEndpoints } from "../../server/db/schema.ts";
import { serial } from "./serial.ts";

/** An endpoint that is told of everything. */
export async function makeWebhookEndpoint(
  db: Database,
  overrides: Pick<Insertable<WebhookEndpoints>, "user_id"> & Partial<Insertable<WebhookEndpoints>>,
): Promise<Selectable<WebhookEndpoints>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("webhook_endpoints")
      .values({
        url: `https://receiver-${serial()}.example/handbill`,
        subjects: ["booking", "subscriber", "comment", "release", "event", "message"],
        secret: `whsec_${Buffer.alloc(32, serial()).toString("base64")}`,
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A test that waits. */
export async function makeWebhookDelivery(
  db: Database,
  { id, user_id }: { id: string; user_id: string },
  overrides: Partial<Insertable<WebhookDeliveries>> = {},
): Promise<Selectable<WebhookDeliveries>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("webhook_deliveries")
      .values({ user_id, endpoint_id: id, type: "webhook.test", ...overrides })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}
