import type { z } from "zod";
import { type FormErrors, type FormValues, problemText } from "../app/shared/forms.ts";
import { t } from "../app/shared/t.ts";
import type { Reader, Writer } from "./db/database.ts";
import { AppError } from "./errors.ts";
import type { ImportedFile } from "./media/import-file.ts";
import type { Services } from "./services.ts";

/** A row of a file as the feature's form would hold it. */
export interface FoundRow {
  /** Its number in the file, from one. */
  row: number;
  fields: FormValues;
  /** Why it stays out, where that isn't the form's to say: somebody has unsubscribed. */
  keptOut?: string;
  /** What is left out of it or done with it, in a sentence. */
  note?: string;
  /** It was in another account, so what only a new one must not be, such as over, is no problem. */
  isFormer?: true;
  /** Beside the fields: a `data:` address. */
  picture?: string;
}

/** A field that a table may have a column for. Its texts are marked by `msg`. */
export interface ImportColumn {
  label: string;
  /** The heads that name it, in lower case; the first column that has one is taken. */
  heads: RegExp;
  /** For what is no column, but how some of them are read: the ways, numbered from zero. */
  choices?: readonly string[];
  isRequired?: true;
}

/** How the musician wants a table read: each field's column by its place, -1 for none. */
export type ImportColumns = Readonly<Record<string, number>>;

/** What is asked once for all rows, in the form that takes them. Its texts are marked by `msg`. */
export interface ImportQuestion {
  label: string;
  hint: string;
  placeholder: string;
  limit: number;
  schema: z.ZodType<string>;
}

export interface PlannedRow {
  row: number;
  label: string;
  detail: string;
  state: "new" | "duplicate" | "refused";
  /** Why it doesn't come in; of one that does, what is left out. */
  reason: string | null;
}

/** A row that came in, and its version then. */
export interface MadeRow {
  row: number;
  id: string;
  label: string;
  version: string;
}

/** The files of an archive that rows are about. */
export interface ArchiveFiles {
  /** The import's id, for names that are the same at a second try. */
  id: string;
  /**
   * Runs work with a file, unpacked; its path holds for so long.
   * @param entry its place among the archive's entries
   * @throws AppError `invalid` when it can't be unpacked
   */
  use<T>(entry: number, work: (path: string, name: string) => Promise<T>): Promise<T>;
}

/** What an import is taken with. */
export interface Taking {
  userId: string;
  file: ImportedFile;
  columns: ImportColumns;
  /** The answer to the kind's question; empty without one. */
  answer: string;
  /** What has come in of an archive before this row. */
  made?: readonly (MadeRow & { kind: string })[];
}

/** A kind of rows that can be brought in, as a feature's `imports.server.ts` declares it. */
export interface ImportKind {
  name: string;
  /** Such rows, as `msg` has marked it. */
  many: string;
  /** So many of them, in words. */
  counted(count: number): string;
  columns?: Readonly<Record<string, ImportColumn>>;
  question?: ImportQuestion;
  /** Whether a file has such rows. */
  isIn(file: ImportedFile, columns: ImportColumns): boolean;
  /** Every row of the file, and whether it would come in. */
  plan(tx: Reader, taking: Taking): Promise<PlannedRow[]>;
  /** Writes those rows that may come in and aren't left out. */
  take(tx: Writer, services: Services, taking: Taking, without: ReadonlySet<number>): Promise<MadeRow[]>;
  /** Whether its rows may be about files of an archive: those of an archive come in one by one then, by `bring`. */
  hasFiles: boolean;
  /** Whether the last row of an archive comes in first, because each new one stands before the others. */
  isLastFirst?: boolean;
  /**
   * Writes one row of an archive, after what it says of files was stored.
   * @param note is called in the transaction that writes it
   * @throws AppError for why it doesn't come in
   */
  bring(
    services: Services,
    taking: Taking,
    row: number,
    files: ArchiveFiles,
    note: (tx: Writer, made: MadeRow) => Promise<void>,
  ): Promise<void>;
  /** What follows once the rows are written. @returns what went wrong with it, a sentence each */
  follow(services: Services, taking: Taking, made: readonly MadeRow[]): Promise<string[]>;
  /** Deletes those that are as they came in. @returns the ids of those that were changed, which stay */
  undo(tx: Writer, userId: string, made: readonly MadeRow[]): Promise<string[]>;
}

