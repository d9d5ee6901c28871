import { execFile, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, chown, mkdir, open, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { S3mini } from "s3mini";
import { z } from "zod";
import {
  addressOf,
  type Disk,
  databaseUrl,
  disks,
  type Member,
  members,
  partsIn,
  pathOfDisk,
  secretsSchema,
  settingsOf,
  sharedSettings,
} from "./parts.ts";

/** Each process of the cluster carries these in its environment; so they are found again, and no other is ever ended. */
const folderMark = "HANDBILL_CLUSTER";
const partMark = "HANDBILL_CLUSTER_PART";
const withinMs = 120_000;

export interface Cluster {
  /** Where fans and musicians come in. */
  origin: string;
  /** For the account that owns the database, by the first Handbill's way to the primary. */
  databaseUrl: string;
  sessionSecret: string;
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** The recipients of all mails so far. */
  mailed(): Promise<string[]>;
  /** Starts a part by its name in `parts.ts`; doesn't wait until it answers. */
  start(part: string): Promise<void>;
  /** Signals all processes of a part; those of `postgres-one` are Patroni and all of its PostgreSQL. */
  signal(part: string, signal: NodeJS.Signals): void;
  /** Asks a part to end, and waits until it has. */
  stop(part: string): Promise<void>;
  /** Waits until a Handbill says that it is ready. */
  ready(member: Member): Promise<void>;
  /** The database server that takes writes, by Patroni's word; undefined while there is none. */
  primary(): Promise<Member | undefined>;
  /** Waits for a primary, two servers that follow it, and one of them as synchronous standby. */
  databaseIsWhole(): Promise<void>;
  /** The etcd that leads the others. */
  etcdLeader(): Promise<Member>;
  /** Hands the primary's place to another server by Patroni's command. */
  switchOver(): Promise<void>;
  pathOfDisk(disk: Disk): string;
}

/** Makes a new cluster in an empty or new folder, and waits until it answers. As root on Debian. */
export async function up(folder: string): Promise<Cluster> {
  if (processesOf(folder).length > 0) throw new Error(`A cluster is running in ${folder}: end it first.`);
  const account = accountOf("postgres");
  for (const name of ["", "logs", "disks", "etcd", "store"]) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o755 });
  }
  // Not its owner alone: most parts run under another account.
  await chmod(folder, 0o755);
  const secret = () => randomBytes(24).toString("base64url");
  const secrets = {
    session: secret(),
    database: secret(),
    superuser: secret(),
    replication: secret(),
    store: secret(),
  };
  await writeFile(join(folder, "secrets.json"), JSON.stringify(secrets), { mode: 0o600 });
  for (const [disk, megabytes] of Object.entries(disks)) {
    const image = join(folder, "disks", `${disk}.img`);
    const path = join(folder, "disks", disk);
    await mkdir(path);
    await writeFile(image, "");
    await truncate(image, megabytes * 2 ** 20);
    execute("mkfs.ext4", "-q", "-m", "0", image);
    execute("mount", "-o", "loop", image, path);
    await chown(path, account.uid, account.gid);
  }
  await layOutStore(folder, secrets.store, account);
  await chown(join(folder, "etcd"), account.uid, account.gid);

  const cluster = await openCluster(folder);
  for (const part of partsIn(folder, secrets).keys()) {
    if (!/^(handbill|haproxy)/.test(part)) await cluster.start(part);
  }
  const { endpoint, bucket, ...keys } = cluster.s3;
  const store = new S3mini({ endpoint: `${endpoint}/${bucket}`, ...keys });
  await until("the store", () => store.createBucket());
  await cluster.databaseIsWhole();
  await makeDatabase(databaseUrl(secrets, "one"), secrets);
  // The first one brings the schema.
  for (const member of members) {
    await cluster.start(`handbill-${member}`);
    await cluster.ready(member);
  }
  await cluster.start("haproxy");
  await until("haproxy", async () => (await fetch(cluster.origin)).ok);
  return cluster;
}

