/** Loudness in steps of 100 ms; a block of 400 ms is four of them, so that blocks overlap by three quarters. */
const stepsPerSecond = 10;
const stepsPerBlock = 4;
const absoluteGateLufs = -70;
const relativeGateLu = -10;

/**
 * The weight of each channel, by the number of channels: none for the low-frequency one, more for the surround ones.
 */
const weights: Readonly<Record<number, readonly number[]>> = {
  4: [1, 1, 1.41, 1.41],
  5: [1, 1, 1, 1.41, 1.41],
  6: [1, 1, 1, 0, 1.41, 1.41],
};

interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * Integrated loudness as ITU-R BS.1770-4 and EBU R 128 define it: both filters, blocks of 400 ms, both gates. One meter
 * measures one sound from its beginning to its end, at one rate and with one number of channels.
 */
export class LoudnessMeter {
  readonly #shelf: Biquad;
  readonly #highPass: Biquad;
  readonly #weights: readonly number[];
  /** Per channel the two memories of each filter. */
  readonly #memories: Float64Array[];
  readonly #framesPerStep: number;
  /** The weighted energy of each whole step. */
  readonly #steps: number[] = [];
  #energy = 0;
  #frames = 0;

  /** @param sampleRate frames a second */
  constructor(sampleRate: number, channels: number) {
    this.#shelf = highShelf(sampleRate);
    this.#highPass = highPass(sampleRate);
    this.#weights = weights[channels] ?? Array<number>(channels).fill(1);
    this.#memories = Array.from({ length: channels }, () => new Float64Array(4));
    this.#framesPerStep = Math.round(sampleRate / stepsPerSecond);
  }

  /** @param channels one array each, all equally long, full scale being 1 */
  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let start = 0; start < length; ) {
      const end = Math.min(length, start + this.#framesPerStep - this.#frames);
      for (const [index, samples] of channels.entries()) {
        const memory = this.#memories[index];
        const weight = this.#weights[index];
        if (memory && weight) this.#energy += weight * this.#energyOf(samples, start, end, memory);
      }
      this.#frames += end - start;
      start = end;
      if (this.#frames === this.#framesPerStep) {
        this.#steps.push(this.#energy);
        this.#energy = 0;
        this.#frames = 0;
      }
    }
  }

  /** In LUFS; null for silence, and for less than 400 ms. */
  integrated(): number | null {
    const blocks: number[] = [];
    for (let end = stepsPerBlock; end <= this.#steps.length; end += 1) {
      const energy = this.#steps.slice(end - stepsPerBlock, end).reduce((sum, step) => sum + step);
      blocks.push(energy / (stepsPerBlock * this.#framesPerStep));
    }
    const audible = blocks.filter((power) => lufs(power) > absoluteGateLufs);
    if (audible.length === 0) return null;
    const gate = lufs(mean(audible)) + relativeGateLu;
    return lufs(mean(audible.filter((power) => lufs(power) > gate)));
  }

  #energyOf(samples: Float32Array, start: number, end: number, memory: Float64Array): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf;
    const high = this.#highPass;
    let [m0 = 0, m1 = 0, m2 = 0, m3 = 0] = memory;
    let energy = 0;
    for (let index = start; index < end; index += 1) {
      // A float file may hold what is no number.
      const sample = Number.isFinite(samples[index]) ? (samples[index] ?? 0) : 0;
      const shelved = b0 * sample + m0;
      m0 = b1 * sample - a1 * shelved + m1;
      m1 = b2 * sample - a2 * shelved;
      const audible = high.b0 * shelved + m2;
      m2 = high.b1 * shelved - high.a1 * audible + m3;
      m3 = high.b2 * shelved - high.a2 * audible;
      energy += audible * audible;
    }
    memory.set([m0, m1, m2, m3]);
    return energy;
  }
}

function lufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

// The standard gives both filters at 48 kHz only. These are the analogue ones behind them, taken to any rate by the
// bilinear transform; at 48 kHz they come out as the standard has them.

/** The head's own rise above 1.5 kHz. */
function highShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** The ear's deafness below 100 Hz. */
function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
