import { sql } from "kysely";
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

/** The pictures that the page has; null for one that isn't stored here. */
export async function ownPictures(tx: Reader, userId: string) {
  const profile = await tx
    .selectFrom("musician_profiles")
    .select(["avatar_url", "cover_image", "cover_focus_x as x", "cover_focus_y as y"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const { avatar_url = null, cover_image = null, x = 50, y = 50 } = profile ?? {};
  const stored = await storedPictures(
    tx,
    [avatar_url, cover_image].filter((address) => address !== null),
  );
  return {
    avatar: (avatar_url && stored.get(avatar_url)) || null,
    cover: (cover_image && stored.get(cover_image)) || null,
    focus: `${x}% ${y}%`,
  };
}

export type OwnPictures = Awaited<ReturnType<typeof ownPictures>>;

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
      "first_action",
      "first_action_label",
      "first_action_url",
      "translations",
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

/** Whether there is any music, and any show to come, that fans could be offered first. */
export async function offeredFirst(tx: Reader, userId: string): Promise<{ music: boolean; show: boolean }> {
  const { rows } = await sql<{ music: boolean; show: boolean }>`
    select
      exists (
        select from music_tracks
        where user_id = ${userId} and is_visible
          and not exists (select from release_tracks where track_id = music_tracks.id))
      or exists (
        select from releases
        where user_id = ${userId} and deleted_at is null
          and published_at <= now() and released_at <= now()) as music,
      exists (
        select from events
        where user_id = ${userId} and is_published and cancelled_at is null
          and coalesce(end_date, event_date) >= (now() at time zone 'Etc/GMT+12')::date) as show`.execute(tx);
  return rows[0] ?? { music: false, show: false };
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
