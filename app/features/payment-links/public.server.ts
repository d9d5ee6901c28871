import { rows, whereShown } from "#server/db/fragments.ts";
import { linkLimit } from "./schema.ts";

/** The ways to support the artist, in the artist's order. */
export const supportLinksPart = whereShown(
  "show_support_section",
  rows(
    "payment_links",
    { platform: "platform", url: "url" },
    `where user_id = profile.user_id and is_enabled order by display_order limit ${linkLimit}`,
  ),
);
