const side = 210;
const columns = 6;
const rows = 3;

/** The drawing's own measure. */
export const drawnCoverSize = { width: columns * side, height: rows * side };

/** Ornaments of a square of 210, drawn from its upper left corner. */
const ornaments = [
  // A quarter of a disc in each corner.
  `h${side}a${side} ${side} 0 0 1-${side} ${side}z`,
  `h${side}v${side}a${side} ${side} 0 0 1-${side}-${side}z`,
  `m${side} 0v${side}h-${side}a${side} ${side} 0 0 1 ${side}-${side}z`,
  `v${side}h${side}a${side} ${side} 0 0 0-${side}-${side}z`,
  // Half a disc on its foot, and on its head.
  "m0 105h210a105 105 0 0 1-210 0z",
  "m0 105h210a105 105 0 0 0-210 0z",
  // Bars, lying and standing.
  "h210v30h-210zm0 60h210v30h-210zm0 60h210v30h-210zm0 60h210v30h-210z",
  "h30v210h-30zm60 0h30v210h-30zm60 0h30v210h-30zm60 0h30v210h-30z",
  // A disc, a lozenge, a triangle.
  "m105 25a80 80 0 1 1-.1 0z",
  "m105 0 105 105-105 105-105-105z",
  "v210h210z",
];

/**
 * A picture for an artist who has none: rows of printer's ornaments, chosen by the name, so that a name has the same one
 * every time.
 * @returns what each of three inks prints, as the `d` of an SVG path; within `drawnCoverSize`
 */
export function drawnCover(name: string): [string, string, string] {
  const next = numbersFrom(name);
  const paths: [string, string, string] = ["", "", ""];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [kind, ink] = [next() % (ornaments.length + 2), next() % 7];
      const ornament = ornaments[kind];
      // Some squares stay empty; the first ink is used most.
      if (ornament) paths[ink > 4 ? 2 : ink > 2 ? 1 : 0] += `M${column * side} ${row * side}${ornament}`;
    }
  }
  return paths;
}

/** Numbers that look random and follow from a text alone (FNV-1a, then xorshift). */
function numbersFrom(text: string): () => number {
  let state = 2166136261;
  for (const byte of new TextEncoder().encode(text.normalize("NFC")))
    state = Math.imul(state ^ byte, 16777619);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 8;
  };
}
