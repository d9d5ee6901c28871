import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { hasWords } from "#server/db/search.ts";
import type { Picture } from "~/shared/picture";
import type { Translations } from "~/shared/row-translations";
import { type PhotosAsked, photosPerPage } from "./schema";

export interface OwnPhoto {
  id: string;
  /** Empty when there is none. */
  caption: string;
  /** The picture's description for screen readers; empty when there is none. */
  altText: string;
  translations: Translations;
  picture: Picture;
}

const byOrder: Record<PhotosAsked["order"], RawBuilder<unknown>> = {
  own: sql`display_order, photo_gallery.created_at desc`,
  newest: sql`photo_gallery.created_at desc`,
  oldest: sql`photo_gallery.created_at`,
};

/**
 * The musician's photos, in their own order unless another is asked for: one page's worth, how many the search finds, and
 * how many there are in all. [2 §7]
 */
export async function ownPhotos(
  tx: Reader,
  userId: string,
  page: number,
  { search, filter, order }: Omit<PhotosAsked, "isWhole"> = { search: "", filter: "all", order: "own" },
): Promise<{ photos: OwnPhoto[]; total: number; matches: number }> {
  const lacks = filter === "all" ? sql`true` : filter === "no-alt" ? sql`alt_text = ''` : sql`caption = ''`;
  const isFound = sql<boolean>`(${lacks} and ${hasWords(search, "caption", "alt_text")})`;
  const rows = await tx
    .selectFrom("photo_gallery")
    .leftJoin("stored_images", "stored_images.url", "photo_gallery.image_url")
    .select(["photo_gallery.id", "image_url", "caption", "alt_text", "translations"])
    .select(["width", "height", "widths", "colour"])
    .where("photo_gallery.user_id", "=", userId)
    .where(isFound)
    .orderBy(sql`${byOrder[order]}, photo_gallery.id`)
    .limit(photosPerPage)
    .offset((page - 1) * photosPerPage)
    .execute();
  const { total, matches } = await tx
    .selectFrom("photo_gallery")
    .select((row) => [
      row.fn.countAll<number>().as("total"),
      row.fn.countAll<number>().filterWhere(isFound).as("matches"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const photos = rows.map(
    ({ id, image_url, caption, alt_text, translations, width, height, widths, colour }) => ({
      id,
      caption,
      altText: alt_text,
      translations,
      picture: {
        src: image_url,
        width: width ?? 800,
        height: height ?? 800,
        widths: widths ?? [],
        colour: colour ?? "#808080",
      },
    }),
  );
  return { photos, total, matches };
}
