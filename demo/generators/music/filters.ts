import { type Process, sampleRate } from "./signal.ts";

/** 6 dB per octave above `cutoff` (Hz). */
export function gentleLowPass(cutoff: number): Process {
  const keep = Math.exp((-2 * Math.PI * cutoff) / sampleRate);
  let state = 0;
  return (sample) => {
    state = sample + (state - sample) * keep;
    return state;
  };
}

/** 6 dB per octave below `cutoff` (Hz); takes away any constant part. */
export function gentleHighPass(cutoff: number): Process {
  const low = gentleLowPass(cutoff);
  return (sample) => sample - low(sample);
}

export function lowPass(cutoff: number, q = Math.SQRT1_2): Process {
  const { cosine, alpha } = angle(cutoff, q);
  return biquad([(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2], [1 + alpha, -2 * cosine, 1 - alpha]);
}

export function highPass(cutoff: number, q = Math.SQRT1_2): Process {
  const { cosine, alpha } = angle(cutoff, q);
  return biquad([(1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2], [1 + alpha, -2 * cosine, 1 - alpha]);
}

/** Unity at `centre` (Hz), less on both sides. */
export function bandPass(centre: number, q: number): Process {
  const { cosine, alpha } = angle(centre, q);
  return biquad([alpha, 0, -alpha], [1 + alpha, -2 * cosine, 1 - alpha]);
}

/** `decibels` more at `centre` (Hz), nothing far from it. */
export function peak(centre: number, q: number, decibels: number): Process {
  const { cosine, alpha } = angle(centre, q);
  const gain = 10 ** (decibels / 40);
  return biquad(
    [1 + alpha * gain, -2 * cosine, 1 - alpha * gain],
    [1 + alpha / gain, -2 * cosine, 1 - alpha / gain],
  );
}

/** One after the other. */
export function chain(...processes: Process[]): Process {
  return (sample) => processes.reduce((passed, process) => process(passed), sample);
}

type Coefficients = [number, number, number];

/** A second-order section with the given numerator and denominator. */
export function biquad([b0, b1, b2]: Coefficients, [a0, a1, a2]: Coefficients): Process {
  let [first, second] = [0, 0];
  return (sample) => {
    const result = (b0 / a0) * sample + first;
    first = (b1 / a0) * sample - (a1 / a0) * result + second;
    second = (b2 / a0) * sample - (a2 / a0) * result;
    return result;
  };
}

/** The two numbers in which Robert Bristow-Johnson's audio cookbook writes every filter above. */
function angle(frequency: number, q: number) {
  const omega = (2 * Math.PI * frequency) / sampleRate;
  return { cosine: Math.cos(omega), alpha: Math.sin(omega) / (2 * q) };
}

/** Sound on its way: what is written can be read back `delay` samples later, also between two samples. */
export class DelayLine {
  readonly #samples: Float32Array;
  #position = 0;

  constructor(longest: number) {
    this.#samples = new Float32Array(longest + 2);
  }

  write(sample: number): void {
    this.#position = (this.#position + 1) % this.#samples.length;
    this.#samples[this.#position] = sample;
  }

  /** 0 is what was written last. */
  read(delay: number): number {
    const whole = Math.floor(delay);
    const part = delay - whole;
    return this.#at(whole) * (1 - part) + this.#at(whole + 1) * part;
  }

  #at(delay: number): number {
    const { length } = this.#samples;
    return this.#samples[(this.#position - delay + length) % length] ?? 0;
  }
}

/** All frequencies alike, but smeared in time. */
export function diffuser(delay: number, gain: number): Process {
  const line = new DelayLine(delay);
  return (sample) => {
    const delayed = line.read(delay - 1);
    const kept = sample - gain * delayed;
    line.write(kept);
    return delayed + gain * kept;
  };
}
