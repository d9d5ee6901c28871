import { z } from "zod";
import type { ImportedRows } from "#server/backup/import.ts";
import { asForm, past } from "~/shared/archived";
import { settingsSchema } from "./moderation.ts";
import { commentSchema } from "./schema.ts";

const settings = z.object({ blocked_words: z.array(z.string()).default([]), reviews_all: z.boolean() });

export const importedRows: ImportedRows[] = [
  {
    table: "fan_comments",
    owner: "musician_id",
    schema: commentSchema
      .transform(({ author_name, content }) => ({ author_name, content }))
      .and(z.object({ is_approved: z.boolean(), created_at: past }).partial()),
  },
  {
    table: "comment_settings",
    owner: "musician_id",
    schema: settings
      .transform(({ blocked_words, reviews_all }) => ({
        intent: "save-settings",
        ...asForm({ reviews_all }),
        // The form has a word a line.
        blocked_words: blocked_words.join("\n"),
      }))
      .pipe(settingsSchema)
      .transform(({ intent, version, ...columns }) => columns),
  },
];
