import { parentPort, workerData } from "node:worker_threads";
import { soundOf } from "./decode.ts";
import type { SoundFacts, SoundTask } from "./sound.ts";
import { SoundShape } from "./sound-shape.ts";

const task: SoundTask = workerData;
parentPort?.postMessage(await analyse(task));

async function analyse({ file, format, withFfmpeg }: SoundTask): Promise<SoundFacts | null> {
  const shape = new SoundShape();
  let seconds = 0;
  try {
    for await (const { channels, rate } of soundOf(file, format, { withFfmpeg })) {
      shape.add(channels);
      seconds += (channels[0]?.length ?? 0) / rate;
    }
  } catch {
    // The sound is decoded up to here; the rest of the file isn't readable.
  }
  const waveform = shape.waveform();
  return waveform === null ? null : { waveform, seconds };
}