interface Definition<Form>
  extends Pick<ImportKind, "name" | "many" | "counted" | "columns" | "question" | "isLastFirst"> {
  /** The rows of a file; empty where it has none of this kind. */
  find(file: ImportedFile, columns: ImportColumns): FoundRow[];
  /** The form's own. */
  schema: z.ZodType<Form>;
  /** Refuses what the form's command would refuse. */
  problem?(form: Form): string | undefined;
  labelOf(fields: FormValues): string;
  detailOf(fields: FormValues): string;
  /** Rows with the same key are the same. */
  keyOf(form: Form): string;
  /**
   * Why rows with these keys aren't brought in again, by the keys that are there.
   * @param made what has come in of the same archive before
   */
  known(
    tx: Reader,
    userId: string,
    keys: readonly string[],
    made: NonNullable<Taking["made"]>,
  ): Promise<ReadonlyMap<string, string>>;
  /** How many more there may be, and what is said of those beyond. */
  room?(tx: Reader, userId: string): Promise<{ rows: number; text: string }>;
  /** Keeps others from adding to what `known` and `room` have counted until the transaction ends. */
  lock?(tx: Writer, userId: string): Promise<void>;
  /** Checks and stores the files of an archive that a form names. @returns the form, with where they are */
  store?(services: Services, userId: string, form: Form, files: ArchiveFiles): Promise<Form>;
  /**
   * Writes rows as the form's command does.
   * @returns each one's id and version, in their order; undefined for one that has come by another way meanwhile
   */
  save(
    tx: Writer,
    services: Services,
    userId: string,
    forms: readonly Form[],
    taking: Pick<Taking, "answer" | "made">,
  ): Promise<({ id: string; version: string } | undefined)[]>;
  follow?(
    services: Services,
    userId: string,
    made: readonly (MadeRow & Partial<Pick<FoundRow, "fields" | "picture">>)[],
  ): Promise<string[]>;
  /** The versions of those that are still there, locked. */
  versions(tx: Writer, userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  delete(tx: Writer, userId: string, ids: readonly string[]): Promise<void>;
}

/** Makes a kind of what a feature knows: every kind plans, takes and undoes in the same way. */
export function importKind<Form>(definition: Definition<Form>): ImportKind {
  const { name, many, counted, columns, question, isLastFirst } = definition;

  async function work(tx: Reader, { userId, file, columns, made = [] }: Taking) {
    const found = definition.find(file, columns);
    const parsedRows = found.map((each) => ({ ...each, parsed: definition.schema.safeParse(each.fields) }));
    const keys = parsedRows.flatMap(({ parsed }) => (parsed.success ? [definition.keyOf(parsed.data)] : []));
    const known =
      keys.length === 0 ? new Map<string, string>() : await definition.known(tx, userId, keys, made);
    const room = await definition.room?.(tx, userId);
    const seen = new Set<string>();
    let left = room?.rows ?? Number.POSITIVE_INFINITY;
    return parsedRows.map(({ row, fields, keptOut, note, isFormer, parsed }) => {
      const shown = { row, label: definition.labelOf(fields), detail: definition.detailOf(fields) };
      const stays = (state: "duplicate" | "refused", reason: string) => ({
        form: undefined,
        planned: { ...shown, state, reason },
      });
      if (keptOut) return stays("refused", keptOut);
      if (!parsed.success) return stays("refused", firstProblems(parsed.error));
      const problem = isFormer ? undefined : definition.problem?.(parsed.data);
      if (problem) return stays("refused", sentence(problem));
      const key = definition.keyOf(parsed.data);
      const there = known.get(key) ?? (seen.has(key) ? t("It is in this file twice.") : undefined);
      if (there) return stays("duplicate", there);
      if (left <= 0) return stays("refused", sentence(room?.text ?? ""));
      seen.add(key);
      left -= 1;
      const state = "new" as const;
      return { form: parsed.data, planned: { ...shown, state, reason: note ?? null } };
    });
  }

  return {
    name,
    many,
    counted,
    ...(columns && { columns }),
    ...(question && { question }),
    ...(isLastFirst && { isLastFirst }),
    hasFiles: definition.store !== undefined,
    isIn: (file, columns) => definition.find(file, columns).length > 0,
    plan: async (tx, taking) => (await work(tx, taking)).map(({ planned }) => planned),
    async take(tx, services, taking, without) {
      await definition.lock?.(tx, taking.userId);
      const rows = (await work(tx, taking)).flatMap(({ planned: { row, label }, form }) =>
        form === undefined || without.has(row) ? [] : [{ row, label, form }],
      );
      if (rows.length === 0) return [];
      const forms = rows.map(({ form }) => form);
      const saved = await definition.save(tx, services, taking.userId, forms, taking);
      return rows.flatMap(({ row, label }, at) => {
        const made = saved[at];
        return made ? [{ row, label, ...made }] : [];
      });
    },
    async bring(services, taking, row, files, note) {
      const { userId } = taking;
      const rows = await services.db.asMusician(userId).read((tx) => work(tx, taking));
      const found = rows.find(({ planned }) => planned.row === row);
      if (found?.form === undefined)
        throw new AppError("conflict", found?.planned.reason ?? t("It is not there."));
      const { label } = found.planned;
      const form = (await definition.store?.(services, userId, found.form, files)) ?? found.form;
      await services.db.asMusician(userId).write(async (tx) => {
        const [made] = await definition.save(tx, services, userId, [form], taking);
        if (made) await note(tx, { row, label, ...made });
      });
    },
    async follow(services, { userId, file, columns }, made) {
      if (!definition.follow) return [];
      const found = new Map(definition.find(file, columns).map((each) => [each.row, each]));
      const rows = made.map((each) => ({ ...found.get(each.row), ...each }));
      return definition.follow(services, userId, rows);
    },
    async undo(tx, userId, made) {
      const ids = made.map(({ id }) => id);
      const now = await definition.versions(tx, userId, ids);
      const same = made.filter(({ id, version }) => now.get(id) === version).map(({ id }) => id);
      if (same.length > 0) await definition.delete(tx, userId, same);
      return [...now.keys()].filter((id) => !same.includes(id));
    },
  };
}

/** What a form would say beside its fields, as sentences. */
function firstProblems({ issues }: z.ZodError): string {
  const errors: FormErrors = {};
  for (const { path, message } of issues) errors[String(path[0] ?? "form")] ??= problemText(message);
  return Object.values(errors).map(sentence).join(" ");
}

/** What a form says without a full stop. */
function sentence(text: string): string {
  return t("{sentence}.", { sentence: text });
}

/** The column of each field by the first record's heads, where the musician has said nothing else. */
export function columnsOf(
  kind: Pick<ImportKind, "columns">,
  head: readonly string[],
  chosen: ImportColumns = {},
): ImportColumns {
  // Templates mark what is required, and say how it is written: "Start Date* (yyyy-mm-dd)".
  const heads = head.map((text) =>
    text
      .replace(/\*|\(.*?\)/g, "")
      .trim()
      .toLowerCase(),
  );
  return Object.fromEntries(
    Object.entries(kind.columns ?? {}).map(([name, { heads: pattern }]) => [
      name,
      chosen[name] ?? heads.findIndex((text) => pattern.test(text)),
    ]),
  );
}
