import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { hashPassword } from "../app/features/auth/password.server.ts";
import { prepareDatabase } from "../server/db/prepare.ts";
import { createLogger } from "../server/log.ts";
import { signIn } from "../tests/harness/account.ts";
import { startHandbill, temporaryDataDir } from "../tests/harness/handbill.ts";
import { password } from "../tests/harness/settings.ts";
import { pagePath } from "./filled.ts";
import { median, printLine, round, sayTable } from "./report.ts";
import { scaleRows } from "./scale-rows.ts";

const rounds = 2;
/** Tables with fewer rows may be read from end to end. */
const largeTable = 10_000;
/** What a start looks for in the database begins within this time; comparing pictures with files goes on for longer. */
const backgroundMs = 20_000;
/** PostgreSQL tells what a connection has read once it has been idle for a second. */
const countedAfterMs = 1_500;

const famous = pagePath(1);
const publicPaths = (artists: number) => [
  "/",
  famous,
  `${famous}/events`,
  `${famous}/comments`,
  `${famous}/letters`,
  `${famous}/booking`,
  `${famous}/tracks/a-tune-with-a-name-1`,
  `${famous}/music/record-1`,
  `${famous}/events.ics`,
  `${famous}/contact.vcf`,
  pagePath(artists / 2),
  "/artist/Artist%20Number%20777",
  "/artist/former-artist-30",
  "/artist/nobody-at-all",
  "/sitemap.xml",
  "/sitemap.xml?part=abc",
];

const dashboardPaths = [
  "/dashboard",
  "/profile",
  "/music",
  "/music/releases",
  "/music/private-links",
  "/gallery",
  "/video",
  "/events",
  "/settings",
  "/social-links/buttons",
  "/press-kit",
  "/handbill",
  "/comments",
  "/comments?page=500",
  "/comments?search=nobody",
  "/booking-requests",
  "/messages",
  "/messages/feed?what=people&search=",
  "/messages/feed?what=people&search=number+77",
  "/messages/feed?what=people&search=nobody-at-all",
  "/newsletter",
  "/newsletter?page=100",
  "/newsletter?search=nobody",
  "/newsletter/letters",
  "/newsletter/subscribers.csv",
  "/analytics",
  "/analytics?days=all",
  "/recently-deleted",
  "/account",
  "/account/devices",
  "/account/data",
  "/dashboard/find?words=nobody",
];

const adminPaths = (artists: number) => [
  "/admin",
  `/admin?page=${artists / 50}`,
  `/admin?q=artist-${artists - 1}`,
  "/admin?q=artist",
  "/admin?q=nobody-at-all",
  "/admin?sort=user",
  "/admin?sort=profile",
  "/admin?sort=role",
  "/admin/overview",
  "/admin/reports",
  "/admin/audit",
  "/admin/audit?page=1000",
  "/admin/database",
  "/admin/backgrounds",
  "/admin/site",
  "/admin/settings",
  "/db-check",
];

interface ScaleOptions {
  artists: number;
  /** A database of PostgreSQL's owner: an empty one is filled, one with artists is measured as it is. */
  databaseUrl: string;
}

/**
 * Every screen on a database of very many artists: how long it takes, and which large tables it reads from end to end. Beside
 * them the room that each table and its indexes take.
 */
export async function measureScale({ artists, databaseUrl }: ScaleOptions): Promise<object> {
  const sessionSecret = randomBytes(32).toString("base64url");
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    const seconds = await fill(owner, { artists, databaseUrl }, sessionSecret);
    const tables = await tableSizes(owner, artists);
    sayTable(tables);
    const screens = await measureScreens(owner, artists, {
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: sessionSecret,
      DEMO: "off",
      LOG_LEVEL: "warn",
      TRUST_PROXY: "1",
      DATA_DIR: await temporaryDataDir(),
    });
    sayTable(screens);
    return { artists, filledInSeconds: seconds, tables, screens };
  } finally {
    await owner.end();
  }
}

/**
 * Fills an empty database. Its checks and its indexes, but for the keys, are taken off before and put back after, which takes
 * a third of the time; the checks then hold for what is written from then on.
 * @returns seconds, or undefined for one that was filled before
 */
