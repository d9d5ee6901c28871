import { sql } from "kysely";
import type { Reader, Writer } from "#server/db/database.ts";
import type { Picture } from "~/shared/picture";
import { reservedCustomUrls } from "~/shared/reserved-custom-urls";
import { type KeptOriginal, type PictureKind, pictureKinds } from "./picture-kinds.ts";

/** The profile form's fields, or undefined before the first save. */
export function ownProfile(tx: Reader, userId: string) {
  return profileOf(tx, userId).executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function heldProfile(tx: Writer, userId: string) {
  return profileOf(tx, userId).forUpdate().executeTakeFirstOrThrow();
}

function profileOf(tx: Reader, userId: string) {
  return tx
    .selectFrom("musician_profiles")
    .select(["artist_name", "bio", "location", "performs_as", "page_language", "custom_url"])
    .select(["other_languages", "translations"])
    .select(["cover_image_size", "cover_focus_x", "cover_focus_y"])
    .where("user_id", "=", userId);
}

/**
 * Is the custom URL free for this musician? Only exact matches count [2 §7], those that others have given up within a
 * year too. One of the site's own words stays with an artist who had it before it became one.
 */
export async function customUrlIsFree(tx: Reader, customUrl: string, userId: string): Promise<boolean> {
  const holder = await tx
    .selectFrom("musician_profiles")
    .select(["id", "user_id"])
    .where("custom_url", "=", customUrl)
    .executeTakeFirst();
  if (holder) return holder.user_id === userId;
  const formerHolder = await tx
    .selectFrom("former_addresses")
    .select("user_id")
    .where("custom_url", "=", customUrl)
    .where("user_id", "<>", userId)
    .where("given_up_at", ">", sql<Date>`now() - interval '1 year'`)
    .executeTakeFirst();
  return formerHolder === undefined && !reservedCustomUrls.has(customUrl);
}

/** The profile's two pictures; null where there is none. */
export async function ownPictures(tx: Reader, userId: string): Promise<Record<PictureKind, Picture | null>> {
  const profile = await tx
    .selectFrom("musician_profiles")
    .select(["avatar_url", "cover_image"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const addresses = [profile?.avatar_url, profile?.cover_image].filter(
    (address) => typeof address === "string",
  );
  const stored = addresses.length
    ? await tx
        .selectFrom("stored_images")
        .select(["url as src", "width", "height", "widths", "colour"])
        .where("url", "in", addresses)
        .execute()
    : [];
  const picture = (kind: PictureKind): Picture | null => {
    const src = profile?.[pictureKinds[kind].column];
    if (!src) return null;
    return (
      stored.find((facts) => facts.src === src) ?? {
        src,
        ...pictureKinds[kind].frame,
        widths: [],
        colour: "#808080",
      }
    );
  };
  return { avatar: picture("avatar"), cover: picture("cover") };
}

/** What the profile's two pictures were cut from; null where that isn't kept. */
export async function ownOriginals(
  tx: Reader,
  userId: string,
): Promise<Record<PictureKind, KeptOriginal | null>> {
  const rows = await tx
    .selectFrom("picture_originals")
    .select(["kind", "file_url", "crop_x", "crop_y", "crop_width", "crop_height"])
    .where("user_id", "=", userId)
    .execute();
  const original = (wanted: PictureKind): KeptOriginal | null => {
    const row = rows.find(({ kind }) => kind === wanted);
    if (!row) return null;
    const { kind, file_url, ...shares } = row;
    return { src: file_url, shares };
  };
  return { avatar: original("avatar"), cover: original("cover") };
}
