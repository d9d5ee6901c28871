import { type Database, violates } from "#server/db/database.ts";
import { lockOrder, reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import { type PaymentLinkForm, tooManyText } from "./schema";

/**
 * Adds a link at the end, switched on, or changes the one with this id. [2 §7] Of two requests that add the fourth at
 * once, one is refused.
 * @throws AppError `not-found` when there is no such link of theirs, `conflict` when there are four already
 */
export async function savePaymentLink(
  db: Database,
  userId: string,
  { id, platform, url }: PaymentLinkForm,
): Promise<void> {
  if (id !== undefined) return change(db, userId, id, { platform, url });
  try {
    await db.asMusician(userId).write(async (tx) => {
      // The database's own limit takes the same lock.
      await lockOrder(tx, "payment_links", userId);
      const { last } = await tx
        .selectFrom("payment_links")
        .select((row) => row.fn.coalesce(row.fn.max("display_order"), row.lit(0)).as("last"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto("payment_links")
        .values({ user_id: userId, platform, url, display_order: last + 1, is_enabled: true })
        .execute();
    });
  } catch (error) {
    if (violates(error, "payment_links_user_id_limit")) {
      throw new AppError("conflict", tooManyText, { cause: error });
    }
    throw error;
  }
}

/**
 * Shows a link on the page, or keeps it to oneself.
 * @throws AppError `not-found` when there is no such link of theirs
 */
export function enablePaymentLink(
  db: Database,
  userId: string,
  id: string,
  isEnabled: boolean,
): Promise<void> {
  return change(db, userId, id, { is_enabled: isEnabled });
}

/** @throws AppError `not-found` when there is no such link of theirs */
export async function deletePaymentLink(db: Database, userId: string, id: string): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const gone = await tx
      .deleteFrom("payment_links")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw missing();
  });
}

/**
 * Puts the links in this order. [2 §7]
 * @throws AppError `not-found` when one isn't theirs; then nothing has moved
 */
export async function reorderPaymentLinks(db: Database, userId: string, order: string[]): Promise<void> {
  if (!(await reorder(db, "payment_links", userId, order))) throw missing();
}

async function change(
  db: Database,
  userId: string,
  id: string,
  fields: Partial<Pick<PaymentLinkForm, "platform" | "url">> & { is_enabled?: boolean },
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const changed = await tx
      .updateTable("payment_links")
      .set(fields)
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw missing();
  });
}

function missing(): AppError {
  return new AppError("not-found", "This payment link does not exist any more.");
}
