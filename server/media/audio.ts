import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import {
  audioLimitBytes,
  audioTooLargeText,
  emptyFileText,
  notAudioText,
} from "../../app/shared/upload-limits.ts";
import { AppError } from "../errors.ts";
import { contentTypeOf } from "../storage/path.ts";

export type AudioFormat = "mp3" | "wav" | "m4a" | "flac" | "ogg";

export interface AudioFacts {
  format: AudioFormat;
  /** Without its dot; what the stored file's name ends in. */
  extension: AudioFormat;
  contentType: string;
  /** Whole seconds, at least 1; null when the file does not say. [2 §3] */
  durationSeconds: number | null;
  /** From the file's tags: any text, as the file's maker wrote it. */
  title?: string;
  artist?: string;
}

/** What the worker finds. */
export type Inspection =
  | "not audio"
  | "corrupted"
  | { format: AudioFormat; seconds: number | undefined; title?: string; artist?: string };

/** 100 MB take 0.3 s. This leaves room for a small and busy machine; whatever takes longer was made to. */
const inspectWithinMs = 10_000;
const memory = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 };
const longestTag = 200;
const longestSeconds = 7 * 24 * 60 * 60;

// Found by name: this module is also bundled with the screens, and its neighbours are not.
const workerFile = createRequire(import.meta.url).resolve("#server/media/audio-worker.ts");

let last: Promise<unknown> = Promise.resolve();

/**
 * What a local file is, by its content alone; neither its name nor what the browser claimed is believed. MP3, WAV, M4A
 * (AAC), FLAC and Ogg (Vorbis, Opus) are audio here, anything with moving pictures is not. Runs in a thread of its own
 * with bounded time and memory, one file at a time: such parsers are what a hostile file aims at.
 * @throws AppError `invalid` with the documented text [2 §5]
 */
export async function inspectAudio(file: string): Promise<AudioFacts> {
  const { size } = await stat(file);
  if (size === 0) throw new AppError("invalid", emptyFileText);
  if (size > audioLimitBytes) throw new AppError("invalid", audioTooLargeText);

  const inspection = last.then(() => inspect(file));
  last = inspection.catch(() => {});
  const found = await inspection;
  if (found === "corrupted") throw new AppError("invalid", emptyFileText);
  if (found === "not audio") throw new AppError("invalid", notAudioText);

  const { format, seconds, title, artist } = found;
  const contentType = contentTypeOf(`.${format}`);
  if (!contentType) throw new Error(`${format} cannot be stored`);
  return {
    format,
    extension: format,
    contentType,
    durationSeconds: wholeSeconds(seconds),
    ...(tag(title) && { title: tag(title) }),
    ...(tag(artist) && { artist: tag(artist) }),
  };
}

function inspect(file: string): Promise<Inspection> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: file, resourceLimits: memory });
    const timer = setTimeout(() => end(() => resolve("corrupted")), inspectWithinMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate().then(settle, reject);
    };
    worker.once("message", (found: Inspection) => end(() => resolve(found)));
    worker.once("error", (error: unknown) =>
      end(() => (ranOutOfMemory(error) ? resolve("corrupted") : reject(error))),
    );
  });
}

function ranOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function wholeSeconds(seconds: number | undefined): number | null {
  if (seconds === undefined || !(seconds > 0 && seconds <= longestSeconds)) return null;
  return Math.max(1, Math.round(seconds));
}

function tag(text: string | undefined): string | undefined {
  const clean = text
    ?.toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return clean ? [...clean].slice(0, longestTag).join("") : undefined;
}
