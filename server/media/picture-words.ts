import { runBounded } from "./bounded-worker.ts";

/** 10 MB take some milliseconds. */
const bounds = { withinMs: 10_000, heapMegabytes: 96 };

let last: Promise<unknown> = Promise.resolve();

/**
 * The description that somebody wrote into a local picture (IPTC, XMP or Exif); empty without one. One file at a time, in
 * a thread of its own: hostile files aim at such parsers.
 */
export async function pictureWords(file: string): Promise<string> {
  const reading = last.then(() => runBounded<string>("picture-words-worker.ts", file, bounds));
  last = reading.catch(() => {});
  return (await reading) ?? "";
}
