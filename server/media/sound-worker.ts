import { workerData } from "node:worker_threads";
import { answerTask } from "./bounded-task.ts";
import { soundOf } from "./decode.ts";
import type { SoundFacts, SoundTask } from "./sound.ts";
import { SoundShape } from "./sound-shape.ts";

const task: SoundTask = workerData;
await answerTask(() => analyse(task));

async function analyse({ file, format, withFfmpeg }: SoundTask): Promise<SoundFacts | null> {
  const shape = new SoundShape();
  // Counted whole by their rate: seconds added up piece by piece would differ with the pieces' sizes.
  const samples = new Map<number, number>();
  try {
    for await (const { channels, rate } of soundOf(file, format, { withFfmpeg })) {
      shape.add(channels);
      samples.set(rate, (samples.get(rate) ?? 0) + (channels[0]?.length ?? 0));
    }
  } catch {
    // The sound is decoded up to here; the rest of the file isn't readable.
  }
  const waveform = shape.waveform();
  const seconds = [...samples].reduce((sum, [rate, count]) => sum + count / rate, 0);
  return waveform === null ? null : { waveform, seconds };
}
