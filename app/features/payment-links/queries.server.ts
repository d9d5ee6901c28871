import type { Reader } from "#server/db/database.ts";
import { linkLimit } from "./schema";

/** All of the musician's support links in their own order, those that are switched off as well. [2 §7] */
export function ownPaymentLinks(tx: Reader, userId: string) {
  return tx
    .selectFrom("payment_links")
    .select(["id", "platform", "url", "is_enabled"])
    .where("user_id", "=", userId)
    .orderBy("display_order")
    .limit(linkLimit)
    .execute();
}
