/** What is printed on, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/**
 * The film has no colour of its own: white is the paper, black the ink, grey a second, paler impression. The page
 * gives them its colours.
 */
export const paper = "#fff";
export const tint = "#a6a6a6";
export const ink = "#000";

/** A length or coordinate as it is written into the drawing. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The side of the largest square the sheet has room for: what pictures are measured by. */
export function span({ width, height }: Size): number {
  return Math.min(width, height);
}

/** How far along something is that begins at `from` and ends at `to`, starting and stopping gently. 0 to 1. */
export function eased(time: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return (1 - Math.cos(share * Math.PI)) / 2;
}

/**
 * A halftone screen over the whole sheet, its rows at 45 degrees: the more ink a place wants, the larger its dot.
 * @param tone from 0, bare paper, to 1, solid
 * @returns path data
 */
export function halftone(
  { width, height }: Size,
  pitch: number,
  tone: (x: number, y: number) => number,
): string {
  let dots = "";
  for (let row = 0; row * pitch < 2 * (height + pitch); row++) {
    const y = (row * pitch) / 2;
    for (let x = row % 2 ? pitch / 2 : 0; x < width + pitch; x += pitch) {
      const radius = pitch * 0.47 * Math.sqrt(Math.min(1, Math.max(0, tone(x, y))));
      if (radius > 0.7) dots += disc(x, y, radius);
    }
  }
  return dots;
}

/** Path data of a disc. */
export function disc(x: number, y: number, radius: number): string {
  const [r, across] = [px(radius), px(2 * radius)];
  return `M${px(x - radius)} ${px(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0`;
}

/** The same row of numbers from 0 to 1 at every rendering, for what must look accidental. */
export function accidental(seed: number): number {
  const value = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return value - Math.floor(value);
}
