import { setPreferences } from "#server/preferences.ts";
import type { Services } from "#server/services.ts";

/**
 * Sets the account's time zone, and so when the musician's days begin, from now on: earlier counts stay on their day.
 * @param onlyFirst leaves it as it is where it was set before
 * @throws AppError `invalid` when the database doesn't know the time zone
 */
export async function setTimeZone(
  { db }: Pick<Services, "db">,
  userId: string,
  time_zone: string,
  { onlyFirst = false } = {},
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    if (onlyFirst) {
      const stored = await tx
        .selectFrom("account_preferences")
        .select("time_zone")
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (stored?.time_zone) return;
    }
    await setPreferences(tx, userId, { time_zone });
  });
}
