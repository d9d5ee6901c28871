import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client, escapeIdentifier } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { prepareDatabase } from "../db/prepare.ts";
import { inTransaction } from "../db/transaction.ts";
import { StartError } from "../errors.ts";
import { syncFolder } from "../files/whole-file.ts";
import type { Logger } from "../log.ts";
import { choosePlace, rootsFolder, upgradedName } from "./place.ts";
import { startEmbedded } from "./supervisor.ts";

// PostgreSQL's files are of one major version. To the next one, every row is read by the old server and written by the new one, in a
// cluster of its own, which takes the old one's place when all tables are compared.

interface ClusterUpgradeOptions {
  dataDir: string;
  sessionSecret: string;
  log: Logger;
  /** The npm package with the programs that made the cluster. */
  packageFolder: string;
}

interface UpgradedCluster {
  from: string;
  to: string;
  tables: number;
  rows: number;
  /** Where the old cluster is kept. */
  kept: string;
}

/**
 * Moves the embedded database to this Handbill's PostgreSQL, with no server running. Until it is whole nothing has changed.
 * @throws StartError
 */
export async function upgradeCluster(options: ClusterUpgradeOptions): Promise<UpgradedCluster> {
  const { dataDir, sessionSecret, log, packageFolder } = options;
  const { home, cluster, major } = await choosePlace({ dataDir, log, sharedFolder: rootsFolder });
  const from = (await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (from === "") throw new StartError(`There is no embedded database in ${home}.`);
  if (from === major) throw new StartError(`The database is PostgreSQL ${major} already.`);
  const upgraded = join(home, upgradedName);
  const prepare = { dataDir, sessionSecret, log, alone: true };
  // A start removes folders of this name that were left behind.
  const unfinished = join(home, "unfinished-upgrade");
  const old = await startEmbedded({ dataDir, sessionSecret, log, packageFolder });
  let copied: { tables: number; rows: number };
  try {
    await prepareDatabase(old.ownerUrl, prepare);
    await rm(upgraded, { recursive: true, force: true });
    await rm(unfinished, { recursive: true, force: true });
    const next = await startEmbedded({ dataDir: unfinished, sessionSecret, log });
    try {
      await prepareDatabase(next.ownerUrl, prepare);
      copied = await copyRows(old.ownerUrl, next.ownerUrl);
    } finally {
      await next.stop();
    }
  } finally {
    await old.stop();
  }
  const kept = join(home, `cluster-${from}-${Date.now()}`);
  // A start that finds the second of these without a cluster does the third.
  await rename(join(unfinished, "postgres", "cluster"), upgraded);
  await rename(cluster, kept);
  await rename(upgraded, cluster);
  await syncFolder(home);
  await rm(unfinished, { recursive: true, force: true });
  return { from, to: major, ...copied, kept };
}

/** Copies every row between two databases of the same tables, in one transaction, and compares each table. */
async function copyRows(fromUrl: string, toUrl: string): Promise<{ tables: number; rows: number }> {
  const [source, target] = [fromUrl, toUrl].map((connectionString) => new Client({ connectionString }));
  if (!source || !target) throw new TypeError("Two addresses are two clients.");
  try {
    for (const client of [source, target]) {
      client.on("error", () => {}); // a lost connection also fails the statement that waits for it
      await client.connect();
    }
    const tables = await tablesIn(source);
    return await inTransaction(target, async () => {
      let rows = 0;
      await target.query("set local session_replication_role = replica");
      await target.query(`truncate ${tables.map(({ name }) => name).join(", ")}`);
      for (const { name, columns } of tables) {
        const what = `${name} (${columns.map(escapeIdentifier).join(", ")})`;
        await pipeline(
          source.query(copyTo(`copy ${what} to stdout`)),
          target.query(copyFrom(`copy ${what} from stdin`)),
        );
        const [before, after] = [await digestOf(source, name), await digestOf(target, name)];
        if (before.digest !== after.digest || before.rows !== after.rows) {
          throw new StartError(`The table ${name} isn't the same after it was copied. Nothing was changed.`);
        }
        rows += after.rows;
      }
      await copySequences(source, target);
      return { tables: tables.length, rows };
    });
  } finally {
    await source?.end();
    await target?.end();
  }
}

/** All but the texts of policies, in which each PostgreSQL has its own wording; the target's were made there. */
async function tablesIn(source: Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await source.query<{ name: string; columns: string[] }>(
    `select pg_class.oid::regclass::text as name, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      where relnamespace in (select oid from pg_namespace where nspname in ('public', 'app', 'pgboss'))
        and relkind = 'r' and pg_class.oid::regclass::text <> 'app.policies'
      group by pg_class.oid order by name`,
  );
  return rows;
}

async function digestOf(client: Client, table: string): Promise<{ rows: number; digest: string }> {
  const { rows } = await client.query<{ rows: number; digest: string }>(
    `select count(*)::int as rows, coalesce(sum(('x' || left(md5(row::text), 15))::bit(60)::bigint), 0)::text as digest
       from ${table} row`,
  );
  return { rows: 0, digest: "", ...rows[0] };
}

async function copySequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where last_value is not null`,
  );
  for (const { name, last } of rows) await target.query("select setval($1, $2)", [name, last]);
}
