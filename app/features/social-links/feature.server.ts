import type { Feature } from "#server/features.ts";
import { displayOrder, past } from "~/shared/archived";
import { msg } from "~/shared/t";
import { linkLimit, socialLinkSchema, tooManyText } from "./schema.ts";

export default {
  tables: {
    social_links: {
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
        schema: socialLinkSchema
          .omit({ id: true })
          .extend({ created_at: past.optional(), display_order: displayOrder.optional() }),
      },
      contents: {
        text: msg("{count, plural, one {{shown} link} other {{shown} links}}"),
        place: 11,
      },
      counted: [{ kind: "clicks", target: "url", shown: "true", name: "url" }],
    },
  },
} satisfies Feature;
