import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { itemsPerPage, keptDays } from "./schema";

/** What the musician may bring back, the last deleted first, one page's worth; with how many bytes that keeps in use. */
export async function ownDeleted(tx: Reader, userId: string, page: number) {
  const items = await tx
    .selectFrom("deleted_items")
    .select(["id", "kind", "name", "deleted_at"])
    .select(
      sql<number>`greatest(1, ceil(extract(epoch from
        deleted_at + make_interval(days => ${keptDays}::integer) - now()) / 86400))::integer`.as("daysLeft"),
    )
    .where("user_id", "=", userId)
    .orderBy("deleted_at", "desc")
    .orderBy("id")
    .limit(itemsPerPage)
    .offset((page - 1) * itemsPerPage)
    .execute();
  const { count, newest } = await tx
    .selectFrom("deleted_items")
    .select((is) => [is.fn.countAll<number>().as("count"), is.fn.max<Date | null>("deleted_at").as("newest")])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const { releases } = await tx
    .selectFrom("releases")
    .select((is) => is.fn.countAll<number>().as("releases"))
    .where("user_id", "=", userId)
    .where("deleted_at", "is not", null)
    .executeTakeFirstOrThrow();
  return {
    items,
    count,
    /** When the last one was deleted; null where there is none. */
    newest,
    pages: Math.max(1, Math.ceil(count / itemsPerPage)),
    /** Deleted releases, which stand beside the others. */
    releases,
  };
}
