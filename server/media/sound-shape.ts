import { waveformColumns, waveformOf } from "../../app/shared/waveform.ts";

/** Many more than columns, so that these can be cut out of them at the end, when the length is known. */
const mostParts = 64 * waveformColumns;
const firstPartFrames = 256;
/** Brings out the difference between verse and chorus, which a straight scale flattens in loud productions. */
const contrast = 1.8;

/**
 * A sound's waveform: how strong it is along its length, in as little memory for ten hours as for ten seconds.
 * The strength is the effective one (the root of the mean square), which the eye takes for loudness; the highest
 * samples of a modern production are all alike.
 */
export class SoundShape {
  /** The mean square of each part that is full. */
  #parts = new Float64Array(mostParts);
  #count = 0;
  #framesPerPart = firstPartFrames;
  #energy = 0;
  #frames = 0;

  /** @param channels one array each, all equally long, full scale being 1 */
  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let start = 0; start < length; ) {
      const end = Math.min(length, start + this.#framesPerPart - this.#frames);
      for (const samples of channels) this.#energy += energyOf(samples, start, end) / channels.length;
      this.#frames += end - start;
      start = end;
      if (this.#frames === this.#framesPerPart) this.#closePart();
    }
  }

  /** The shape as it is stored, scaled so that its strongest part is at the top; null for silence. */
  waveform(): string | null {
    if (this.#frames > 0) this.#closePart();
    if (this.#count === 0) return null;
    const columns = Array.from({ length: waveformColumns }, (_, column) =>
      Math.sqrt(
        this.#meanBetween(
          (column * this.#count) / waveformColumns,
          ((column + 1) * this.#count) / waveformColumns,
        ),
      ),
    );
    const strongest = Math.max(...columns);
    return waveformOf(columns.map((column) => (strongest > 0 ? (column / strongest) ** contrast : 0)));
  }

  #closePart(): void {
    this.#parts[this.#count] = this.#energy / this.#frames;
    this.#count += 1;
    this.#energy = 0;
    this.#frames = 0;
    if (this.#count === mostParts) this.#halve();
  }

  /** Each two neighbours become one, and from now on a part is twice as long. */
  #halve(): void {
    this.#count = mostParts / 2;
    for (let index = 0; index < this.#count; index += 1) {
      this.#parts[index] = ((this.#parts[2 * index] ?? 0) + (this.#parts[2 * index + 1] ?? 0)) / 2;
    }
    this.#framesPerPart *= 2;
  }

  /** @param from where in the parts, not a whole number; so `to` */
  #meanBetween(from: number, to: number): number {
    let sum = 0;
    for (let index = Math.floor(from); index < to; index += 1) {
      const share = Math.min(index + 1, to) - Math.max(index, from);
      sum += share * (this.#parts[index] ?? 0);
    }
    return sum / (to - from);
  }
}

function energyOf(samples: Float32Array, start: number, end: number): number {
  let energy = 0;
  for (let index = start; index < end; index += 1) {
    const sample = samples[index] ?? 0;
    energy += sample * sample;
  }
  // A float file may hold what is no number.
  return Number.isFinite(energy) ? energy : 0;
}
