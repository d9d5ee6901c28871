import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { displayOrder, moment, past } from "~/shared/archived";
import { translationsField } from "~/shared/row-translations";
import { msg } from "~/shared/t";
import { webAddressField } from "~/shared/web-address-field";
import { iconField, linkLimit, titleField, tooManyText, translatedColumns } from "./schema.ts";

export default {
  tables: {
    page_links: {
      owner: "user_id",
      dropsPages: "owner's",
      files: ["image_url"],
      exported: true,
      imported: {
        most: {
          rows: linkLimit,
          get text() {
            return tooManyText();
          },
        },
        schema: z.object({
          title: titleField,
          translations: translationsField(translatedColumns),
          url: webAddressField,
          icon: iconField.optional(),
          display_order: displayOrder.optional(),
          shown_from: moment.optional(),
          shown_until: moment.optional(),
          is_visible: z.boolean().optional(),
          created_at: past.optional(),
        }),
      },
      contents: {
        text: msg("{count, plural, one {{shown} link} other {{shown} links}}"),
        place: 11,
      },
      counted: [
        {
          kind: "clicks",
          // One address may stand under two titles.
          target: "id::text",
          shown: "is_visible and profile.show_links_section",
          name: "title",
        },
      ],
    },
  },
  importedColumns: { musician_profiles: z.object({ show_links_section: z.boolean() }).partial() },
} satisfies Feature;
