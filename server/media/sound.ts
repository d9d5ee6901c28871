import type { AudioFormat } from "./audio.ts";
import { runBounded } from "./bounded-worker.ts";

/** The measurements of a file's sound. */
export interface SoundFacts {
  /** As `app/shared/waveform.ts` reads it. */
  waveform: string;
  /** The sound's real length. */
  seconds: number;
}

/** The worker's input. */
export interface SoundTask {
  file: string;
  format: AudioFormat;
  withFfmpeg: boolean;
}

/** A hundred megabytes of the thinnest MP3 are seven hours, which ffmpeg decodes in two minutes of a small machine. */
const bounds = { withinMs: 10 * 60 * 1000, heapMegabytes: 96 };

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes a whole local file in a thread of its own, one file at a time, and never holds more of it than a piece.
 * @param withFfmpeg whether the system's ffmpeg is used where there is one
 * @returns null for a file that can't be decoded, or takes too long
 */
export function analyseSound(
  file: string,
  format: AudioFormat,
  { withFfmpeg = true }: { withFfmpeg?: boolean } = {},
): Promise<SoundFacts | null> {
  const task: SoundTask = { file, format, withFfmpeg };
  const analysis = last.then(() => runBounded<SoundFacts | null>("sound-worker.ts", task, bounds));
  last = analysis.catch(() => {});
  return analysis.then((facts) => facts ?? null);
}
