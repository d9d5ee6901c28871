import type { Reader } from "#server/db/database.ts";
import { linkLimit } from "./schema";

/** The musician's links, the newest first, as their page shows them. [2 §7] */
export function ownSocialLinks(tx: Reader, userId: string) {
  return tx
    .selectFrom("social_links")
    .select(["id", "platform", "url"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .limit(linkLimit)
    .execute();
}
