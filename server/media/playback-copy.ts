import type { AudioFormat } from "./audio.ts";
import { runBounded } from "./bounded-worker.ts";

/** The formats that lose nothing, and are many times as large as what a phone needs of them. */
export const losslessFormats: readonly AudioFormat[] = ["wav", "flac"];

/** The worker's input. */
export interface CopyTask {
  file: string;
  format: AudioFormat;
  /** The local file to write. */
  copy: string;
  /** The sound's length where it is known, for the progress. */
  seconds: number | null;
  /** Bytes: a copy that has as many is not worth its place. */
  lighterThan: number;
  withFfmpeg: boolean;
  /** One number, in memory that both threads have: whole percent that are done. */
  percent: Int32Array<SharedArrayBuffer>;
}

/** The seconds that were encoded; null for a file that can't be decoded or encoded. */
export type CopyOutcome = number | "not lighter" | null;

interface CopyOptions extends Pick<CopyTask, "seconds" | "lighterThan"> {
  /** Ends the encoding early. */
  stopping: AbortSignal;
  /** Is called every now and then, with whole percent. */
  onProgress(percent: number): void;
  /** Whether the system's ffmpeg decodes where there is one. */
  withFfmpeg?: boolean;
}

/** 100 MB of a CD take ten seconds of an idle core. This is for hours of sound beside a busy site. */
const bounds = { withinMs: 30 * 60 * 1000, heapMegabytes: 96 };
const tellEveryMs = 3_000;

/**
 * Decodes a local file and encodes it as an MP3 that is light enough for phones, in a thread of its own that stands back
 * behind everything else, never holding more of it than a piece. The caller sees to it that there is one at a time.
 * @param copy the local file to write
 * @returns null also for a file that takes too long
 * @throws the reason of `stopping`; Error where the copy can't be written
 */
export async function encodePlaybackCopy(
  file: string,
  format: AudioFormat,
  copy: string,
  { seconds, lighterThan, stopping, onProgress, withFfmpeg = true }: CopyOptions,
): Promise<CopyOutcome> {
  const percent = new Int32Array(new SharedArrayBuffer(4));
  const task: CopyTask = { file, format, copy, seconds, lighterThan, withFfmpeg, percent };
  const telling = setInterval(() => onProgress(Atomics.load(percent, 0)), tellEveryMs);
  try {
    return (await runBounded<CopyOutcome>("copy-worker.ts", task, bounds, stopping)) ?? null;
  } finally {
    clearInterval(telling);
  }
}
