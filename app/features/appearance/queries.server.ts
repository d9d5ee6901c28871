import type { Reader, Writer } from "#server/db/database.ts";
import { storedPictures } from "#server/media/stored-pictures.ts";

/** The artist's page and its appearance; undefined before the first save of the profile. */
export function ownAppearance(tx: Reader, userId: string) {
  return appearanceOf(tx, userId).executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function heldAppearance(tx: Writer, userId: string) {
  return appearanceOf(tx, userId).forUpdate().executeTakeFirst();
}

function appearanceOf(tx: Reader, userId: string) {
  return tx
    .selectFrom("musician_profiles")
    .select([
      "artist_name",
      "custom_url",
      "background_id",
      "background_opacity",
      "color_theme",
      "font_family",
      "layout",
      "name_font",
      "youtube_background_url",
      "youtube_background_enabled",
      "custom_primary_color",
      "custom_secondary_color",
      "custom_accent_color",
      "text_color_mode",
      "show_music_section",
      "show_gallery_section",
      "show_comments_section",
      "show_events_section",
      "show_video_section",
      "show_booking_section",
      "show_support_section",
      "profile_background_opacity",
      "profile_background_color",
      "cover_image_size",
    ])
    .where("user_id", "=", userId);
}

/**
 * The backgrounds to choose from, the newest first; with the chosen one, even when it is offered no longer. Each with what
 * is known of its picture where that is a stored one. [2 §7]
 */
export async function offeredBackgrounds(tx: Reader, chosen: string | null) {
  const options = await tx
    .selectFrom("background_options")
    .select(["id", "name", "type", "url", "thumbnail_url", "is_active"])
    .where((option) => option.or([option("is_active", "=", true), option("id", "=", chosen)]))
    .orderBy("created_at", "desc")
    .limit(200)
    .execute();
  const pictures = await storedPictures(
    tx,
    options.map(({ url }) => url),
  );
  return options.map((option) => ({ ...option, stored: pictures.get(option.url) ?? null }));
}

export type BackgroundOption = Awaited<ReturnType<typeof offeredBackgrounds>>[number];
