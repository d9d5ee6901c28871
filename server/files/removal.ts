import { sql } from "kysely";
import { everyAddress } from "../../app/shared/picture.ts";
import type { Database } from "../db/database.ts";
import type { Services } from "../services.ts";
import { isStoredPath } from "../storage/path.ts";
import { unlessLocked } from "./file-locks.ts";

/** A process that has taken files on may need so long for them before another one may. */
const takenForSeconds = 60;
const takenAtOnce = 50;

/**
 * Removes the files whose rows are gone, each in all its sizes, unless another row still names them. Several processes
 * may do it at once. While a backup is made nothing goes; it is taken up again a minute later.
 * @returns the number of addresses that are done
 * @throws AppError `unavailable` while the store is away; the rest is taken up again a minute later
 */
export async function removeUnnamedFiles({ db, storage }: Pick<Services, "db" | "storage">): Promise<number> {
  for (let done = 0; ; ) {
    const taken = await takeSome(db);
    if (taken.length === 0) return done;
    for (const [at, { id, url, isNamed }] of taken.entries()) {
      const paths = isNamed ? [] : everyAddress(url).map(pathOf).filter(isStoredPath);
      const isDone = await db.asSystem().write((tx) =>
        unlessLocked(tx, async () => {
          await Promise.all(paths.map((path) => storage.remove(path)));
          await tx.deleteFrom("files_to_remove").where("id", "=", id).execute();
        }),
      );
      if (!isDone) {
        await putBack(db, taken.slice(at));
        return done;
      }
      done += 1;
    }
  }
}

/** Has stored files removed, unless a row names them by then. For files that were stored and then refused. */
export async function scheduleDeletion(db: Database, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const rows = paths.map((path) => ({ url: `/uploads/${path}` }));
  await db.asSystem().write(async (tx) => {
    await tx.insertInto("files_to_remove").values(rows).execute();
    await sql`select pg_notify('files', '')`.execute(tx);
  });
}

interface Taken {
  id: string;
  url: string;
  isNamed: boolean;
}

async function takeSome(db: Database): Promise<Taken[]> {
  let taken: Taken[] = [];
  await db.asSystem().write((tx) =>
    unlessLocked(tx, async () => {
      const { rows } = await sql<Taken>`
      update files_to_remove set tried_at = now()
      where id in (
        select id from files_to_remove
        where tried_at is null or tried_at < now() - make_interval(secs => ${takenForSeconds})
        order by tried_at nulls first limit ${takenAtOnce} for update skip locked)
      returning id, url, app.may_read_file(url) as "isNamed"`.execute(tx);
      taken = rows;
    }),
  );
  return taken;
}

/** For the next process, which needn't wait. */
async function putBack(db: Database, left: readonly Taken[]): Promise<void> {
  const ids = left.map(({ id }) => id);
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("files_to_remove").set({ tried_at: null }).where("id", "in", ids).execute(),
    );
}

function pathOf(address: string): string {
  return address.slice("/uploads/".length);
}