/** Ends every process of the cluster in `folder`, and removes it with all it holds. */
export async function down(folder: string): Promise<void> {
  // A stopped process hears of nothing else before it goes on.
  for (const { pid } of processesOf(folder)) kill(pid, "SIGCONT");
  const endOf = async (signal: NodeJS.Signals, ms: number, which = "") => {
    const begun = Date.now();
    const those = () => processesOf(folder).filter(({ part }) => part.startsWith(which));
    for (const { pid } of those()) kill(pid, signal);
    while (those().length > 0 && Date.now() - begun < ms) await pause(100);
  };
  await endOf("SIGTERM", 15_000, "handbill");
  await endOf("SIGTERM", 15_000);
  await endOf("SIGKILL", 5_000);
  for (const disk of Object.keys(disks)) {
    const path = join(folder, "disks", disk);
    if (readFileSync("/proc/mounts", "utf8").includes(` ${path} `)) execute("umount", path);
  }
  await rm(folder, { recursive: true, force: true });
}

/** The cluster that `up` has made in `folder`. */
async function openCluster(folder: string): Promise<Cluster> {
  const secrets = secretsSchema.parse(JSON.parse(await readFile(join(folder, "secrets.json"), "utf8")));
  const parts = partsIn(folder, secrets);
  const signal: Cluster["signal"] = (part, name) => {
    for (const process of processesOf(folder)) if (process.part === part) kill(process.pid, name);
  };
  const gone = (part: string) =>
    until(`the end of ${part}`, async () => !processesOf(folder).some((process) => process.part === part));
  return {
    origin: sharedSettings.ORIGIN,
    databaseUrl: databaseUrl(secrets, "one"),
    sessionSecret: secrets.session,
    s3: {
      endpoint: sharedSettings.S3_ENDPOINT,
      bucket: sharedSettings.S3_BUCKET,
      region: "us-east-1",
      accessKeyId: sharedSettings.S3_ACCESS_KEY_ID,
      secretAccessKey: secrets.store,
    },
    async mailed() {
      return (await readFile(join(folder, "mailed"), "utf8")).split("\n").filter(Boolean);
    },
    async start(part) {
      const { command, environment, asCaller } = parts.get(part) ?? { command: [part] };
      const asPostgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"];
      const [program = "", ...options] = asCaller ? command : [...asPostgres, ...command];
      const log = await open(join(folder, "logs", `${part}.log`), "a");
      const child = spawn(program, options, {
        cwd: folder,
        env: { PATH: process.env.PATH, [folderMark]: folder, [partMark]: part, ...environment },
        stdio: ["ignore", log.fd, log.fd],
        detached: true,
      });
      await once(child, "spawn");
      child.unref();
      await log.close();
    },
    signal,
    async stop(part) {
      signal(part, "SIGTERM");
      await gone(part);
    },
    async ready(member) {
      await until(`handbill-${member}`, async () => {
        return (await fetch(`http://${addressOf.handbill(member)}/readyz`)).ok;
      });
    },
    async primary() {
      return (await databaseServers()).find(({ role }) => role === "leader")?.name;
    },
    async databaseIsWhole() {
      await until("the database", async () => {
        const servers = await databaseServers();
        const roles = servers.filter(({ state }) => state === "running").map(({ role }) => role);
        return roles.toSorted().join() === "leader,replica,sync_standby";
      });
    },
    etcdLeader,
    async switchOver() {
      const settings = join(import.meta.dirname, "patroni.yml");
      await promisify(execFile)("patronictl", ["-c", settings, "switchover", "--force"]);
    },
    pathOfDisk: (disk) => pathOfDisk(folder, disk),
  };
}

const serversSchema = z.object({
  members: z.array(z.object({ name: z.enum(members), role: z.string(), state: z.string() })),
});

