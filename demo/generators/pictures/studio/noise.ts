/** A value at every place of a picture. */
export type Field = (x: number, y: number) => number;

/** Numbers between 0 and 1 that look random and are the same every time. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const side = 256;

/** Smooth hills and hollows of about `size` pixels, between -1 and 1: two layers, turned so that no grid shows. */
export function noise(seed: number, size: number): Field {
  const random = randomFrom(seed);
  const lattice = Float32Array.from({ length: side * side }, () => random() * 2 - 1);
  const height = (x: number, y: number) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [ease(x - column), ease(y - row)];
    const [left, right] = [column & (side - 1), (column + 1) & (side - 1)];
    const [top, bottom] = [(row & (side - 1)) * side, ((row + 1) & (side - 1)) * side];
    const upper = (lattice[top + left] ?? 0) * (1 - across) + (lattice[top + right] ?? 0) * across;
    const lower = (lattice[bottom + left] ?? 0) * (1 - across) + (lattice[bottom + right] ?? 0) * across;
    return upper * (1 - down) + lower * down;
  };
  return (x, y) => {
    const [u, v] = [x / size, y / size];
    return (
      0.62 * height(0.8 * u - 0.6 * v, 0.6 * u + 0.8 * v) +
      0.5 * height(1.1 * u + 1.5 * v + 31, 1.1 * v - 1.5 * u)
    );
  };
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}
