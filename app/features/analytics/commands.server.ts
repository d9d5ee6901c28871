import { sql } from "kysely";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * Sets when the musician's days begin, from now on: earlier counts stay on their day.
 * @param onlyFirst leaves it as it is where it was set before
 * @throws AppError `invalid` when the database doesn't know the time zone
 */
export async function setTimeZone(
  { db }: Pick<Services, "db">,
  userId: string,
  timeZone: string,
  { onlyFirst = false } = {},
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { rows } = await sql`select from pg_timezone_names where name = ${timeZone}`.execute(tx);
    if (rows.length === 0) throw new AppError("invalid", "This is no time zone that is known here.");
    await tx
      .insertInto("analytics_settings")
      .values({ user_id: userId, time_zone: timeZone })
      .onConflict((conflict) =>
        onlyFirst
          ? conflict.column("user_id").doNothing()
          : conflict.column("user_id").doUpdateSet({ time_zone: timeZone }),
      )
      .execute();
  });
}
