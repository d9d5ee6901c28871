import { z } from "zod";
import { msg, t } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";
import { runBounded } from "./bounded-worker.ts";

const field = z.string();

const pageSchema = z.object({
  is: z.literal("page"),
  /** The data from which a page by Next.js is made, such as Linktree's. */
  data: z.unknown(),
  /** In the page's order. */
  links: z.array(
    z.object({
      href: field,
      text: field,
      classes: field,
      /** A picture within the link that the file itself holds: a `data:` address. */
      picture: field.optional(),
    }),
  ),
});

const calendarSchema = z.object({
  is: z.literal("calendar"),
  /** The calendar's own time zone, as it names it; may be empty. */
  zone: field,
  events: z.array(
    z.object({
      summary: field,
      description: field,
      location: field,
      url: field,
      /** YYYY-MM-DD. */
      startDay: field,
      /** HH:MM; empty where it is a whole day. */
      startTime: field,
      /** The last day; empty where the calendar names none. */
      endDay: field,
      endTime: field,
      /** As the calendar names it, "UTC" among others; empty for the time at the event's place. */
      zone: field,
      repeats: z.boolean(),
      cancelled: z.boolean(),
    }),
  ),
});

const archiveSchema = z.object({
  is: z.literal("archive"),
  /** Of a Handbill account's archive: its rows, by their tables. The entries are the files that rows name. */
  account: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).optional(),
  /** By their names, numbers as numbers. */
  entries: z.array(
    z.object({
      /** Its place among the zip's files, which tells it from another of the same name. */
      at: z.number(),
      name: field,
      /** Bytes. */
      size: z.number(),
      type: z.enum(["sound", "picture", "other"]),
      /** Why it can't come in, in a sentence. */
      problem: field.optional(),
      /** The SHA-256 of what is in it. */
      digest: field.optional(),
      sound: z
        .object({
          seconds: z.number().nullable(),
          title: field.optional(),
          album: field.optional(),
          date: field.optional(),
          isrc: field.optional(),
          barcode: field.optional(),
          lyrics: field.optional(),
          disc: z.number().optional(),
          number: z.number().optional(),
        })
        .optional(),
      /** Upright, in pixels. The caption is that of `captions.csv`, else the picture's own. */
      picture: z.object({ width: z.number(), height: z.number(), caption: field, alt: field }).optional(),
    }),
  ),
});

/** What was read in a file, by its format. Nothing in it was checked by the rules of a form yet. */
export const importedFileSchema = z.discriminatedUnion("is", [
  pageSchema,
  z.object({ is: z.literal("json"), data: z.unknown() }),
  z.object({ is: z.literal("table"), records: z.array(z.array(field)) }),
  calendarSchema,
  archiveSchema,
]);

export type ImportedFile = z.output<typeof importedFileSchema>;
export type ImportedPage = z.output<typeof pageSchema>;
export type ImportedCalendar = z.output<typeof calendarSchema>;
export type ImportedArchive = z.output<typeof archiveSchema>;

/** The folder of an archive's entry; empty for one in none. */
export const folderOf = (name: string) => name.slice(0, Math.max(name.lastIndexOf("/"), 0));

const coverName = /(^|\/)(cover|folder|front|album ?art)[^/]*$/i;

/** Whether a picture of an archive is the cover of the sounds beside it, by its name. */
export function isCover(
  { entries }: ImportedArchive,
  { name, type }: ImportedArchive["entries"][number],
): boolean {
  return (
    type === "picture" &&
    coverName.test(name) &&
    entries.some((other) => other.type === "sound" && folderOf(other.name) === folderOf(name))
  );
}

/** A row of an account's archive, which anybody may have written. */
export type ArchivedRow = Readonly<Record<string, unknown>>;

/** The rows of a table in an account's archive, in the order that their artist gave them, or made them. */
export function archivedRows(file: ImportedFile, table: string): ArchivedRow[] {
  const rows = (file.is === "archive" && file.account?.[table]) || [];
  const placeOf = ({ display_order, position }: ArchivedRow) => Number(display_order ?? position ?? 0) || 0;
  // As text, because a time's microseconds count: the zone is the same in all.
  const isEarlier = (one: ArchivedRow, other: ArchivedRow) =>
    archivedText(one, "created_at") < archivedText(other, "created_at");
  return rows.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) || Number(isEarlier(other, one)) - Number(isEarlier(one, other)),
  );
}

/** A column of such a row as a form would hold it; empty where it has no text. */
export function archivedText(row: ArchivedRow, column: string): string {
  const value = row[column];
  return typeof value === "string" ? value : "";
}

/**
 * The places of the entries that rows of an account's archive name by addresses such as `/uploads/music/{id}/{name}`;
 * undefined for an address that names none.
 */
export function archivedEntries({ entries }: ImportedArchive): (address: string) => number | undefined {
  const places = new Map(entries.map(({ name }, at) => [name, at]));
  return (address) => {
    const [, , folder, , name] = address.split("/");
    return places.get(`files/${folder}/${name}`);
  };
}

/** How the thread that reads a file answers: in English, since nobody reads there. */
export type ImportAnswer = { file: ImportedFile } | { refused: string };

/** A large page takes a second. This allows for a small and busy machine; a file that takes longer was made to. */
const bounds = { withinMs: 15_000, heapMegabytes: 256 };

/**
 * Reads a file from elsewhere, in a thread of its own. Its content decides what it is, not its name. Nothing is fetched.
 * @param source a local file's path, or what was pasted
 * @throws AppError `invalid` on `file` for what can't be read, and for what takes too much time or memory
 */
export async function readImport(source: string | Uint8Array): Promise<ImportedFile> {
  const answer = await runBounded<ImportAnswer>("import-worker.ts", source, bounds);
  if (answer && "file" in answer) return answer.file;
  const reason = t(
    answer?.refused ?? msg("This file takes too much time or memory to read. Please split it."),
  );
  throw new AppError("invalid", reason, { field: "file" });
}
