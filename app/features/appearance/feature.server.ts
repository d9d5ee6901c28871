import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { msg } from "~/shared/t";
import { appearanceFields, type SectionColumn, youtubeIdOf } from "./schema.ts";

const shown = z.boolean();
const sectionFields: Record<SectionColumn, typeof shown> = {
  show_music_section: shown,
  show_video_section: shown,
  show_gallery_section: shown,
  show_events_section: shown,
  show_booking_section: shown,
  show_support_section: shown,
  show_comments_section: shown,
};
const youtubeAddress = z
  .string()
  .refine((address) => youtubeIdOf(address) !== null, msg("Please enter a valid YouTube URL"))
  .transform((address) => `https://www.youtube.com/watch?v=${youtubeIdOf(address)}`);

export default {
  tables: {},
  importedColumns: {
    // A background that is the site's own isn't exported.
    musician_profiles: z
      .object({
        ...appearanceFields,
        ...sectionFields,
        youtube_background_url: youtubeAddress,
        youtube_background_enabled: z.boolean(),
      })
      .partial()
      .refine((row) => row.first_action !== "link" || (row.first_action_label && row.first_action_url), {
        path: ["first_action"],
        error: msg("It has no text, or no address"),
      }),
  },
} satisfies Feature;
