import type { Reader } from "#server/db/database.ts";
import { linkLimit } from "./schema";

/** The musician's links as their page shows them: those without a place yet first, and of these the newest. [2 §7] */
export function ownSocialLinks(tx: Reader, userId: string) {
  return tx
    .selectFrom("social_links")
    .select(["id", "platform", "url"])
    .where("user_id", "=", userId)
    .orderBy("display_order", (place) => place.asc().nullsFirst())
    .orderBy("created_at", "desc")
    .limit(linkLimit)
    .execute();
}
