import { sql } from "kysely";
import { everyAddress } from "../app/shared/picture.ts";
import type { Database } from "./db/database.ts";
import type { Services } from "./services.ts";
import { isStoredPath } from "./storage/path.ts";

/** How long whoever has taken files on may need for them before another may. */
const takenForSeconds = 60;
const takenAtOnce = 50;

/**
 * Removes the files whose rows are gone, each in all its sizes, unless another row still names them. Several processes
 * may do it at once.
 * @returns how many addresses are done with
 * @throws AppError `unavailable` while the store is away; what is left is taken up again a minute later
 */
export async function removeUnnamedFiles({ db, storage }: Pick<Services, "db" | "storage">): Promise<number> {
  for (let done = 0; ; ) {
    const taken = await takeSome(db);
    if (taken.length === 0) return done;
    for (const { id, url, isNamed } of taken) {
      const paths = isNamed ? [] : everyAddress(url).map(pathOf).filter(isStoredPath);
      for (const path of paths) await storage.remove(path);
      await db.asSystem().write((tx) => tx.deleteFrom("files_to_remove").where("id", "=", id).execute());
      done += 1;
    }
  }
}

/** Writes stored files down to be removed, unless a row names them by then. For what was stored and then refused. */
export async function letGo(db: Database, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const rows = paths.map((path) => ({ url: `/uploads/${path}` }));
  await db.asSystem().write(async (tx) => {
    await tx.insertInto("files_to_remove").values(rows).execute();
    await sql`select pg_notify('files', '')`.execute(tx);
  });
}

async function takeSome(db: Database): Promise<{ id: string; url: string; isNamed: boolean }[]> {
  const { rows } = await db.asSystem().write((tx) =>
    sql<{ id: string; url: string; isNamed: boolean }>`
      update files_to_remove set tried_at = now()
      where id in (
        select id from files_to_remove
        where tried_at is null or tried_at < now() - make_interval(secs => ${takenForSeconds})
        order by tried_at nulls first limit ${takenAtOnce} for update skip locked)
      returning id, url, app.may_read_file(url) as "isNamed"`.execute(tx),
  );
  return rows;
}

function pathOf(address: string): string {
  return address.slice("/uploads/".length);
}
