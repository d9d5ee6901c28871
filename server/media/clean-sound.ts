import { t } from "../../app/shared/t.ts";
import { emptyFileText } from "../../app/shared/upload-limits.ts";
import { AppError } from "../errors.ts";
import type { AudioFormat } from "./audio.ts";
import { runBounded } from "./bounded-worker.ts";

/** The worker's input. */
export interface MetadataTask {
  file: string;
  format: AudioFormat;
}

/**
 * 100 MB of Ogg, read from page to page, or of small boxes take 0.4 to 1.2 s. This allows for a small and busy machine.
 */
const bounds = { withinMs: 20_000, heapMegabytes: 96 };

let last: Promise<unknown> = Promise.resolve();

/**
 * Overwrites the place and the equipment of a recording in a local sound file and its pictures; titles, names and
 * pictures stay,
 * and so does its length. Not a byte of the sound changes. One file at a time, in a thread of its own: hostile files
 * aim at such parsers.
 * @returns whether anything was changed
 * @throws AppError `invalid` when the file can't be read through
 */
export async function cleanSound(file: string, format: AudioFormat): Promise<boolean> {
  const task: MetadataTask = { file, format };
  const cleaning = last.then(() => runBounded<boolean>("metadata-worker.ts", task, bounds));
  last = cleaning.catch(() => {});
  const changed = await cleaning;
  if (changed === undefined) throw new AppError("invalid", t(emptyFileText));
  return changed;
}
