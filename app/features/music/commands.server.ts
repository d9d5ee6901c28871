import { requireRoom } from "#server/quota.ts";
import type { Services } from "#server/services.ts";

export interface NewTrack {
  title: string;
  /** The stored file's address; at most one track has it. */
  file_url: string;
  /** Whole seconds, null when unknown. */
  duration: number | null;
  /** The title in the file's tags, where it is another: offered, never forced. */
  tag_title: string | null;
  /** Bytes. */
  file_size: number;
}

/**
 * Adds a track at the end of the library, visible and downloadable, and has it listened to. [2 §7] Adding the same file
 * again, as a retry after a crash does, adds nothing.
 * @throws AppError `too-large` when the library is full
 */
export async function addTrack(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  track: NewTrack,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { count, last } = await tx
      .selectFrom("music_tracks")
      .select((is) => [
        is.fn.countAll<number>().as("count"),
        is.fn.max<number | null>("display_order").as("last"),
      ])
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    const added = await tx
      .insertInto("music_tracks")
      .values({
        user_id: userId,
        ...track,
        downloads_enabled: true,
        is_visible: true,
        // After a deletion the count alone would be somebody else's place.
        display_order: Math.max(count, last ?? 0) + 1,
      })
      .onConflict((conflict) => conflict.column("file_url").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) return;
    await requireRoom(tx, config, userId, track.file_size);
    await tx.enqueue("track.analyse", { trackId: added.id });
  });
}
