import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { asForm, past } from "~/shared/archived";
import { msg } from "~/shared/t";
import { saveSchema } from "./schema.ts";
import { eventWebhooks } from "./webhooks.server.ts";

export default {
  tables: {
    events: {
      owner: "user_id",
      dropsPages: "owner's",
      exported: true,
      imported: {
        schema: z
          .preprocess(
            (row: object) => ({ ...asForm({ ...row }), intent: "save-event", id: undefined }),
            saveSchema,
          )
          .transform(({ intent, id, version, ...event }) => event)
          .and(
            z
              .object({
                cancelled_at: past,
                sequence: z.int().min(0).max(2_147_483_647),
                created_at: past,
                updated_at: past,
              })
              .partial(),
          ),
      },
      contents: {
        text: msg("{count, plural, one {{shown} event} other {{shown} events}}"),
        place: 5,
      },
      counted: [
        {
          kind: "clicks",
          target: "ticket_url",
          shown: "is_published and profile.show_events_section",
          name: "'Tickets: ' || title",
        },
      ],
    },
    withdrawn_events: { owner: "user_id", exported: "only that an event was taken back" },
  },
  webhooks: eventWebhooks,
} satisfies Feature;
