import { workerData } from "node:worker_threads";
import { answerTask } from "./bounded-task.ts";
import { soundOf } from "./decode.ts";
import { lowerThreadPriority } from "./low-priority.ts";
import { Mp3Writer } from "./mp3-writer.ts";
import type { CopyOutcome, CopyTask } from "./playback-copy.ts";

const task: CopyTask = workerData;
lowerThreadPriority();
await answerTask(() => encode(task));

async function encode(task: CopyTask): Promise<CopyOutcome> {
  const { file, format, copy, seconds, lighterThan, withFfmpeg, percent } = task;
  const writer = new Mp3Writer(copy);
  const sound = soundOf(file, format, { withFfmpeg });
  try {
    for (;;) {
      const piece = await sound.next().catch(() => {
        // The sound is decoded up to here; the rest of the file isn't readable.
      });
      if (!piece || piece.done) break;
      await writer.add(piece.value);
      if (writer.bytes >= lighterThan) return "not lighter";
      if (seconds) Atomics.store(percent, 0, Math.min(99, Math.floor((100 * writer.seconds) / seconds)));
    }
    if (!writer.finish()) return null;
    return writer.bytes < lighterThan ? writer.seconds : "not lighter";
  } catch (error) {
    // A full disk, say: it can be tried again. Anything else is the sound's own.
    if (error instanceof Error && "syscall" in error) throw error;
    return null;
  } finally {
    // Ends the decoder's program, where there is one.
    await sound.return(undefined);
  }
}
