import { stat } from "node:fs/promises";
import { t } from "../../app/shared/t.ts";
import {
  audioLimitBytes,
  audioTooLargeText,
  emptyFileText,
  notAudioText,
} from "../../app/shared/upload-limits.ts";
import { AppError } from "../errors.ts";
import { contentTypeOf } from "../storage/path.ts";
import { runBounded } from "./bounded-worker.ts";

export type AudioFormat = "mp3" | "wav" | "m4a" | "flac" | "ogg";

export interface AudioFacts {
  format: AudioFormat;
  /** The extension of the stored file's name, without its dot. */
  extension: AudioFormat;
  contentType: string;
  /** Whole seconds, at least 1; null when the file does not say. [2 §3] */
  durationSeconds: number | null;
  tags: SoundTags;
}

/** What a file says of itself: any text, as the file's maker wrote it. */
export interface SoundTags {
  title?: string;
  artist?: string;
  album?: string;
  /** Of the record, as YYYY, YYYY-MM or YYYY-MM-DD. */
  date?: string;
  isrc?: string;
  barcode?: string;
  /** With its line breaks. */
  lyrics?: string;
  disc?: number;
  /** On its disc. */
  number?: number;
}

/** The worker's result. */
export type Inspection =
  | "not audio"
  | "corrupted"
  | { format: AudioFormat; seconds: number | undefined; tags: SoundTags };

/** 100 MB take 0.3 s. This allows for a small and busy machine; a file that takes longer was made to. */
const bounds = { withinMs: 10_000, heapMegabytes: 48 };
const longestTag = 200;
const longestLyrics = 40_000;
const longestSeconds = 7 * 24 * 60 * 60;

let last: Promise<unknown> = Promise.resolve();

/**
 * The format of a local file, by its content alone; neither its name nor the browser's claim is trusted. MP3, WAV, M4A
 * (AAC), FLAC and Ogg (Vorbis, Opus) are audio here, anything with moving pictures is not. Runs in a thread of its own
 * with bounded time and memory, one file at a time: hostile files aim at such parsers.
 * @throws AppError `invalid` with the documented text [2 §5]
 */
export async function inspectAudio(file: string): Promise<AudioFacts> {
  const { size } = await stat(file);
  if (size === 0) throw new AppError("invalid", t(emptyFileText));
  if (size > audioLimitBytes) throw new AppError("invalid", t(audioTooLargeText));

  const inspection = last.then(() => runBounded<Inspection>("audio-worker.ts", file, bounds));
  last = inspection.catch(() => {});
  const found = (await inspection) ?? "corrupted";
  if (found === "corrupted") throw new AppError("invalid", t(emptyFileText));
  if (found === "not audio") throw new AppError("invalid", t(notAudioText));

  const { format, seconds, tags } = found;
  const contentType = contentTypeOf(`.${format}`);
  if (!contentType) throw new Error(`${format} cannot be stored`);
  return {
    format,
    extension: format,
    contentType,
    durationSeconds: wholeSeconds(seconds),
    tags: cleanTags(tags),
  };
}

function cleanTags({ lyrics, disc, number, ...texts }: SoundTags): SoundTags {
  const found = Object.entries(texts).map(([name, text]) => [name, tag(text)]);
  const words = lyrics?.toWellFormed().slice(0, longestLyrics);
  return {
    ...Object.fromEntries(found.filter(([, text]) => text)),
    ...(words && { lyrics: words }),
    ...(isPlace(disc) && { disc }),
    ...(isPlace(number) && { number }),
  };
}

const isPlace = (number: number | undefined) => number !== undefined && number > 0 && number < 1000;

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
