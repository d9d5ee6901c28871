import { sql } from "kysely";
import { z } from "zod";
import type { Reader } from "#server/db/database.ts";
import { columnsOf, type ImportColumns, type ImportKind, type MadeRow } from "#server/import-kinds.ts";
import { type ImportedFile, importedFileSchema } from "#server/media/import-file.ts";
import { t } from "~/shared/t";
import { importKinds } from "./kinds.server";
import { keptHours, type Reading, readingSchema } from "./schema";

const madeSchema = z.array(
  z.object({ kind: z.string(), row: z.number(), id: z.uuid(), label: z.string(), version: z.string() }),
);
const textsSchema = z.array(z.string());

const shownImports = 50;

/** Whether an import is still kept, for its preview or for its undo. */
export const isKept = sql<boolean>`coalesce(taken_at, created_at) > now() - make_interval(hours => ${keptHours})`;

/** The musician's imports of the last day, the newest first. */
export async function ownImports(tx: Reader, userId: string) {
  const rows = await tx
    .selectFrom("imports")
    .select(["id", "name", "created_at", "taken_at", "undone_at"])
    .select(sql<number>`coalesce(jsonb_array_length(made), 0)`.as("made"))
    .where("user_id", "=", userId)
    .where(isKept)
    .orderBy("created_at", "desc")
    .limit(shownImports)
    .execute();
  return rows;
}

/** One import as its screen shows it; undefined when there is none of that id any more. */
export async function ownImport(tx: Reader, userId: string, id: string) {
  const stored = await tx
    .selectFrom("imports")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where(isKept)
    .executeTakeFirst();
  if (!stored) return undefined;
  const { name, taken_at, undone_at } = stored;
  const made = madeIn(stored.made);
  const file = importedFileSchema.parse(stored.content);
  const reading = readingSchema.parse(stored.reading);
  const parts = taken_at === null ? partsOf(file, reading) : [];
  const plans = [];
  for (const { kind, columns } of parts) {
    const rows = await kind.plan(tx, { userId, file, columns, answer: "" });
    const { question } = kind;
    plans.push({
      ...{ kind: kind.name, many: t(kind.many), rows },
      question: question && {
        ...{ label: t(question.label), hint: t(question.hint) },
        ...{ placeholder: t(question.placeholder), limit: question.limit },
      },
    });
  }
  return {
    id,
    name,
    takenAt: taken_at,
    undoneAt: undone_at,
    plans,
    isAccount: file.is === "archive" && file.account !== undefined,
    table: file.is === "table" && taken_at === null ? tableOf(file.records, parts[0]) : null,
    came: countsOf(made),
    kept: textsSchema.parse(stored.kept ?? []),
    /** How many rows of an archive are still to come in. */
    waiting: textsSchema.parse(stored.waiting ?? []).length,
    troubles: textsSchema.parse(stored.troubles ?? []),
  };
}

/** A kind that a file has, and the columns in which it has it. */
interface Part {
  kind: ImportKind;
  columns: ImportColumns;
}

/** What a file holds: each kind that finds something in it; of a table one, as the musician says, or the one that knows most of its columns. */
export function partsOf(file: ImportedFile, reading: Reading): Part[] {
  const kinds = Object.values(importKinds);
  if (file.is !== "table") {
    return kinds.flatMap((kind) => (kind.isIn(file, {}) ? [{ kind, columns: {} }] : []));
  }
  const head = file.records[0] ?? [];
  const chosen = reading.kind === undefined ? undefined : importKinds[reading.kind];
  if (chosen) return [{ kind: chosen, columns: columnsOf(chosen, head, reading.columns) }];
  const parts = kinds.map((kind) => ({ kind, columns: columnsOf(kind, head) }));
  const known = ({ columns }: Part) => Object.values(columns).filter((at) => at >= 0).length;
  return parts
    .filter(({ kind, columns }) => kind.isIn(file, columns))
    .toSorted((one, other) => known(other) - known(one))
    .slice(0, 1);
}

/** A table's columns, what they are read as, and what else they could be. */
function tableOf(records: readonly string[][], part: Part | undefined) {
  const [head = [], first = []] = records;
  return {
    kind: part?.kind.name ?? null,
    heads: head.map((text, place) => {
      const name = (text.trim() || t("Column {number}", { number: place + 1 })).slice(0, 60);
      const example = (first[place] ?? "").slice(0, 60);
      return { place, text: example ? `${name} (${example})` : name };
    }),
    kinds: Object.values(importKinds).flatMap(({ name, many, columns }) =>
      columns ? [{ name, many: t(many) }] : [],
    ),
    fields: Object.entries(part?.kind.columns ?? {}).map(
      ([name, { label, choices, isRequired = false }]) => ({
        ...{ name, label: t(label), choices: choices?.map((choice) => t(choice)), isRequired },
        column: part?.columns[name] ?? -1,
      }),
    ),
  };
}

/** The rows that came in, each with its kind's name. */
export function madeIn(made: unknown): (MadeRow & { kind: string })[] {
  return madeSchema.parse(made ?? []);
}

function countsOf(made: readonly { kind: string }[]) {
  return Object.values(importKinds).flatMap(({ name, counted }) => {
    const count = made.filter(({ kind }) => kind === name).length;
    return count === 0 ? [] : [{ count, text: counted(count) }];
  });
}

export type OwnImport = NonNullable<Awaited<ReturnType<typeof ownImport>>>;
