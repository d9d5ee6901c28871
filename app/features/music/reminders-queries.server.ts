import type { Reader } from "#server/db/database.ts";

export type ReminderCounts = Awaited<ReturnType<typeof reminderCounts>>;

/** How many have confirmed that they want to be told of a musician's own release, by what has become of it. */
export async function reminderCounts(tx: Reader, releaseId: string) {
  const notice = await tx
    .selectFrom("release_notices")
    .select(["told", "failed", "doubtful"])
    .where("release_id", "=", releaseId)
    .executeTakeFirst();
  const rows = await tx
    .selectFrom("release_reminders")
    .select((is) => ["status", is.fn.countAll<number>().as("count")])
    .where("release_id", "=", releaseId)
    .where("confirmed_at", "is not", null)
    .groupBy("status")
    .execute();
  const now = { waiting: 0, claimed: 0, sent: 0, failed: 0, unknown: 0 };
  for (const { status, count } of rows) now[status] = count;
  return {
    waiting: now.waiting + now.claimed,
    told: now.sent + (notice?.told ?? 0),
    failed: now.failed + (notice?.failed ?? 0),
    doubtful: now.unknown + (notice?.doubtful ?? 0),
    /** Of those in doubt, the ones whose address is still there. */
    toTellAgain: now.unknown,
  };
}
