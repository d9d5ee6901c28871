import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";

/** An admin's message to a musician. */
export interface Warning {
  id: string;
  content: string;
  created_at: Date;
}

/** A musician reads no more than these at once: the others come when these are put away. */
const shownAtOnce = 3;

/** The warnings that this musician hasn't put away, the newest first. None where they can't be loaded. */
export function openWarnings({ db, log }: Pick<Services, "db" | "log">, userId: string): Promise<Warning[]> {
  const find = (tx: Reader) =>
    tx
      .selectFrom("warnings")
      .select(["id", "content", "created_at"])
      .where("user_id", "=", userId)
      .where("dismissed_at", "is", null)
      .orderBy("created_at", "desc")
      .limit(shownAtOnce)
      .execute();
  return db
    .asMusician(userId)
    .read(find)
    .catch((error: unknown) => {
      log.error({ err: error, userId }, "the warnings could not be loaded");
      return [];
    });
}

/** Puts a warning away; one that is put away already stays so. @throws AppError `not-found` for another's */
export async function dismissWarning(
  { db }: Pick<Services, "db">,
  userId: string,
  id: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .asMusician(userId)
    .write((tx) =>
      tx
        .updateTable("warnings")
        .set({ dismissed_at: sql<Date>`coalesce(dismissed_at, now())` })
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .executeTakeFirst(),
    );
  if (numUpdatedRows === 0n) throw new AppError("not-found", t("This warning does not exist any more."));
}
