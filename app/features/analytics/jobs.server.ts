import { sql } from "kysely";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";

export function jobHandlers(): JobHandlers {
  return {};
}

/**
 * Every hour: deletes the visitors of days that are over everywhere on earth, with the salts without which no visitor
 * can be found from their hash; and the listening sums of single days before the longest span that is shown.
 */
export async function catchUp({ db }: Pick<Services, "db">): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const over = sql<string>`(now() at time zone 'Etc/GMT+12')::date`;
    await tx.deleteFrom("analytics_visitors").where("day", "<", over).execute();
    await tx.deleteFrom("analytics_salts").where("day", "<", over).execute();
    await tx
      .deleteFrom("analytics_listening")
      .where("day", ">", "-infinity")
      .where("day", "<", sql<string>`${over} - 93`)
      .execute();
  });
}
