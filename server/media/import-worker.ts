import { readFileSync, statSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { msg } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";
import { answerTask } from "./bounded-task.ts";
import type { ImportAnswer, ImportedFile } from "./import-file.ts";
import { importLimits } from "./import-limits.ts";
import { pruned } from "./pruned.ts";
import { readCalendar } from "./read-calendar.ts";
import { readCsv, textOf } from "./read-csv.ts";
import { readPage } from "./read-page.ts";

const source: string | Uint8Array = workerData;
await answerTask(answer);

function answer(): ImportAnswer {
  try {
    const file = fileOf(contentOf(source));
    if (JSON.stringify(file).length > importLimits.contentLength) {
      return { refused: msg("There is too much in this file for one import. Please split it.") };
    }
    return { file };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.publicText };
    throw error;
  }
}

function contentOf(source: string | Uint8Array): Uint8Array {
  if (typeof source !== "string") return source;
  if (statSync(source).size > importLimits.textBytes) {
    throw new AppError("invalid", msg("This file is larger than 20 MB. Please split it."));
  }
  return readFileSync(source);
}

function fileOf(content: Uint8Array): ImportedFile {
  const text = textOf(content).replace(/^\uFEFF/, "");
  // Text has no such characters: it is a picture, a program, an archive.
  if (text.includes("\0")) throw unreadable();
  const start = text.slice(0, 1_000).trimStart();
  if (start === "") throw new AppError("invalid", msg("There is nothing in this file."));
  if (/^BEGIN:VCALENDAR/i.test(start)) return readCalendar(text);
  if (start.startsWith("<")) return readPage(text);
  if (start.startsWith("{") || start.startsWith("[")) return { is: "json", data: pruned(jsonOf(text)) };
  return tableOf(text);
}

function tableOf(text: string): ImportedFile {
  const { rows, columns, fieldLength } = importLimits;
  const records = readCsv(text, rows + 1);
  if (records.length > rows) {
    throw new AppError("invalid", msg("This file has more than 5,000 lines. Please split it."));
  }
  return {
    is: "table",
    records: records.map((record) => record.slice(0, columns).map((field) => field.slice(0, fieldLength))),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", msg("This file begins as JSON does, but isn't whole."), { cause });
  }
}

function unreadable(): AppError {
  return new AppError("invalid", msg("This is no file that can be read here."));
}
