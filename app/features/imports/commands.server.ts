import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { requireRoom } from "#server/files/quota.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { ImportKind, MadeRow, Taking } from "#server/import-kinds.ts";
import { type ImportedFile, importedFileSchema, readImport } from "#server/media/import-file.ts";
import type { Services } from "#server/services.ts";
import { plainLine } from "~/shared/plain-text";
import { msg, t } from "~/shared/t";
import { importKinds } from "./kinds.server";
import { isKept, madeIn, partsOf } from "./queries.server";
import { goneText, type ImportAction, readingSchema } from "./schema";

/** Reading a file takes up to a few seconds of a processor. */
const reading: LimitRule = { name: "import", tries: 40, windowSeconds: 24 * 3600 };

/**
 * Executes an action of the screen.
 * @throws AppError `not-found` when there is no such import any more, `conflict` when it was taken or undone already
 */
export async function executeImportAction(services: Services, userId: string, form: ImportAction) {
  switch (form.intent) {
    case "paste-import": {
      await admitImport(services, userId);
      const content = await readImport(Buffer.from(form.text));
      return { opened: await keepImport(services, userId, { name: t("Pasted text"), content }) };
    }
    case "read-import":
      await services.db.asMusician(userId).write(async (tx) => {
        const { kind, columns } = form;
        await waitingImport(tx, userId, form.id);
        const reading = JSON.stringify({ kind, columns });
        await tx.updateTable("imports").set({ reading }).where("id", "=", form.id).execute();
      });
      return { read: true };
    case "take-import":
      return takeImport(services, userId, form);
    case "undo-import":
      return undoImport(services, userId, form.id);
    case "drop-import":
      await services.db.asMusician(userId).write(async (tx) => {
        await waitingImport(tx, userId, form.id);
        await tx.deleteFrom("imports").where("id", "=", form.id).execute();
      });
      return { dropped: true };
  }
}

/** @throws AppError `too-many` */
export async function admitImport({ limits }: Pick<Services, "limits">, userId: string): Promise<void> {
  await limits.spend(reading, limitKey(userId));
}

/**
 * Keeps what was found in a file, for its preview. With an id that is there already, nothing is added.
 * @returns its id
 * @throws AppError `invalid` on `file` when nothing in it can be brought in
 */
export async function keepImport(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  {
    id,
    name,
    content,
    stored,
  }: {
    id?: string;
    name: string;
    content: ImportedFile;
    /** An archive, whose rows are about the files in it. */
    stored?: { path: string; size: number };
  },
): Promise<string> {
  // What a table's columns mean can still be said.
  if (content.is !== "table" && partsOf(content, {}).length === 0) {
    throw new AppError("invalid", t("There is nothing in this file that can be brought in."), {
      field: "file",
    });
  }
  const row = await db.asMusician(userId).write(async (tx) => {
    const added = await tx
      .insertInto("imports")
      .values({
        ...(id && { id }),
        user_id: userId,
        name: plainLine(name, 255) || t("File"),
        content: JSON.stringify(content),
        ...(stored && { file_url: `/uploads/${stored.path}`, file_size: stored.size }),
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added && stored) await requireRoom(tx, config, userId, stored.size);
    return added;
  });
  const kept = row?.id ?? id;
  if (kept === undefined) throw new Error("An import without an id was in conflict.");
  return kept;
}

/**
 * The rows that come in, in one transaction; what follows them, such as pictures, after it. A second press finds them there.
 * Those about files of an archive wait to come in one by one, since their files take their time.
 */
async function takeImport(
  services: Services,
  userId: string,
  { id, without, answer }: Extract<ImportAction, { intent: "take-import" }>,
) {
  const taken = await services.db.asMusician(userId).write(async (tx) => {
    const { content, reading } = await waitingImport(tx, userId, id);
    const file = importedFileSchema.parse(content);
    const parts = [];
    const waiting: string[] = [];
    for (const { kind, columns } of partsOf(file, readingSchema.parse(reading))) {
      const out = new Set(without.flatMap((name) => rowOf(kind, name)));
      const planned = await kind.plan(tx, { userId, file, columns, answer: "" });
      const rows = planned.flatMap(({ row, state }) => (state === "new" && !out.has(row) ? [row] : []));
      if (rows.length === 0) continue;
      if (kind.hasFiles && file.is === "archive") {
        const names = rows.map((row) => `${kind.name}:${row}`);
        waiting.push(...(kind.isLastFirst ? names.reverse() : names));
        continue;
      }
      const taking: Taking = { userId, file, columns, answer: answerTo(kind, answer) };
      parts.push({ kind, taking, made: await kind.take(tx, services, taking, out) });
    }
    const made = parts.flatMap(({ kind, made }) => made.map((row) => ({ kind: kind.name, ...row })));
    if (made.length + waiting.length === 0) {
      throw new AppError("conflict", t("There is nothing left to bring in."));
    }
    const files =
      waiting.length > 0 ? { waiting: JSON.stringify(waiting) } : { file_url: null, file_size: null };
    await tx
      .updateTable("imports")
      .set({ taken_at: new Date(), made: JSON.stringify(made), troubles: "[]", ...files })
      .where("id", "=", id)
      .execute();
    if (waiting.length > 0) await tx.enqueue("imports.bring", { importId: id });
    return { parts, waiting: waiting.length };
  });
  const troubles: string[] = [];
  for (const { kind, taking, made } of taken.parts)
    troubles.push(...(await kind.follow(services, taking, made)));
  if (taken.waiting > 0) return { bringing: taken.waiting };
  return { taken: taken.parts.reduce((sum, { made }) => sum + made.length, 0), troubles };
}

/** @throws AppError `invalid` on `answer` */
function answerTo({ question }: ImportKind, answer: string): string {
  if (!question) return "";
  const parsed = question.schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", t(parsed.error.issues[0]?.message ?? msg("Please answer this")), {
    field: "answer",
  });
}

