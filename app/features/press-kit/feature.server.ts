import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { past } from "~/shared/archived";
import { msg } from "~/shared/t";

export default {
  tables: {
    press_kits: {
      owner: "user_id",
      dropsPages: "owner's",
      files: ["file_url"],
      exported: true,
      // The fields of a press kit beside its file, which is imported as an upload.
      imported: { schema: z.object({ created_at: past }).partial() },
      contents: {
        text: msg("{count, plural, one {{shown} press kit} other {{shown} press kits}}"),
        place: 12,
      },
      counted: [{ kind: "downloads", target: "file_url", shown: "true" }],
    },
  },
} satisfies Feature;
