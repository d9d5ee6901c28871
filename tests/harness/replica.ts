import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../server/embedded-postgres/supervisor.ts";
import { asServerOwner } from "./database.ts";
import { testLog, testSecret } from "./settings.ts";

/** A hot standby that follows a cluster by streaming replication. */
export interface TestReplica extends AsyncDisposable {
  /** Its owner's address. */
  url: string;
  stop(): Promise<void>;
}

/** Files that a running server makes and removes, and that a copy has no use for. */
const ofTheProcess = /postmaster\.(pid|opts)$|pg_internal\.init|xlogtemp/;

/** Copies a running cluster, as pg_basebackup does, and has the copy follow it. @param ownerUrl of the cluster, by its socket */
export async function startReplica(ownerUrl: string): Promise<TestReplica> {
  const dataDir = await mkdtemp(join(tmpdir(), "handbill-replica-"));
  await chmod(dataDir, 0o755); // for root: the database runs under another account
  const home = join(dataDir, "postgres");
  const copy = join(home, "cluster");
  await asServerOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    const folder = rows[0]?.folder ?? "";
    const { uid, gid } = await stat(folder);
    const give = (path: string) => (process.getuid?.() === 0 ? chown(path, uid, gid) : undefined);
    await mkdir(home);
    await client.query("select pg_backup_start('replica', true)");
    await cp(folder, copy, { recursive: true, filter: (path) => !ofTheProcess.test(path) });
    const { rows: stopped } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
    await writeFile(join(copy, "backup_label"), stopped[0]?.labelfile ?? "");
    await writeFile(join(copy, "standby.signal"), "");
    const { searchParams, username } = new URL(ownerUrl);
    const primary = `host=${searchParams.get("host")} user=${username}`;
    await writeFile(join(copy, "postgresql.auto.conf"), `primary_conninfo = '${primary}'\n`);
    for (const path of [home, ...(await everythingIn(copy))]) await give(path);
    await chmod(copy, 0o700);
  });
  const embedded = await startEmbedded({ dataDir, sessionSecret: testSecret, log: testLog });
  return {
    url: embedded.ownerUrl,
    stop: () => embedded.stop(),
    async [Symbol.asyncDispose]() {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function everythingIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return [folder, ...entries.map((name) => join(folder, name))];
}
