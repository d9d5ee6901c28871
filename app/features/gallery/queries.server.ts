import type { Reader } from "#server/db/database.ts";
import type { Picture } from "~/shared/picture";
import { photosPerPage } from "./schema";

export interface OwnPhoto {
  id: string;
  /** Empty when there is none. */
  caption: string;
  /** The picture's description for screen readers; empty when there is none. */
  altText: string;
  picture: Picture;
}

/** The musician's photos in their own order, one page's worth, and how many there are in all. [2 §7] */
export async function ownPhotos(
  tx: Reader,
  userId: string,
  page: number,
): Promise<{ photos: OwnPhoto[]; total: number }> {
  const rows = await tx
    .selectFrom("photo_gallery")
    .leftJoin("stored_images", "stored_images.url", "photo_gallery.image_url")
    .select(["photo_gallery.id", "image_url", "caption", "alt_text", "width", "height", "widths", "colour"])
    .where("photo_gallery.user_id", "=", userId)
    .orderBy("display_order")
    .orderBy("photo_gallery.created_at", "desc")
    .limit(photosPerPage)
    .offset((page - 1) * photosPerPage)
    .execute();
  const { total } = await tx
    .selectFrom("photo_gallery")
    .select((row) => row.fn.countAll<number>().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const photos = rows.map(({ id, image_url, caption, alt_text, width, height, widths, colour }) => ({
    id,
    caption,
    altText: alt_text,
    picture: {
      src: image_url,
      width: width ?? 800,
      height: height ?? 800,
      widths: widths ?? [],
      colour: colour ?? "#808080",
    },
  }));
  return { photos, total };
}
