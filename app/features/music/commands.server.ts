import type { Database } from "#server/db/database.ts";

export interface NewTrack {
  title: string;
  /** The stored file's address; at most one track has it. */
  file_url: string;
  /** Whole seconds, null when unknown. */
  duration: number | null;
}

/**
 * Adds a track at the end of the library, visible and downloadable. [2 §7] Adding the same file again, as a retry
 * after a crash does, adds nothing.
 */
export async function addTrack(db: Database, userId: string, track: NewTrack): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { count } = await tx
      .selectFrom("music_tracks")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("music_tracks")
      .values({
        user_id: userId,
        ...track,
        downloads_enabled: true,
        is_visible: true,
        display_order: count + 1,
      })
      .onConflict((conflict) => conflict.column("file_url").doNothing())
      .execute();
  });
}
