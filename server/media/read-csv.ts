import { CsvError, parse } from "csv-parse/sync";
import { t } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";

/** The apostrophe that `csvOf` puts before what a spreadsheet would calculate. */
const apostrophe = /^'\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * The text of a file in the encoding it was written in: UTF-16 with its mark, UTF-8, or else what spreadsheets on
 * Windows still write in the west (windows-1252, of which Latin-1 is a part).
 */
export function textOf(file: ArrayBuffer | Uint8Array): string {
  const [first, second] =
    file instanceof Uint8Array ? file : new Uint8Array(file, 0, Math.min(2, file.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(file);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}

/** The longest line that is read. */
const longestRecord = 200_000;

/** The line that some programs write before all else, for spreadsheets: `sep=;`. */
const separatorLine = /^sep=([,;\t|])\r?\n/i;

/**
 * The records of a CSV file from any spreadsheet: commas, semicolons or tabs between the fields, as its first line has
 * them. The apostrophes of `csvOf` are taken off again. Empty lines are left out.
 * @param most records; those beyond are left out
 * @throws AppError `invalid` on `file` when its quotes don't match, or a line is too long
 */
export function readCsv(text: string, most?: number): string[][] {
  const whole = text.replace(/^\uFEFF/, "");
  const [line = "", separator] = separatorLine.exec(whole) ?? [];
  const content = whole.slice(line.length);
  try {
    return parse(content, {
      delimiter: separator ?? separatorOf(content),
      record_delimiter: ["\r\n", "\n", "\r"],
      ltrim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      max_record_size: longestRecord,
      ...(most !== undefined && { to: most }),
      cast: (field) => (apostrophe.test(field) ? field.slice(1) : field),
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const reason =
      cause.code === "CSV_MAX_RECORD_SIZE"
        ? t("A line in this file is longer than 200,000 characters, or a quotation mark is never closed.")
        : t("A quotation mark in this file is never closed.");
    throw new AppError("invalid", reason, { field: "file", cause });
  }
}

function separatorOf(content: string): string {
  // A separator or line end within quotes doesn't count.
  const bare = content.replace(/"[^"]*"/g, "").trimStart();
  const first = bare.slice(0, /[\r\n]/.exec(bare)?.index);
  const counts = [",", ";", "\t"].map((mark) => [mark, first.split(mark).length] as const);
  return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}
