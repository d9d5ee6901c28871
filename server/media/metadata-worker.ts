import { openSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { answerTask } from "./bounded-task.ts";
import type { MetadataTask } from "./clean-sound.ts";
import { removeSoundMetadata } from "./sound-metadata.ts";

// The file is closed when this thread ends, which it does right after its answer.
const { file, format }: MetadataTask = workerData;
await answerTask(clean);

/** Undefined for a file that says of itself that it goes beyond its end. */
function clean(): boolean | undefined {
  try {
    return removeSoundMetadata(openSync(file, "r+"), format);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
