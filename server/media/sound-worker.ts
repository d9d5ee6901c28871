import { parentPort, workerData } from "node:worker_threads";
import { soundOf } from "./decode.ts";
import { LoudnessMeter } from "./loudness.ts";
import type { SoundFacts, SoundTask } from "./sound.ts";
import { SoundShape } from "./sound-shape.ts";

const task: SoundTask = workerData;
parentPort?.postMessage(await analyse(task));

async function analyse({ file, format, withFfmpeg }: SoundTask): Promise<SoundFacts | null> {
  const shape = new SoundShape();
  let meter: LoudnessMeter | undefined;
  let kind: string | undefined;
  let seconds = 0;
  try {
    for await (const { channels, rate } of soundOf(file, format, { withFfmpeg })) {
      const layout = `${channels.length} channels at ${rate}`;
      if (kind === undefined) meter = new LoudnessMeter(rate, Math.max(2, channels.length));
      // A sound that changes its ways has a shape and a length, but is no single one to measure.
      else if (kind !== layout) meter = undefined;
      kind = layout;
      const [only, ...others] = channels;
      // A sound with one channel comes from both loudspeakers, and some decoders hand it out twice themselves.
      meter?.add(only && others.length === 0 ? [only, only] : channels);
      shape.add(channels);
      seconds += (channels[0]?.length ?? 0) / rate;
    }
  } catch {
    // The sound is decoded up to here; the rest of the file isn't readable.
  }
  const waveform = shape.waveform();
  return waveform === null ? null : { waveform, loudness: meter?.integrated() ?? null, seconds };
}
