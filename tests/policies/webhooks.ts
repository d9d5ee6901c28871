import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const secret = `whsec_${"A".repeat(43)}=`;

export const webhooksExpectations = (_: World, { me, them }: Relation) =>
  ({
    webhook_endpoints: {
      rows: { mine: me.webhook.endpoint, theirs: them.webhook.endpoint },
      musician: {
        reads: {
          columns: [
            "id",
            "user_id",
            "url",
            "subjects",
            "replaced_at",
            "is_on",
            "gone_at",
            "told_at",
            "created_at",
          ],
          rows: ["mine"],
        },
        updates: { columns: ["secret", "is_on"], rows: ["mine"], to: { secret } },
        deletes: ["mine"],
        inserts: {
          row: { user_id: me.id, url: "https://example.org/hook", subjects: ["booking"], secret },
          refused: [{ user_id: them.id }],
        },
      },
    },
    webhook_deliveries: {
      rows: { mine: me.webhook.delivery, theirs: them.webhook.delivery },
      musician: {
        reads: {
          columns: [
            "id",
            "user_id",
            "endpoint_id",
            "type",
            "subject_id",
            "state",
            "attempts",
            "due_at",
            "tried_at",
            "duration_ms",
            "status",
            "answer",
            "created_at",
          ],
          rows: ["mine"],
        },
        updates: { columns: ["state", "attempts", "due_at"], rows: ["mine"] },
        inserts: {
          row: { user_id: me.id, endpoint_id: me.webhook.endpoint, type: "webhook.test" },
          refused: [
            { user_id: them.id },
            { endpoint_id: them.webhook.endpoint },
            { type: "booking.created" },
          ],
        },
      },
    },
  }) satisfies Expectations;
