import { randomUUID } from "node:crypto";
import { sql, type UpdateObject } from "kysely";
import { sizeText } from "../../app/shared/size-text.ts";
import { msg, t } from "../../app/shared/t.ts";
import type { Writer } from "../db/database.ts";
import type { DB } from "../db/schema.ts";
import { AppError } from "../errors.ts";
import { requireDiskSpace } from "../files/disk-full.ts";
import { usedBytes } from "../files/quota.ts";
import { scheduleDeletion } from "../files/removal.ts";
import { mailAccount } from "../mail/account-mail.ts";
import { formatsOf } from "../preferences.ts";
import type { JobServices } from "../services.ts";
import type { Visit } from "../static-copy/artist-copy.ts";
import { exportAccount } from "./export.ts";
import { keptForHours } from "./kept-archives.ts";

// The job of an account's archive that its owner has asked for in the browser (decision 0086).

type Services = Omit<JobServices, "mailer">;

/** An archive of any size goes into the store in pieces: no more than two are in memory, and no bucket limits the whole. */
const pieceBytes = 16 * 1024 ** 2;
const endsAfterMs = 3 * 60 * 60 * 1000;

interface Options {
  pieceBytes: number;
  endsAfterMs: number;
}

/** An archive that is being made, and the run of its job that makes it. */
interface Run {
  id: string;
  run: string;
  user_id: string;
  expected_bytes: number;
}

/**
 * Makes an archive that was asked for, and mails its owner. Its row says how far it is, and at last what came of it. A run
 * whose archive another run has taken over, or that is gone, ends. A server that stops leaves it to the next one, which
 * begins anew.
 */
export async function makeArchive(
  services: Services,
  visit: Visit,
  archiveId: string,
  options: Options = { pieceBytes, endsAfterMs },
): Promise<void> {
  const { db, log, stopping } = services;
  const archive = await begin(services, archiveId);
  if (!archive) return;
  const late = AbortSignal.timeout(options.endsAfterMs);
  try {
    const bytes = await storeUntil(AbortSignal.any([stopping, late]), services, archive, visit, options);
    if (bytes !== undefined) await end(services, archive, bytes);
  } catch (error) {
    if (stopping.aborted) return leaveForLater(services, archive);
    log.error({ err: error, userId: archive.user_id }, "an account's archive could not be made");
    const failure = late.aborted ? msg("It took more than three hours, which is too long.") : reasonOf(error);
    await db
      .asSystem()
      .write((tx) => updateRun(tx, archive, { state: "failed", failure, ended_at: sql<Date>`now()` }));
  }
}

/** Takes the archive over from any other run, of which nothing stays. Undefined where there is nothing to make. */
async function begin({ db }: Services, id: string): Promise<Run | undefined> {
  const run = randomUUID();
  return db.asSystem().write(async (tx) => {
    const begun = await tx
      .updateTable("account_archives")
      .set({ state: "making", run, done_bytes: 0, progress_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("state", "in", ["asked", "making"])
      .returning("user_id")
      .executeTakeFirst();
    if (!begun) return undefined;
    await tx.deleteFrom("account_archive_pieces").where("archive_id", "=", id).execute();
    const expected_bytes = await usedBytes(tx, begun.user_id);
    const archive = { id, run, ...begun, expected_bytes };
    await updateRun(tx, archive, { expected_bytes });
    return archive;
  });
}

/**
 * Stores the archive.
 * @returns its bytes; undefined where this run makes it no more
 * @throws the signal's reason as soon as that comes, also while the store doesn't answer
 */
async function storeUntil(
  signal: AbortSignal,
  services: Services,
  archive: Run,
  visit: Visit,
  { pieceBytes }: Options,
): Promise<number | undefined> {
  signal.throwIfAborted();
  const { config } = services;
  // A disk that is too full is known before the work; a bucket says so itself.
  if (!config.s3) await requireDiskSpace(config.dataDir, archive.expected_bytes);
  const content = exportAccount(services, archive.user_id, new Date(), visit);
  const ended = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => {
    ended.reject(signal.reason);
    content.destroy();
  });
  const stored = async () => {
    let start = 0;
    for await (const piece of inPieces(content, pieceBytes)) {
      if (!(await keep(services, archive, start, piece))) return undefined;
      start += piece.length;
    }
    return start;
  };
  return Promise.race([stored(), ended.promise]);
}

async function* inPieces(content: AsyncIterable<Buffer>, pieceBytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (let chunk of content) {
    while (size + chunk.length >= pieceBytes) {
      const room = pieceBytes - size;
      yield Buffer.concat([...waiting, chunk.subarray(0, room)]);
      chunk = chunk.subarray(room);
      [waiting, size] = [[], 0];
    }
    waiting.push(chunk);
    size += chunk.length;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Stores a piece, and then says that it is there. @returns whether this run goes on */
async function keep({ db, storage }: Services, archive: Run, start: number, piece: Buffer): Promise<boolean> {
  const path = `archives/${archive.user_id}/${randomUUID()}.part`;
  await storage.put(path, piece, { contentType: "application/octet-stream" });
  const isKept = await db.asSystem().write(async (tx) => {
    const done_bytes = start + piece.length;
    if (!(await updateRun(tx, archive, { done_bytes }))) return false;
    await tx
      .insertInto("account_archive_pieces")
      .values({ archive_id: archive.id, start, url: `/uploads/${path}` })
      .execute();
    return true;
  });
  if (!isKept) await scheduleDeletion(db, [path]);
  return isKept;
}

async function end({ db, config }: Services, archive: Run, bytes: number): Promise<void> {
  await db.asSystem().write(async (tx) => {
    if (!(await updateRun(tx, archive, { state: "ready", ended_at: sql<Date>`now()` }))) return;
    const { email } = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", archive.user_id)
      .executeTakeFirstOrThrow();
    await mailAccount(tx, archive.user_id, async (siteName) => {
      const size = sizeText(bytes, await formatsOf(tx, archive.user_id));
      return {
        // Should it be sent twice after a crash, its reader can tell.
        id: randomUUID(),
        to: email,
        subject: t("Your archive of {siteName} is ready", { siteName }),
        text: [
          t("Hello,"),
          t(
            "your archive is ready: everything of yours, in one file of {size}. For {hours} hours it can be downloaded here: {link}",
            { size, hours: keptForHours, link: `${config.origin}/account/data` },
          ),
          t("If you didn't ask for it, choose a new password, which ends every session: {link}", {
            link: `${config.origin}/signin?reset=1`,
          }),
          siteName,
        ].join("\n\n"),
      };
    });
  });
}

/** Puts the archive back, and has another run begin it anew. */
async function leaveForLater({ db }: Services, archive: Run): Promise<void> {
  await db.asSystem().write(async (tx) => {
    if (await updateRun(tx, archive, { state: "asked", run: null }))
      await tx.enqueue("account.archive", { archiveId: archive.id });
  });
}

/** @returns whether the archive is still there, and this run's */
async function updateRun(
  tx: Writer,
  { id, run }: Run,
  changes: UpdateObject<DB, "account_archives">,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("account_archives")
    .set({ ...changes, progress_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("run", "=", run)
    .where("state", "=", "making")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.publicText;
  return msg("Something unexpected happened. Please tell the people who run this site: their log says what.");
}
