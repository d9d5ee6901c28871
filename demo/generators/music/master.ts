import { biquad, chain, highPass } from "./filters.ts";
import {
  filtered,
  fromDecibels,
  inSamples,
  type Process,
  type Signal,
  type Stereo,
  sampleRate,
  scaled,
} from "./signal.ts";

/** The weighting of ITU-R BS.1770 at 44.1 kHz: a shelf for the head, a high-pass for the ear. */
function weighting(): Process {
  return chain(
    biquad([1.5308412, -2.6509799, 1.169079], [1, -1.6636551, 0.7125954]),
    biquad([1, -2, 1], [1, -1.9891696, 0.989199]),
  );
}

/** Integrated loudness in LUFS (ITU-R BS.1770-4): what is silent, or much softer than the rest, doesn't count. */
export function loudnessOf(sound: Stereo): number {
  const { left, right } = filtered(sound, weighting);
  const step = inSamples(0.1);
  const steps = Array.from({ length: Math.floor(left.length / step) }, (_, index) => {
    const [from, to] = [index * step, (index + 1) * step];
    return energy(left.subarray(from, to)) + energy(right.subarray(from, to));
  });
  const blocks = steps
    .slice(3)
    .map((_, index) => steps.slice(index, index + 4).reduce((sum, one) => sum + one) / 4);
  const audible = blocks.filter((block) => lufs(block) > -70);
  const gate = lufs(mean(audible)) - 10;
  return lufs(mean(audible.filter((block) => lufs(block) > gate)));
}

function energy(signal: Signal): number {
  return signal.reduce((sum, sample) => sum + sample * sample, 0) / signal.length;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function lufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

/** The same sound at that loudness (LUFS). */
export function atLoudness(sound: Stereo, loudness: number): Stereo {
  return scaled(sound, fromDecibels(loudness - loudnessOf(sound)));
}

/**
 * Ready to be published: glued together a little, at -16 LUFS, and with a peak of -2 dBFS at most, which leaves room
 * for what an encoder adds.
 */
export function mastered(sound: Stereo): Stereo {
  let result = filtered(sound, () => highPass(28));
  result = atLoudness(result, -18);
  result = gained(result, glue());
  for (let pass = 0; pass < 3; pass++) result = gained(atLoudness(result, -16), ceiling(fromDecibels(-2)));
  return result;
}

/** What the louder channel of each moment asks for, applied to both, so that nothing moves sideways. */
function gained(
  { left, right }: Stereo,
  { gainFor, latency }: { gainFor: Process; latency: number },
): Stereo {
  const result = { left: new Float32Array(left.length), right: new Float32Array(left.length) };
  for (let now = 0; now < left.length + latency; now++) {
    const gain = gainFor(Math.max(Math.abs(left[now] ?? 0), Math.abs(right[now] ?? 0)));
    const heard = now - latency;
    if (heard < 0) continue;
    result.left[heard] = (left[heard] ?? 0) * gain;
    result.right[heard] = (right[heard] ?? 0) * gain;
  }
  return result;
}

/** A slow compressor of 2:1 with a soft knee, above about -18 dBFS. */
function glue() {
  const [attack, release] = [Math.exp(-1 / (0.02 * sampleRate)), Math.exp(-1 / (0.3 * sampleRate))];
  const threshold = fromDecibels(-18);
  let level = 0;
  return {
    latency: 0,
    gainFor(loudest: number) {
      level = loudest + (level - loudest) * (loudest > level ? attack : release);
      return (1 + (level / threshold) ** 2) ** -0.25;
    },
  };
}

/** A limiter that sees a peak coming 4 ms before it is heard, and has turned down by then. */
function ceiling(highest: number) {
  const latency = inSamples(0.004);
  const release = Math.exp(-1 / (0.12 * sampleRate));
  const wanted: number[] = [];
  const ramp: number[] = [];
  let [held, rampSum] = [1, 0];
  return {
    latency,
    gainFor(loudest: number) {
      wanted.push(loudest > highest ? highest / loudest : 1);
      if (wanted.length > latency + 1) wanted.shift();
      const least = Math.min(...wanted);
      held = least < held ? least : least + (held - least) * release;
      ramp.push(held);
      rampSum += held;
      if (ramp.length > latency) rampSum -= ramp.shift() ?? 0;
      return rampSum / ramp.length;
    },
  };
}
