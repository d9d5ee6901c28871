import { fragment, rows, whereShown } from "#server/db/fragments.ts";
import { linkLimit } from "./schema.ts";

/** The links that are shown at the moment, in the artist's order. */
export const linksPart = whereShown(
  "show_links_section",
  rows(
    "page_links",
    {
      id: "id",
      title: "title",
      url: "url",
      icon: "icon",
      picture: { picture: "image_url", frame: { width: 320, height: 320 } },
    },
    `where user_id = profile.user_id and is_visible and coalesce(shown_from <= now(), true)
      and coalesce(shown_until > now(), true) order by display_order limit ${linkLimit}`,
  ),
);

/** When one of them comes or goes by itself. */
export const linksChangeAtPart = fragment<Date | null>("app.links_change_at(profile.user_id)");
