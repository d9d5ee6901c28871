import { sql } from "kysely";
import { z } from "zod";
import type { Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { ArchiveFiles, MadeRow } from "#server/import-kinds.ts";
import { withUnpacked } from "#server/media/import-archive.ts";
import { type ImportedArchive, importedFileSchema } from "#server/media/import-file.ts";
import { openZip } from "#server/media/zip-entries.ts";
import { languageOfAccount } from "#server/preferences.ts";
import { inLanguageOf } from "#server/reading.ts";
import type { JobServices, Services } from "#server/services.ts";
import { t } from "~/shared/t";
import { importKinds } from "./kinds.server";
import { madeIn } from "./queries.server";

const waitingSchema = z.array(z.string());
const mostAtOnce = 1000;

type Importing = Pick<JobServices, keyof Services | "stopping">;

/**
 * Brings in the rows of an archive that wait, one after the other, each in a transaction of its own: after a crash it goes on
 * with the next. What can't come in is noted with its reason.
 * @throws AppError `unavailable`, `disk-full` while the files or the database are out of reach
 */
export async function bringWaiting(services: Importing, importId: string): Promise<void> {
  const { db, storage, stopping } = services;
  const stored = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("imports")
        .select(["user_id", "content", "file_url"])
        .where("id", "=", importId)
        .where("waiting", "is not", null)
        .executeTakeFirst(),
    );
  if (!stored?.file_url) return;
  const { user_id, content, file_url } = stored;
  const archive = importedFileSchema.parse(content);
  if (archive.is !== "archive") throw new Error(`The import ${importId} is no archive.`);
  const language = await db.asSystem().read((tx) => languageOfAccount(tx, user_id));
  const bring = async (path: string) => {
    await using zip = await openZip(path);
    const files: ArchiveFiles = {
      id: importId,
      use(entry, work) {
        const { name, at } = archive.entries[entry] ?? {};
        const found = at === undefined ? undefined : zip.entries[at];
        if (!found || name === undefined) throw new AppError("invalid", t("It is not in the archive."));
        return withUnpacked(found, (unpacked) => work(unpacked, name));
      },
    };
    while (!stopping.aborted && (await bringNext(services, { importId, user_id, archive, files }))) {}
  };
  // What is noted is the account's to read.
  await inLanguageOf({ language }, () => storage.borrow(file_url.slice("/uploads/".length), bring));
}

/** @returns whether there was one */
async function bringNext(
  services: Services,
  {
    importId,
    user_id: userId,
    archive,
    files,
  }: { importId: string; user_id: string; archive: ImportedArchive; files: ArchiveFiles },
): Promise<boolean> {
  const { db } = services;
  const now = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("imports")
        .select(["waiting", "made"])
        .where("id", "=", importId)
        .where("waiting", "is not", null)
        .executeTakeFirst(),
    );
  const [name] = waitingSchema.parse(now?.waiting ?? []);
  if (!now || name === undefined) return false;
  const [kindName = "", row] = name.split(":");
  const kind = importKinds[kindName];
  const taking = { userId, file: archive, columns: {}, answer: "", made: madeIn(now.made) };
  const settleAlone = (trouble?: string) =>
    db.asSystem().write((tx) => settle(tx, importId, name, { ...(trouble && { trouble }) }));
  try {
    await kind?.bring(services, taking, Number(row), files, async (tx, made) => {
      const isFirst = await settle(tx, importId, name, { made: { kind: kindName, ...made } });
      // Another process has been here: what this one has written goes.
      if (!isFirst) throw new AppError("conflict", t("It has come in already."));
    });
    // One that was there already has written nothing, and waits no longer.
    await settleAlone();
  } catch (error) {
    if (!(error instanceof AppError) || ["unavailable", "disk-full"].includes(error.kind)) throw error;
    // The names of an account's files say nothing to its artist.
    const isNamed = kindName !== "releases" && !archive.account;
    const file = isNamed ? archive.entries[Number(row) - 1]?.name : undefined;
    const reason = error.publicText;
    await settleAlone(
      file
        ? t("“{file}” did not come in: {reason}", { file, reason })
        : t("Row {row} of the {rows} did not come in: {reason}", {
            row: Number(row),
            rows: t(kind?.many ?? ""),
            reason,
          }),
    );
  }
  return true;
}

/** Takes a row off those that wait. After the last one the file goes. @returns false when it waits no longer */
async function settle(
  tx: Writer,
  importId: string,
  name: string,
  { made, trouble }: { made?: MadeRow & { kind: string }; trouble?: string },
): Promise<boolean> {
  const asArray = (value: unknown) => sql`${JSON.stringify(value === undefined ? [] : [value])}::jsonb`;
  const { numUpdatedRows } = await tx
    .updateTable("imports")
    .set({
      waiting: sql`nullif(waiting - ${name}::text, '[]')`,
      made: sql`made || ${asArray(made)}`,
      troubles: sql`troubles || ${asArray(trouble)}`,
      file_url: sql`case when waiting - ${name}::text <> '[]' then file_url end`,
      file_size: sql`case when waiting - ${name}::text <> '[]' then file_size end`,
    })
    .where("id", "=", importId)
    .where(sql<boolean>`waiting ? ${name}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Goes on with imports whose job was given up. */
export async function catchUpBringing({ db }: Pick<Services, "db">): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from imports
      where waiting is not null
        and not exists (
          select from pgboss.job
          where name = 'imports.bring' and state < 'completed' and data ->> 'importId' = imports.id::text)
      order by taken_at
      limit ${mostAtOnce}`.execute(tx);
    for (const { id } of rows) await tx.enqueue("imports.bring", { importId: id });
  });
}