/** What the first Patroni that answers says of all of them. */
async function databaseServers() {
  for (const member of members) {
    const answer = await fetch(`http://${addressOf.patroni(member)}/cluster`, {
      signal: AbortSignal.timeout(3_000),
    }).catch(() => undefined);
    if (answer?.ok) return serversSchema.parse(await answer.json()).members;
  }
  return [];
}

const etcdSchema = z.object({ leader: z.string(), header: z.object({ member_id: z.string() }) });

async function etcdLeader(): Promise<Member> {
  for (const member of members) {
    const address = `http://${addressOf.etcd(member)}/v3/maintenance/status`;
    const { leader, header } = etcdSchema.parse(
      await (await fetch(address, { method: "POST", body: "{}" })).json(),
    );
    if (leader === header.member_id) return member;
  }
  throw new Error("No etcd leads.");
}

async function makeDatabase(url: string, secrets: { superuser: string; database: string }): Promise<void> {
  const { hostname: host, port, username, pathname } = new URL(url);
  const administrator = new Client({
    host,
    port: Number(port),
    user: "postgres",
    password: secrets.superuser,
  });
  await administrator.connect();
  const password = administrator.escapeLiteral(secrets.database);
  await administrator.query(`create role ${username} login createrole password ${password}`);
  await administrator.query(`create database ${pathname.slice(1)} owner ${username}`);
  await administrator.end();
}

/** Swift's rings name the one disk that everything is on. */
async function layOutStore(folder: string, key: string, account: Account): Promise<void> {
  const store = join(folder, "store");
  for (const kind of ["account", "container", "object", "proxy"]) {
    const settings = settingsOf(`store/${kind}.conf`).replaceAll("FOLDER", folder).replace("KEY", key);
    await writeFile(join(store, `${kind}.conf`), settings, { mode: 0o600 });
    await chown(join(store, `${kind}.conf`), account.uid, account.gid);
  }
  for (const [kind, port] of Object.entries({ account: 4181, container: 4182, object: 4183 })) {
    const ring = join(store, `${kind}.builder`);
    execute("swift-ring-builder", ring, "create", "8", "1", "1");
    execute("swift-ring-builder", ring, "add", `r1z1-127.0.0.1:${port}/store`, "1");
    execute("swift-ring-builder", ring, "rebalance");
  }
}

/** All processes of the cluster, each with its part. */
function processesOf(folder: string): { pid: number; part: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const part = partOf(pid, folder);
      return part === undefined ? [] : [{ pid: Number(pid), part }];
    });
}

function partOf(pid: string, folder: string): string | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    if (environment.includes(`${folderMark}=${folder}`)) {
      return environment.find((line) => line.startsWith(`${partMark}=`))?.slice(partMark.length + 1);
    }
    // PostgreSQL writes over its environment, but stays in its folder.
    const workingFolder = readlinkSync(`/proc/${pid}/cwd`);
    const disksFolder = join(folder, "disks") + sep;
    if (workingFolder.startsWith(disksFolder)) return workingFolder.slice(disksFolder.length).split(sep)[0];
  } catch {
    // It has ended meanwhile.
  }
  return undefined;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It had ended already.
  }
}

interface Account {
  uid: number;
  gid: number;
}

function accountOf(name: string): Account {
  return { uid: Number(execute("id", "-u", name)), gid: Number(execute("id", "-g", name)) };
}

/** @throws Error with what the program said, where it fails */
function execute(program: string, ...options: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, options, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${options[0]}: ${error ?? stderr + stdout}`);
  return stdout;
}

/** Waits until `check` says so; where it throws, it is asked again. @throws Error with the reason of the last time */
async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (let reason: unknown; ; await pause(200)) {
    try {
      if (await check()) return;
    } catch (error) {
      reason = error;
    }
    if (Date.now() > deadline) throw new Error(`Waited too long for ${what}.`, { cause: reason });
  }
}
