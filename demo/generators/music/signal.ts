export const sampleRate = 44_100;

/** One channel, in samples from -1 to 1. */
export type Signal = Float32Array;

export interface Stereo {
  left: Signal;
  right: Signal;
}

/** One sample in, one sample out; remembers what it heard before. */
export type Process = (sample: number) => number;

/** A number from 0 to 1. */
export type Random = () => number;

/** The same numbers for the same seed (mulberry32), so that a piece sounds the same each time it is rendered. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function inSamples(seconds: number): number {
  return Math.round(seconds * sampleRate);
}

/** The signal whose sample at each time (in seconds) is what `sampleAt` says. */
export function signalOf(seconds: number, sampleAt: (time: number) => number): Signal {
  return new Float32Array(inSamples(seconds)).map((_, index) => sampleAt(index / sampleRate));
}

export function silence(seconds: number): Stereo {
  return { left: new Float32Array(inSamples(seconds)), right: new Float32Array(inSamples(seconds)) };
}

/** Mixes `sound` into `target` from sample `start` on; what stands over the end is left out. */
export function addInto(target: Signal, sound: Signal, start: number, gain: number): void {
  const end = Math.min(sound.length, target.length - start);
  for (let index = Math.max(0, -start); index < end; index++) {
    target[start + index] = (target[start + index] ?? 0) + (sound[index] ?? 0) * gain;
  }
}

/** Each channel through a process of its own. */
export function filtered({ left, right }: Stereo, newProcess: () => Process): Stereo {
  return { left: left.map(newProcess()), right: right.map(newProcess()) };
}

export function scaled({ left, right }: Stereo, gain: number): Stereo {
  return { left: left.map((sample) => sample * gain), right: right.map((sample) => sample * gain) };
}

export function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}
