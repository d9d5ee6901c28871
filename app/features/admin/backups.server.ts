import { createHash, randomBytes } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { recordAuditAction } from "#server/audit.ts";
import { backupsFolder, diedText } from "#server/backup/kept-backups.ts";
import { type Reader, violates } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";
import { archivePath, linkLivesFor, mostBackups } from "./backup-schema.ts";

// Archives lie in a folder of the data folder of the machine that has made them, for its account alone to read.

type Config = Services["config"];

/** A backup whose process has died doesn't go forward any more. */
const isDead = sql<boolean>`state in ('making', 'checking') and progress_at < now() - interval '2 minutes'`;

export interface ShownBackup {
  id: string;
  created_at: Date;
  state: "making" | "checking" | "done" | "failed";
  done_bytes: number;
  expected_bytes: number | null;
  file_name: string | null;
  bytes: number | null;
  row_count: number | null;
  file_count: number | null;
  missing_count: number | null;
  checked_at: Date | null;
  failure: string | null;
  /** The address of the admin who asked for it; null where that account is gone. */
  askedBy: string | null;
}

/** The backups made in the browser, the newest first. @param tx an admin's */
export async function shownBackups(tx: Reader): Promise<ShownBackup[]> {
  return tx
    .selectFrom("backups")
    .leftJoin("users", "users.id", "backups.asked_by")
    .select(["backups.id", "backups.created_at", "done_bytes", "expected_bytes", "file_name", "bytes"])
    .select(["row_count", "file_count", "missing_count", "checked_at", "users.email as askedBy"])
    .select(sql<ShownBackup["state"]>`case when ${isDead} then 'failed' else state end`.as("state"))
    .select(sql<string | null>`case when ${isDead} then ${diedText} else failure end`.as("failure"))
    .orderBy("backups.created_at", "desc")
    .limit(mostBackups * 2)
    .execute();
}

/**
 * Has a backup made in the background.
 * @throws AppError `conflict` while another is being made, or where there are as many as are kept
 */
export async function askForBackup({ db }: Pick<Services, "db">, admin: Viewer): Promise<void> {
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("backups").set({ state: "failed", failure: diedText }).where(isDead).execute(),
    );
  try {
    await db.asAdmin(admin.userId).write(async (tx) => {
      const { kept } = await tx
        .selectFrom("backups")
        .select((row) => row.fn.countAll<number>().as("kept"))
        .where("state", "=", "done")
        .executeTakeFirstOrThrow();
      if (kept >= mostBackups) {
        throw new AppError(
          "conflict",
          t("{count} backups are kept here. Delete one first.", { count: mostBackups }),
        );
      }
      const { id } = await tx
        .insertInto("backups")
        .values({ asked_by: admin.userId })
        .returning("id")
        .executeTakeFirstOrThrow();
      await recordAuditAction(tx, admin, "backup_asked", null);
      await tx.enqueue("backup.make", { backupId: id });
    });
  } catch (error) {
    if (!violates(error, "backups_one_at_a_time")) throw error;
    throw new AppError("conflict", t("Another backup is being made. Wait until it is done."), {
      cause: error,
    });
  }
}

/**
 * A link that downloads the archive once, within the minute.
 * @throws AppError `not-found`; `conflict` where the archive isn't on this machine
 */
export async function linkBackup(
  { db, config }: Pick<Services, "db" | "config">,
  admin: Viewer,
  id: string,
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const { file_name, machine } = await db.asAdmin(admin.userId).write(async (tx) => {
    const linked = await tx
      .updateTable("backups")
      .set({ link_hash: hashOf(secret), link_until: sql<Date>`now() + ${linkLivesFor} * interval '1 s'` })
      .where("id", "=", id)
      .where("state", "=", "done")
      .returning(["file_name", "machine"])
      .executeTakeFirst();
    if (!linked) throw new AppError("not-found", t("This backup does not exist any more."));
    return linked;
  });
  if (!(await sizeOf(config, file_name))) throw elsewhere(machine);
  return archivePath(id, secret);
}

/**
 * The archive of a link, which is used up by it and noted in the audit log.
 * @throws AppError `not-found` for a link that was used, is too old or never was
 */
export async function openArchive(
  { db, config }: Pick<Services, "db" | "config">,
  admin: Viewer,
  id: string,
  secret: string,
): Promise<{ name: string; bytes: number; stream: ReadStream }> {
  const { file_name, machine } = await db.asAdmin(admin.userId).write(async (tx) => {
    const found = await tx
      .updateTable("backups")
      .set({ link_hash: null, link_until: null })
      .where("id", "=", id)
      .where("link_hash", "=", hashOf(secret))
      .where("link_until", ">", sql<Date>`now()`)
      .returning(["file_name", "machine"])
      .executeTakeFirst();
    if (!found) {
      throw new AppError("not-found", t("This link was good once, for a minute. Press Download again."));
    }
    await recordAuditAction(tx, admin, "backup_downloaded", found.file_name);
    return found;
  });
  const bytes = await sizeOf(config, file_name);
  if (!file_name || !bytes) throw elsewhere(machine);
  return { name: file_name, bytes, stream: createReadStream(join(backupsFolder(config), file_name)) };
}

/** Deletes the archive and its row. @throws AppError `not-found`, also while it is being made */
export async function deleteBackup(
  { db, config }: Pick<Services, "db" | "config">,
  admin: Viewer,
  id: string,
): Promise<void> {
  const { file_name } = await db.asAdmin(admin.userId).write(async (tx) => {
    const gone = await tx
      .deleteFrom("backups")
      .where("id", "=", id)
      .returning("file_name")
      .executeTakeFirst();
    if (!gone) throw new AppError("not-found", t("This backup does not exist any more, or is being made."));
    await recordAuditAction(tx, admin, "backup_deleted", gone.file_name);
    return gone;
  });
  if (file_name) await rm(join(backupsFolder(config), file_name), { force: true });
}

async function sizeOf(config: Pick<Config, "dataDir">, name: string | null): Promise<number | undefined> {
  if (!name) return undefined;
  const found = await stat(join(backupsFolder(config), name)).catch(() => undefined);
  return found?.size;
}

const elsewhere = (machine: string | null) =>
  new AppError(
    "conflict",
    t(
      "This archive isn't on the machine that answers you ({here}). It was made on {machine}, in the folder backups of its data folder.",
      { here: hostname(), machine: machine ?? "" },
    ),
  );

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();
