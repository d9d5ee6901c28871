import type { Reader } from "#server/db/database.ts";
import { videoLimit } from "./schema";

/** All of the musician's videos, hidden ones as well: the primary one, then in their own order. [2 §7] */
export function ownVideos(tx: Reader, userId: string) {
  return tx
    .selectFrom("video_gallery")
    .select([
      "id",
      "title",
      "translations",
      "video_url",
      "video_type",
      "thumbnail_url",
      "is_primary",
      "is_visible",
    ])
    .where("user_id", "=", userId)
    .orderBy("is_primary", "desc")
    .orderBy("display_order")
    .orderBy("created_at", "desc")
    .limit(videoLimit)
    .execute();
}

export type OwnVideo = Awaited<ReturnType<typeof ownVideos>>[number];
