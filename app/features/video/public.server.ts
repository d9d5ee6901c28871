import { rows, whereShown } from "#server/db/fragments.ts";

/** The videos on the page, the primary one first. */
export const videosPart = whereShown(
  "show_video_section",
  rows(
    "video_gallery",
    { id: "id", title: "title", type: "video_type", url: "video_url", thumbnailUrl: "thumbnail_url" },
    `where user_id = profile.user_id and is_visible
     order by is_primary desc, display_order, created_at desc
     limit 100`,
  ),
);
