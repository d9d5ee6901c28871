import { z } from "zod";
import type { ImportedRows } from "#server/backup/import.ts";
import { displayOrder, past } from "~/shared/archived";
import { trackTitle } from "./schema.ts";

/** What a track has beside its file, which is taken as an upload. */
export const importedRows: ImportedRows[] = [
  {
    table: "music_tracks",
    owner: "user_id",
    schema: z
      .object({
        title: trackTitle,
        downloads_enabled: z.boolean(),
        is_visible: z.boolean(),
        display_order: displayOrder,
        created_at: past,
      })
      .partial(),
  },
];
