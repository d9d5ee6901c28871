import { rows, whereShown } from "#server/db/fragments.ts";

/**
 * The photos on the page.
 * @param rest their order and limit, as SQL
 */
export const photosPart = (rest: string) =>
  whereShown(
    "show_gallery_section",
    rows(
      "photo_gallery",
      { id: "id", caption: "caption", altText: "alt_text", picture: { picture: "image_url" } },
      `where user_id = profile.user_id ${rest}`,
    ),
  );
