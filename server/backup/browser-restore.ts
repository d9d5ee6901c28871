import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RestoreState } from "../../app/shared/restore-state.ts";
import { msg, t } from "../../app/shared/t.ts";
import type { Config } from "../config.ts";
import { connectOwner, isHalfRestored } from "../db/prepare.ts";
import { startEmbedded } from "../embedded-postgres/supervisor.ts";
import { AppError, StartError } from "../errors.ts";
import { requireDiskSpace } from "../files/disk-full.ts";
import type { Logger } from "../log.ts";
import type { Services } from "../services.ts";
import { requireSetupCode } from "../setup-code.ts";
import { openStorage } from "../storage/open-storage.ts";
import { isUninhabited } from "../uninhabited.ts";
import { checkBackup, openBackup } from "./opened-backup.ts";
import { firstForeignFile, inhabitedText, restoreOver } from "./restore.ts";

// A backup that is sent by a browser to an installation without accounts. It arrives in pieces and is checked beside the
// running server. Then one renaming decides: the server stops its parts and starts again, and a start that finds a file
// named `ready-…` restores it before anything else. So a process that is killed before that has changed nothing, and one
// that is killed later goes on when it is started again.

/** The largest archive that is taken. Larger ones are restored by the command. */
const largestBytes = 200 * 1024 ** 3;

const folderOf = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "restore");
const arrivingIn = (folder: string) => join(folder, "arriving.zip");
const readyName = /^ready-([0-9a-f]{64})\.zip$/;

/** Nothing is under way: changed in place, since it outlives the start in which it was made. */
export const atRest = (): RestoreState => ({ phase: "none", doneBytes: 0, totalBytes: 0, failure: null });

type Parts = Pick<Services, "db" | "storage" | "config">;

/** @throws AppError `conflict` where somebody has an account, `invalid` for a wrong code */
async function requireMay({ db, storage }: Parts, code: string): Promise<Buffer> {
  if (!(await isUninhabited(db)) || (await firstForeignFile(storage)) !== undefined) {
    throw new AppError("conflict", inhabitedText);
  }
  return requireSetupCode(db, code);
}

export interface Piece {
  code: string;
  /** The bytes of the whole archive. */
  size: number;
  /** Where in it this piece begins. One that is sent again takes its own place. */
  offset: number;
  length: number;
  body: Readable;
}

/**
 * Writes a piece of the archive to the disk.
 * @throws AppError `invalid`, `conflict`, `too-large`, `disk-full`
 */
