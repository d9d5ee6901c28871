import { rows } from "#server/db/fragments.ts";

/** The artist's links on the page, in the artist's order; until there is one, the newest first. */
export const socialLinksPart = rows(
  "social_links",
  { platform: "platform", url: "url" },
  "where user_id = profile.user_id order by display_order nulls first, created_at desc limit 100",
);
