import { workerData } from "node:worker_threads";
import { parseFromTokenizer, selectCover } from "music-metadata";
import { imageLimitBytes } from "../../app/shared/upload-limits.ts";
import { contentTypeOf } from "../storage/path.ts";
import { answerTask } from "./bounded-task.ts";
import type { CoverTask } from "./embedded-cover.ts";
import { FileWindow } from "./file-window.ts";

/** The tag before an MP3 is one piece with all its pictures. */
const largestPiece = 2 * imageLimitBytes;

// The file is closed when this thread ends, which it does right after its answer.
const task: CoverTask = workerData;
await answerTask(() => find(task));

async function find({ file, format }: CoverTask): Promise<Uint8Array | null> {
  try {
    const window = new FileWindow(file, contentTypeOf(`.${format}`) ?? "", largestPiece);
    const { common } = await parseFromTokenizer(window, { duration: false });
    const picture = selectCover(common.picture)?.data;
    return picture && picture.length <= imageLimitBytes ? picture : null;
  } catch {
    return null;
  }
}
