// A track's shape as the database keeps it: 96 characters of the base64 alphabet, each one height from 0 to 63.

/** The number of heights in a waveform. */
export const waveformColumns = 96;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** @param heights 96 numbers from 0 to 1 */
export function waveformOf(heights: readonly number[]): string {
  return heights.map((height) => alphabet.charAt(Math.round(63 * height))).join("");
}

/**
 * The shape as a CSS `clip-path`: an outline as wide as its element and mirrored at its middle, so that any box
 * becomes the waveform, in any colour. Even silence keeps a thread.
 */
export function waveformOutline(waveform: string): string {
  const edge = (side: 1 | -1) =>
    Array.from(waveform, (character, index) => {
      const x = (index / (waveform.length - 1)) * 100;
      const y = 50 + side * (2 + (heightOf(character) / 63) * 48);
      return `${x.toFixed(1)}% ${y.toFixed(1)}%`;
    });
  return `polygon(${edge(-1)},${edge(1).reverse()})`;
}

/** From the character's code, because this is part of the script within every artist page. */
function heightOf(character: string): number {
  const code = character.charCodeAt(0);
  if (code > 96) return code - 71;
  if (code > 64) return code - 65;
  return code > 47 ? code + 4 : 62 + (code - 43) / 4;
}
