import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { asForm, displayOrder, past } from "~/shared/archived";
import { msg } from "~/shared/t";
import { tooManyText, videoLimit, videoSchema } from "./schema.ts";

export default {
  tables: {
    video_gallery: {
      owner: "user_id",
      dropsPages: "owner's",
      exported: true,
      imported: {
        most: { rows: videoLimit, text: tooManyText },
        schema: z
          .preprocess(
            (row: object) => ({
              thumbnail_url: "",
              ...asForm({ ...row }),
              intent: "save-video",
              id: undefined,
            }),
            videoSchema,
          )
          .transform(({ intent, id, ...video }) => video)
          .and(z.object({ display_order: displayOrder, created_at: past, updated_at: past }).partial()),
      },
      contents: {
        text: msg("{count, plural, one {{shown} video} other {{shown} videos}}"),
        place: 4,
      },
    },
  },
} satisfies Feature;
