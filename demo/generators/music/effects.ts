import { chain, DelayLine, diffuser, gentleHighPass, gentleLowPass, peak } from "./filters.ts";
import { inSamples, type Process, type Signal, type Stereo, sampleRate } from "./signal.ts";

/** The lengths have no common factor, so their echoes never fall together. In samples. */
const roomLines = [1259, 1499, 1777, 2053, 2347, 2689, 3001, 3407];
const entranceLeft = [142, 379, 277, 107];
const entranceRight = [151, 389, 263, 113];

/**
 * A room: a feedback delay network of eight lines, whose highs die first. Only the room, without the sound itself.
 * @param seconds until it is 60 dB quieter
 * @param brightness where the highs begin to die (Hz)
 */
export function room(sound: Stereo, seconds: number, brightness: number): Stereo {
  const entrances = [entranceLeft, entranceRight].map((delays) =>
    chain(gentleHighPass(160), ...delays.map((delay) => diffuser(delay, 0.62))),
  );
  const lines = roomLines.map((length, index) => ({
    length,
    delay: new DelayLine(length + 16),
    damp: gentleLowPass(brightness),
    keep: 10 ** ((-3 * length) / (seconds * sampleRate)),
    // Each line breathes at its own pace, so that no tone rings on by itself.
    pace: (0.31 + 0.11 * index) / sampleRate,
  }));
  const result: Stereo = {
    left: new Float32Array(sound.left.length),
    right: new Float32Array(sound.left.length),
  };
  const predelay = [0, 1].map(() => new DelayLine(inSamples(0.018)));
  const heard = lines.map(() => 0);
  for (let now = 0; now < sound.left.length; now++) {
    const entering = [sound.left[now] ?? 0, sound.right[now] ?? 0].map((sample, side) => {
      predelay[side]?.write(sample);
      return entrances[side]?.(predelay[side]?.read(inSamples(0.018)) ?? 0) ?? 0;
    });
    let [sum, left, right] = [0, 0, 0];
    lines.forEach(({ length, delay, damp, keep, pace }, index) => {
      const sample = damp(delay.read(length + 6 * (1 + Math.sin(2 * Math.PI * pace * now)))) * keep;
      heard[index] = sample;
      sum += sample;
      if (index % 2 === 0) left += index % 4 === 0 ? sample : -sample;
      else right += index % 4 === 1 ? sample : -sample;
    });
    // Each line goes on into all others in equal parts (a Householder reflection), which loses nothing.
    lines.forEach(({ delay }, index) => {
      delay.write((heard[index] ?? 0) - sum / 4 + (entering[index % 2] ?? 0) * 0.7);
    });
    result.left[now] = left;
    result.right[now] = right;
  }
  return result;
}

/** Echoes that cross from side to side, each darker than the one before. Only the echoes. */
export function echo(sound: Stereo, seconds: number, feedback: number): Stereo {
  const delay = inSamples(seconds);
  const [leftLine, rightLine] = [new DelayLine(delay), new DelayLine(delay)];
  const tone = () => chain(gentleLowPass(2600), gentleHighPass(220));
  const [leftTone, rightTone] = [tone(), tone()];
  const result: Stereo = {
    left: new Float32Array(sound.left.length),
    right: new Float32Array(sound.left.length),
  };
  for (let now = 0; now < sound.left.length; now++) {
    const [left, right] = [leftLine.read(delay - 1), rightLine.read(delay - 1)];
    result.left[now] = left;
    result.right[now] = right;
    const entering = ((sound.left[now] ?? 0) + (sound.right[now] ?? 0)) / 2;
    leftLine.write(leftTone(entering + right * feedback));
    rightLine.write(rightTone(left * feedback));
  }
  return result;
}

/** As if a few more played the same, never quite together. */
export function chorus({ left, right }: Stereo): Stereo {
  return { left: left.map(wandering(0.37, 0)), right: right.map(wandering(0.37, Math.PI / 2)) };
}

function wandering(pace: number, phase: number): Process {
  const line = new DelayLine(inSamples(0.03));
  let now = 0;
  return (sample) => {
    line.write(sample);
    const angle = (2 * Math.PI * pace * now++) / sampleRate + phase;
    const copies =
      line.read(inSamples(0.011) + inSamples(0.003) * Math.sin(angle)) +
      line.read(inSamples(0.017) + inSamples(0.004) * Math.sin(angle * 0.71 + 2));
    return sample * 0.7 + copies * 0.35;
  };
}

/** From side to side and back, as an electric piano's does. */
export function tremolo({ left, right }: Stereo, pace: number, depth: number): Stereo {
  const swinging = (signal: Signal, sign: number) =>
    signal.map(
      (sample, now) => sample * (1 + sign * depth * Math.sin((2 * Math.PI * pace * now) / sampleRate)),
    );
  return { left: swinging(left, 1), right: swinging(right, -1) };
}

/** The wooden box of a guitar: the air in it, its top, and a few of the many ways in which that swings higher up. */
export function body(): Process {
  return chain(
    gentleHighPass(70),
    peak(104, 3.5, 3),
    peak(205, 4, 3.5),
    peak(285, 5, 2),
    peak(430, 3, 1.5),
    peak(580, 5, 2),
    peak(830, 3, -2),
    peak(1240, 4, 2),
    peak(2300, 1.2, -1.5),
    peak(4600, 0.8, 2.5),
  );
}
