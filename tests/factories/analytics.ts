import type { Database } from "../../server/db/database.ts";

/** One row of each kind of an artist's analytics, except for the counts that a booking adds by itself. */
export async function makeNumbers(
  db: Database,
  { user_id, track_id }: { user_id: string; track_id: string },
): Promise<void> {
  const day = "2026-11-20";
  await db.asSystem().write(async (tx) => {
    await tx
      .insertInto("analytics_listening")
      .values({ user_id, track_id, day, heard: Array<number>(48).fill(1) })
      .execute();
    await tx
      .insertInto("analytics_visitors")
      .values({ user_id, day, hash: Buffer.alloc(16, 7) })
      .execute();
  });
}
