import { sql } from "kysely";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { AppError } from "#server/errors.ts";
import { requireRoom } from "#server/files/quota.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";

interface NewPressKit {
  file_name: string;
  /** The stored file's address. */
  file_url: string;
  /** Bytes. */
  file_size: number;
}

/**
 * Puts a stored file in the place of the press kit there is, in one transaction; the old file goes after the commit.
 * Of two at once the later one stays. The same file again, as a retry after a crash brings it, changes nothing.
 * [decisions: Media]
 * @throws AppError `too-large` when the library is full; then the one before still stands
 */
export async function replacePressKit(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  kit: NewPressKit,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    // A deletion alone doesn't wait for the other's new row, which is not there yet.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`press kit ${userId}`}, 0))`.execute(tx);
    const known = await tx
      .selectFrom("press_kits")
      .select("id")
      .where("user_id", "=", userId)
      .where("file_url", "=", kit.file_url)
      .executeTakeFirst();
    if (known) return;
    await tx.deleteFrom("press_kits").where("user_id", "=", userId).execute();
    await tx
      .insertInto("press_kits")
      .values({ user_id: userId, ...kit })
      .execute();
    await requireRoom(tx, config, userId, kit.file_size);
  });
}

/**
 * Takes the press kit from the page; it can be brought back.
 * @throws AppError `not-found` when there is no such press kit of theirs, as when it was replaced meanwhile
 */
export async function deletePressKit({ db }: Services, userId: string, id: string): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const gone = await deleteRestorably(tx, "press-kit", [id]);
    if (gone.length === 0) {
      throw new AppError("not-found", t("This press kit does not exist any more."));
    }
  });
}
