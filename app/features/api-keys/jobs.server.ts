import { sql } from "kysely";
import { answerHours } from "#server/api/limits.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { endedFor } from "./schema.ts";

export function jobHandlers(): JobHandlers {
  return {};
}

/** Every hour: forgets answers that are a day old, and keys that have ended a month ago. */
export async function catchUp({ db }: Pick<Services, "db">): Promise<void> {
  await db.asSystem().write(async (tx) => {
    await tx
      .deleteFrom("api_answers")
      .where("created_at", "<", sql<Date>`now() - ${answerHours} * interval '1 hour'`)
      .execute();
    await tx
      .deleteFrom("api_keys")
      .where("expires_at", "<", sql<Date>`now() - ${endedFor} * interval '1 day'`)
      .execute();
  });
}
