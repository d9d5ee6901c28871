import { violates } from "#server/db/database.ts";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { lockOrder, reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import { type PaymentLinkAction, type PaymentLinkForm, tooManyText } from "./schema";

/**
 * Executes an action of the support links' block. [2 §7]
 * @throws AppError `not-found` when there is no such link of theirs, `conflict` when there are four already
 */
export async function executePaymentLinkAction(services: Services, userId: string, form: PaymentLinkAction) {
  switch (form.intent) {
    case "save-payment-link":
      await savePaymentLink(services, userId, form);
      return { savedPaymentLink: true };
    case "enable-payment-link":
      await change(services, userId, form.id, { is_enabled: form.enabled });
      return { enabledPaymentLink: form.enabled };
    case "delete-payment-link":
      await deletePaymentLink(services, userId, form.id);
      return { deletedPaymentLink: true };
    case "reorder-payment-links":
      if (!(await reorder(services.db, "payment_links", userId, form.order))) throw missing();
      return { reorderedPaymentLinks: true };
  }
}

/**
 * Adds a link at the end, switched on, or changes the one with this id. Of two requests that add the fourth at once, one
 * is refused.
 */
async function savePaymentLink(
  services: Services,
  userId: string,
  { id, platform, url }: PaymentLinkForm,
): Promise<void> {
  if (id !== undefined) return change(services, userId, id, { platform, url });
  try {
    await services.db.asMusician(userId).write(async (tx) => {
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
      throw new AppError("conflict", tooManyText(), { cause: error });
    }
    throw error;
  }
}

async function deletePaymentLink({ db }: Services, userId: string, id: string): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    if ((await deleteRestorably(tx, "payment-link", [id])).length === 0) throw missing();
  });
}

async function change(
  { db }: Services,
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
  return new AppError("not-found", t("This payment link does not exist any more."));
}
