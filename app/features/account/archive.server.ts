import { sql } from "kysely";
import { isKept } from "#server/backup/kept-archives.ts";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { msg, t } from "~/shared/t";

/** Each may be as large as the quota. */
export const archivesOfOne: LimitRule = { name: "export", tries: 5, windowSeconds: 3600 };

/** One whose process has died doesn't go forward any more, and one whose job was lost never begins. */
const isDead = sql<boolean>`(
  state = 'making' and progress_at < now() - interval '30 minutes'
  or state = 'asked' and asked_at < now() - interval '1 day')`;
const diedText = msg("The server was ended while it was made.");

export interface ShownArchive {
  state: "asked" | "making" | "ready" | "failed";
  done_bytes: number;
  /** About as many as it will have. */
  expected_bytes: number | null;
  /** When it was ready, or failed. */
  ended_at: Date | null;
  failure: string | null;
}

/** The account's archive, unless it is gone or was never asked for. @param tx its owner's */
export async function shownArchive(tx: Reader, userId: string): Promise<ShownArchive | null> {
  const archive = await tx
    .selectFrom("account_archives")
    .select(["done_bytes", "expected_bytes", "ended_at"])
    .select(sql<ShownArchive["state"]>`case when ${isDead} then 'failed' else state end`.as("state"))
    .select(sql<string | null>`case when ${isDead} then ${diedText} else failure end`.as("failure"))
    .where("user_id", "=", userId)
    .where((of) => of.or([of("ended_at", "is", null), isKept]))
    .executeTakeFirst();
  return archive ?? null;
}

/**
 * Has an account's archive made in the background, in the place of the one before. While one is being made, that one counts.
 * A suspended account may ask as well, so it is the system that writes.
 * @throws AppError `too-many`, `forbidden` for an account that is leaving or gone
 */
export async function askForArchive(
  { db, limits }: Pick<Services, "db" | "limits">,
  userId: string,
): Promise<void> {
  const present = await db.asSystem().read((tx) => shownArchive(tx, userId));
  if (present?.state === "asked" || present?.state === "making") return;
  await limits.spend(archivesOfOne, limitKey(userId));
  await db.asSystem().write(async (tx) => {
    // Holds off a deletion, which takes the archives that are there.
    const account = await tx
      .selectFrom("users")
      .select("id")
      .where("id", "=", userId)
      .where("deletes_at", "is", null)
      .forShare()
      .executeTakeFirst();
    if (!account) throw new AppError("forbidden", t("This account has been deleted."));
    await tx
      .deleteFrom("account_archives")
      .where("user_id", "=", userId)
      .where((of) => of.or([of("ended_at", "is not", null), isDead]))
      .execute();
    const asked = await tx
      .insertInto("account_archives")
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (asked) await tx.enqueue("account.archive", { archiveId: asked.id });
  });
}

/**
 * Ends the making of an account's archive: its run finds no row at its next piece, and the pieces go. A suspended account
 * may as well.
 * @returns whether one was still being made
 */
export async function cancelArchive({ db }: Pick<Services, "db">, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .asSystem()
    .write((tx) =>
      tx
        .deleteFrom("account_archives")
        .where("user_id", "=", userId)
        .where("ended_at", "is", null)
        .executeTakeFirst(),
    );
  return numDeletedRows > 0n;
}

/** Removes the archives that aren't kept any longer, and those that nobody makes any more. @returns how many */
export async function sweepArchives({ db }: Pick<Services, "db">): Promise<number> {
  const { numDeletedRows } = await db.asSystem().write((tx) =>
    tx
      .deleteFrom("account_archives")
      .where((of) => of.or([of.and([of("ended_at", "is not", null), of.not(isKept)]), abandoned]))
      .executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

const abandoned = sql<boolean>`(ended_at is null and asked_at < now() - interval '2 days')`;
