import type { Reader } from "#server/db/database.ts";

/** More than any library needs on one screen; a longer one pages. */
const listLimit = 1000;

/** The musician's whole library, in its own order. [2 §7] */
export function ownTracks(tx: Reader, userId: string) {
  return tx
    .selectFrom("music_tracks")
    .select(["id", "title", "file_url", "duration", "is_visible", "downloads_enabled"])
    .where("user_id", "=", userId)
    .orderBy("display_order")
    .orderBy("created_at", "desc")
    .limit(listLimit)
    .execute();
}
