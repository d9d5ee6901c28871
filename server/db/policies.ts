import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Client } from "pg";
import { StartError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { codeOf } from "./failures.ts";
import current from "./policies/revision.json" with { type: "json" };
import { type ComparedRights, comparedRights } from "./rights.ts";
import { inTransaction } from "./transaction.ts";

/** Files of policies and grants, by the table that each is for. */
export interface PolicyFiles {
  /** Counted up with every change of a file, so that an older Handbill can tell that a database has newer ones. */
  revision: number;
  /** The hash of all files together. */
  sha256: string;
  files: Map<string, string>;
}

/** Reads this Handbill's own: `policies/users.sql` is for the table users, `policies/app.milestones.sql` for app.milestones. */
export async function readPolicyFiles(): Promise<PolicyFiles> {
  const folder = join(import.meta.dirname, "policies");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const files = new Map<string, string>();
  const digest = createHash("sha256");
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    files.set(name.slice(0, -".sql".length), text);
    digest.update(`${name}\n${text}\n`);
  }
  return { revision: current.revision, sha256: digest.digest("hex"), files };
}

/**
 * Gives each table the policies and grants of its file, in a transaction for each unless one is under way, where the file or the catalogue
 * differs from what was applied last. Where nothing differs no table is locked. Call it under `withMigrationLock`.
 * Files of a newer Handbill stay in force: then nothing is changed.
 * @param repair whether to restore rights that were changed since by hand; a changed file is applied in any case
 * @throws StartError when a file fails, or its table stays in use; nothing of that file is kept
 */
export async function applyPolicies(
  owner: Client,
  { revision, files }: PolicyFiles,
  { log, repair }: { log: Logger; repair: boolean },
): Promise<void> {
  const { rows: applied } = await owner.query<{ table_name: string; sql: string; revision: number }>(
    "select table_name, sql, revision from app.policies",
  );
  const newest = Math.max(0, ...applied.map((row) => row.revision));
  if (newest > revision) {
    log.warn(
      { revision, newest },
      "A newer Handbill has set this database's policies and grants: they stay as they are",
    );
    return;
  }
  const { rows: compared } = await owner.query<ComparedRights>(comparedRights);
  const comparedBy = new Map(compared.map((row) => [row.table_name, row]));
  const changed: string[] = [];
  for (const [table, text] of files) {
    const { wanted, found } = comparedBy.get(table) ?? {};
    if (applied.find(({ table_name }) => table_name === table)?.sql !== text) {
      await apply(owner, table, text, revision);
      changed.push(table);
    } else if (!found) {
      log.error({ table }, "A table is missing");
    } else if (repair && !isDeepStrictEqual(wanted, found)) {
      await apply(owner, table, text, revision);
      log.warn({ table }, "Policies and grants of a table had been changed, and were put back");
    }
  }
  if (changed.length > 0) log.info({ tables: changed.length }, "Policies and grants applied");
  await owner.query("delete from app.policies where table_name <> all ($1)", [[...files.keys()]]);
}

/** While one transaction waits for a table, all later ones wait too: so never for long, and then again. */
const waitForTableMs = 2_000;
const betweenTriesMs = 500;
const tries = 30;
/** The table is in use; or, with migrations in the same transaction, somebody who uses it waits for one of theirs. */
const worthAnotherTry = ["55P03", "40P01"];

async function apply(owner: Client, table: string, text: string, revision: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(owner, async () => {
        await owner.query(`set local lock_timeout = ${waitForTableMs}`);
        await owner.query(
          `insert into app.policies (table_name, sql, rights, revision) values ($1, $2, '{}', $3)
           on conflict (table_name)
             do update set sql = excluded.sql, revision = excluded.revision, applied_at = excluded.applied_at`,
          [table, text, revision],
        );
        await owner.query("select app.reapply_rights($1)", [table]);
        await owner.query(
          "update app.policies set rights = app.rights_of(table_name::regclass) where table_name = $1",
          [table],
        );
      });
      return;
    } catch (error) {
      if (worthAnotherTry.includes(codeOf(error) ?? "") && attempt < tries) {
        await sleep(betweenTriesMs);
        continue;
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(`The policies of ${table} could not be applied: ${reason}`, { cause: error });
    }
  }
}
