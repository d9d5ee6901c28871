import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { displayOrder, past } from "~/shared/archived";
import { trackTitle } from "./schema.ts";

export default {
  tables: {
    music_tracks: {
      owner: "user_id",
      dropsPages: "owner's",
      files: ["file_url", "cover_image"],
      exported: true,
      // The fields of a track beside its file, which is imported as an upload.
      imported: {
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
      contents: { one: "track", many: "tracks", place: 1 },
      counted: [
        {
          kind: "plays",
          target: "id::text",
          shown: "is_visible and profile.show_music_section",
        },
        {
          kind: "downloads",
          target: "file_url",
          shown: "is_visible and downloads_enabled and profile.show_music_section",
        },
      ],
    },
  },
} satisfies Feature;
