import { sql } from "kysely";
import type { AccountContents } from "../app/shared/account-contents.ts";
import { t } from "../app/shared/t.ts";
import { AppError } from "./errors.ts";
import { ownedTables } from "./features.ts";
import { usedBytes } from "./files/quota.ts";
import type { Services } from "./services.ts";

/**
 * Counts of everything that is deleted with an account.
 * @throws AppError `not-found`
 */
export async function contentsOf(
  { db, declarations }: Pick<Services, "db" | "declarations">,
  id: string,
): Promise<AccountContents> {
  const counted = ownedTables(declarations).flatMap(({ table, owner, contents }) =>
    contents
      ? sql`
          select ${contents.text} as text, ${contents.place}::integer as place,
                 (select count(*) from ${sql.table(table)}
                  where ${id}::uuid in (${sql.join([owner].flat().map((column) => sql.ref(column)))})) as rows`
      : [],
  );
  return db.asSystem().read(async (tx) => {
    const user = await tx.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst();
    if (!user) throw new AppError("not-found", t("This user does not exist any more."));
    const { rows } = await sql<AccountContents["counts"][number]>`
      select text, sum(rows)::integer as count from (${sql.join(counted, sql` union all `)}) counted
      group by text order by min(place)`.execute(tx);
    return { counts: rows, bytes: await usedBytes(tx, id) };
  });
}