export async function receivePiece(
  parts: Parts,
  state: RestoreState,
  { code, size, offset, length, body }: Piece,
): Promise<void> {
  await requireMay(parts, code);
  if (isUnderWay(state)) throw new AppError("conflict", t(underWayText));
  if (size > largestBytes) {
    throw new AppError("too-large", t("Archives of more than 200 GB are restored by the command restore."));
  }
  const folder = folderOf(parts.config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = arrivingIn(folder);
  if (offset === 0) await rm(file, { force: true });
  const there = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (offset > there || offset + length > size) {
    throw new AppError("conflict", t("The server lacks what came before. Please choose the archive again."));
  }
  await requireDiskSpace(folder, size - there);
  const place = there === 0 ? { flags: "w" } : { flags: "r+", start: offset };
  await pipeline(body, createWriteStream(file, { ...place, mode: 0o600 }));
}

/**
 * Checks an archive that has arrived, and hands it over to the next start. What comes of it stands in `state`.
 * @param startAnew stops all parts of the server and starts them again
 * @throws AppError `invalid`, `conflict`
 */
export async function beginRestore(
  parts: Parts & Pick<Services, "log" | "semaphores">,
  state: RestoreState,
  { code, size }: { code: string; size: number },
  startAnew: () => void,
): Promise<void> {
  await requireMay(parts, code);
  const release = await parts.semaphores.tryAcquire("restore", 1);
  if (!release) throw new AppError("conflict", t(underWayText));
  const file = arrivingIn(folderOf(parts.config));
  const there = await stat(file).catch(() => undefined);
  if (there === undefined || there.size < size) {
    release();
    throw new AppError("conflict", t("The archive has not arrived whole. Please choose it again."));
  }
  await truncate(file, size);
  Object.assign(state, atRest(), { phase: "checking", totalBytes: size });
  void check(parts, state, { code, file }).then(
    () => startAnew(),
    async (error: unknown) => {
      if (!(error instanceof StartError || error instanceof AppError)) {
        parts.log.error({ err: error }, "the backup that was sent could not be checked");
      }
      await rm(file, { force: true }).catch(() => {});
      release();
      // Told last: whoever reads it may send another.
      Object.assign(state, { phase: "failed", failure: reasonOf(error, file) });
    },
  );
}

async function check(
  parts: Parts,
  state: RestoreState,
  { code, file }: { code: string; file: string },
): Promise<void> {
  await using checked = await checkBackup(file, (bytes) => {
    state.doneBytes += bytes;
  });
  const { files } = checked.manifest;
  // Asked again: the check may have taken an hour.
  const codeHash = await requireMay(parts, code);
  Object.assign(state, { phase: "restoring", doneBytes: 0, totalBytes: files.bytes });
  await rename(file, join(folderOf(parts.config), `ready-${codeHash.toString("hex")}.zip`));
}

interface StartParts {
  config: Config;
  secret: string;
  log: Logger;
}

/** The archive that waits to be restored by a start, if one does. Other leftovers are removed. */
export async function waitingRestore(
  config: Pick<Config, "dataDir">,
): Promise<{ file: string; codeHash: Buffer } | undefined> {
  const folder = folderOf(config);
  const names = await readdir(folder).catch(() => []);
  const ready = names.find((name) => readyName.test(name));
  for (const name of names) {
    if (name !== ready) await rm(join(folder, name), { recursive: true, force: true });
  }
  const hash = ready && readyName.exec(ready)?.[1];
  return ready && hash ? { file: join(folder, ready), codeHash: Buffer.from(hash, "hex") } : undefined;
}

/**
 * Restores the archive that waits; it is done when the start is, which follows. A failure is told in `state`, and leaves the installation as empty as it was.
 * @throws StartError when the database is half restored and can't be emptied now: the next start tries again
 */
export async function restoreWaiting(
  { config, secret, log }: StartParts,
  state: RestoreState,
  { file, codeHash }: { file: string; codeHash: Buffer },
): Promise<void> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, sessionSecret: secret, log })
      : undefined;
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl;
    if (ownerUrl === undefined) throw new TypeError("There is no database to restore into.");
    const storage = await openStorage({ dataDir: config.dataDir, s3: config.s3 });
    try {
      await using backup = await openBackup(file);
      Object.assign(state, atRest(), { phase: "restoring", totalBytes: backup.manifest.files.bytes });
      const onStored = (bytes: number) => {
        state.doneBytes += bytes;
      };
      await restoreOver(backup, { ownerUrl, storage, workFolder: folderOf(config), log, onStored }, codeHash);
      log.warn("a backup was restored in the browser");
    } catch (error) {
      const owner = await connectOwner(ownerUrl);
      const isHalf = await isHalfRestored(owner).finally(() => owner.end());
      if (isHalf) throw new StartError(`The restore broke off (${reasonOf(error, file)}). Start again.`);
      log.error({ err: error }, "the backup could not be restored");
      Object.assign(state, { phase: "failed", failure: reasonOf(error, file) });
    }
    await rm(file, { force: true });
  } finally {
    await embedded?.stop();
  }
}

const underWayText = msg("A backup is being restored already.");
const isUnderWay = ({ phase }: RestoreState) => phase === "checking" || phase === "restoring";

function reasonOf(error: unknown, file: string): string {
  if (error instanceof AppError) return error.publicText;
  if (error instanceof StartError) {
    // What a program for archives says is of no use to anybody here.
    return error.message.replaceAll(file, "This file").replace(/( a whole one) \(.*\)\.$/s, "$1.");
  }
  return msg("Something unexpected happened. The server's log says more.");
}
