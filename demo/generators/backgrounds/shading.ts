/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [number, number, number];

/** A colour written as in CSS, `#rrggbb`. */
export function hex(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value));

/** From 0 below `low` to 1 above `high`, without a corner. */
export function smooth(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low));
  return share * share * (3 - 2 * share);
}

export function blend(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** Light that falls on what is there already. */
export function light(below: Colour, colour: Colour, strength: number): Colour {
  return [
    1 - (1 - below[0]) * (1 - colour[0] * strength),
    1 - (1 - below[1]) * (1 - colour[1] * strength),
    1 - (1 - below[2]) * (1 - colour[2] * strength),
  ];
}

/** A scale of colours at even distances. @returns the colour at a share from 0 to 1 */
export function scale(...written: string[]): (share: number) => Colour {
  const colours = written.map(hex);
  const last = colours.length - 1;
  return (share) => {
    const place = clamp(share) * last;
    const at = Math.min(Math.floor(place), last - 1);
    const [a, b] = [colours[at], colours[at + 1]];
    if (!a || !b) throw new Error("A scale has two colours or more.");
    return blend(a, b, smooth(0, 1, place - at));
  };
}

/** The same number from 0 to 1 for the same integers. */
export function hash(x: number, y: number, z = 0): number {
  let value = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 1274126177);
  value = Math.imul(value ^ (value >>> 13), 1103515245);
  return ((value ^ (value >>> 16)) >>> 0) / 4294967296;
}

/** Noise from 0 to 1 that is smooth in three dimensions. */
export function noise(x: number, y: number, z = 0): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ease(x - ix), ease(y - iy), ease(z - iz)];
  const plane = (at: number) => {
    const near = hash(ix, iy, at) + (hash(ix + 1, iy, at) - hash(ix, iy, at)) * u;
    const far = hash(ix, iy + 1, at) + (hash(ix + 1, iy + 1, at) - hash(ix, iy + 1, at)) * u;
    return near + (far - near) * v;
  };
  const front = plane(iz);
  return w === 0 ? front : front + (plane(iz + 1) - front) * w;
}

const ease = (share: number) => share * share * share * (share * (share * 6 - 15) + 10);

/** Noise of several sizes, each half as large as the one before. */
export function clouds(x: number, y: number, z = 0, octaves = 5): number {
  let [sum, weight, all] = [0, 0.5, 0];
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x, y, z);
    all += weight;
    // Turned by an angle without a pattern, so that the squares of the noise don't line up.
    [x, y] = [x * 1.6 + y * 1.2 + 17.3, y * 1.6 - x * 1.2 + 5.7];
    z = z * 1.7 + 3.1;
    weight /= 2;
  }
  return sum / all;
}