function rowOf({ name }: ImportKind, named: string): number[] {
  const [kind, row] = named.split(":");
  return kind === name ? [Number(row)] : [];
}

/** Takes away what came in and is as it was then. What was changed since stays, and is named. */
async function undoImport({ db }: Services, userId: string, id: string) {
  return db.asMusician(userId).write(async (tx) => {
    const stored = await lockedImport(tx, userId, id);
    if (stored.taken_at === null) throw new AppError("conflict", t("This import was not taken."));
    if (stored.undone_at !== null) throw new AppError("conflict", t("This import was undone already."));
    if (stored.waiting !== null) throw new AppError("conflict", t("It is still being brought in."));
    const made = madeIn(stored.made);
    const kept: MadeRow[] = [];
    // The last kind first: it may be part of what came before it, as a track is of its release.
    for (const kind of Object.values(importKinds).reverse()) {
      const ofKind = made.filter((row) => row.kind === kind.name);
      if (ofKind.length === 0) continue;
      const ids = await kind.undo(tx, userId, ofKind);
      kept.push(...ofKind.filter((row) => ids.includes(row.id)));
    }
    const labels = kept.map(({ label }) => label);
    await tx
      .updateTable("imports")
      .set({ undone_at: new Date(), kept: JSON.stringify(labels) })
      .where("id", "=", id)
      .execute();
    return { undoneImport: made.length - kept.length, kept: kept.length };
  });
}

/** @throws AppError `not-found` */
async function lockedImport(tx: Writer, userId: string, id: string) {
  const stored = await tx
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where(isKept)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw new AppError("not-found", t(goneText));
  return stored;
}

/** One that wasn't taken yet, locked. @throws AppError `not-found`, `conflict` */
async function waitingImport(tx: Writer, userId: string, id: string) {
  const stored = await lockedImport(tx, userId, id);
  if (stored.taken_at !== null) throw new AppError("conflict", t("This import was taken already."));
  return stored;
}

/** Has go what was neither taken nor can be undone any more. @returns how many */
export async function sweepImports({ db }: Pick<Services, "db">): Promise<number> {
  const swept = await db
    .asSystem()
    .write((tx) => tx.deleteFrom("imports").where(sql<boolean>`not ${isKept}`).executeTakeFirst());
  return Number(swept.numDeletedRows);
}
