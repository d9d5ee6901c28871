import type { AudioFormat } from "./audio.ts";
import { runBounded } from "./bounded-worker.ts";
import { pictureSize } from "./images.ts";

/** The worker's input. */
export interface CoverTask {
  file: string;
  format: AudioFormat;
}

const bounds = { withinMs: 20_000, heapMegabytes: 96 };

let last: Promise<unknown> = Promise.resolve();

/**
 * The picture that a local audio file carries in its tags, if it could be a track's cover: a picture of a kind that may
 * be uploaded, not too large, and square [2 §5]. The front cover, where there are several. One file at a time, in a
 * thread of its own: hostile files aim at such parsers.
 */
export async function embeddedCover(file: string, format: AudioFormat): Promise<Uint8Array | null> {
  const task: CoverTask = { file, format };
  const search = last.then(() => runBounded<Uint8Array | null>("cover-worker.ts", task, bounds));
  last = search.catch(() => {});
  const picture = await search;
  if (!picture) return null;
  const size = await pictureSize(picture).catch(() => null);
  return size && size.width === size.height ? picture : null;
}