async function fill(
  owner: Client,
  { artists, databaseUrl }: ScaleOptions,
  sessionSecret: string,
): Promise<number | undefined> {
  await prepareDatabase(databaseUrl, { dataDir: "/nowhere", sessionSecret, log: createLogger("warn") });
  const { rowCount } = await owner.query("select from users limit 1");
  if (rowCount !== 0) return undefined;
  printLine(`Filling in ${artists.toLocaleString("en")} artists…`);
  const started = performance.now();
  await owner.query("set session_replication_role = replica; set work_mem = '256MB'");
  const { rows: taken } = await owner.query<{ off: string; back: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
    from pg_constraint where contype = 'c' and conrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { off } of taken) await owner.query(off);
  for (const block of scaleRows(artists)) await owner.query(block);
  for (const { back } of taken) await owner.query(back);
  await owner.query("vacuum (analyze)");
  await owner.query("reset session_replication_role");
  return round((performance.now() - started) / 1000);
}

/** The room of the larger tables, and of all. */
async function tableSizes(owner: Client, artists: number): Promise<Record<string, string | number>[]> {
  const { rows } = await owner.query<{ table: string; rows: number; heap: number; indexes: number }>(`
    select coalesce(relname, 'all') as table, sum(reltuples)::float8 as rows, sum(pg_table_size(oid))::float8 as heap,
      sum(pg_indexes_size(oid))::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 0
    group by rollup (relname) order by sum(pg_total_relation_size(oid)) desc`);
  const megabytes = (bytes: number) => round(bytes / 1e6);
  return rows.slice(0, 30).map(({ table, rows, heap, indexes }) => ({
    table,
    rows,
    "table MB": megabytes(heap),
    "indexes MB": megabytes(indexes),
    "bytes a row": round((heap + indexes) / rows),
    "bytes an artist": round((heap + indexes) / artists),
  }));
}

async function measureScreens(owner: Client, artists: number, settings: Record<string, string>) {
  await owner.query(
    "update credentials set password_hash = $1 where user_id in (select id from users where email = any($2))",
    [await hashPassword(password), ["artist-1@example.org", "artist-2@example.org"]],
  );
  await owner.query("update users set role = 'admin' where email = 'artist-2@example.org'");
  const figures = [];
  const started = await readFromEnd(owner);
  await using handbill = await startHandbill(settings);
  await new Promise((resolve) => setTimeout(resolve, backgroundMs));
  figures.push({
    who: "background",
    path: "work that was missed",
    ms: 0,
    "reads from end to end": since(started, await readFromEnd(owner)),
  });
  const musician = await signIn(handbill, "artist-1@example.org");
  const admin = await signIn(handbill, "artist-2@example.org");
  const walks: [who: string, paths: string[], headers: Record<string, string>][] = [
    ["visitor", publicPaths(artists), {}],
    ["musician", dashboardPaths, musician],
    ["admin", adminPaths(artists), admin],
  ];
  for (const [who, paths, headers] of walks) {
    for (const path of paths) {
      const before = await readFromEnd(owner);
      const times = [];
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        const answer = await fetch(handbill.origin + path, { headers, redirect: "manual" });
        await answer.text();
        times.push(performance.now() - began);
        if (answer.status >= 500) printLine(`${path} answered ${answer.status}`);
      }
      await new Promise((resolve) => setTimeout(resolve, countedAfterMs));
      const scanned = since(before, await readFromEnd(owner));
      figures.push({ who, path, ms: round(median(times)), "reads from end to end": scanned });
    }
  }
  return figures;
}

type Reads = Map<string, number>;

/** How many rows of the large tables were read by sequential scans so far. */
async function readFromEnd(owner: Client): Promise<Reads> {
  const { rows } = await owner.query<{ table: string; read: number }>(
    `select relname as table, seq_tup_read::float8 as read from pg_stat_user_tables where n_live_tup > ${largeTable}`,
  );
  return new Map(rows.map(({ table, read }) => [table, read]));
}

function since(before: Reads, after: Reads): string {
  return [...after]
    .filter(([table, read]) => read - (before.get(table) ?? 0) > largeTable)
    .map(([table]) => table)
    .join(" ");
}
