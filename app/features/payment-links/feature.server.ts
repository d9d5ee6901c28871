import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { displayOrder } from "~/shared/archived";
import { msg } from "~/shared/t";
import { linkLimit, paymentLinkSchema, tooManyText } from "./schema.ts";

export default {
  tables: {
    payment_links: {
      owner: "user_id",
      dropsPages: "owner's",
      exported: true,
      imported: {
        most: {
          rows: linkLimit,
          get text() {
            return tooManyText();
          },
        },
        schema: paymentLinkSchema
          .omit({ id: true })
          .extend({ display_order: displayOrder.optional(), is_enabled: z.boolean().optional() }),
      },
      contents: {
        text: msg("{count, plural, one {{shown} link} other {{shown} links}}"),
        place: 11,
      },
      counted: [
        {
          kind: "clicks",
          target: "url",
          shown: "is_enabled and profile.show_support_section",
          name: "url",
        },
      ],
    },
  },
} satisfies Feature;
