import type { Reader } from "#server/db/database.ts";

const pageSize = 50;

/** One page of the admins' actions, the newest first. @param tx an admin's */
export async function auditPage(tx: Reader, requestedPage: number) {
  const { entries } = await tx
    .selectFrom("audit_log")
    .select((row) => row.fn.countAll<number>().as("entries"))
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(entries / pageSize));
  const page = Math.min(requestedPage, pages);
  const actions = await tx
    .selectFrom("audit_log")
    .select(["id", "at", "actor", "action", "target", "details"])
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { actions, page, pages };
}
