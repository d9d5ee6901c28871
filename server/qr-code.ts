import { encode } from "uqr";

/** A QR code with its quiet margin of four modules, in a box of `size` modules on each side. */
export interface QrCode {
  size: number;
  /** The dark modules as an SVG path of horizontal lines, each along the middle of its row. */
  path: string;
  /** By row and column. */
  dark: boolean[][];
}

/**
 * @param text what a phone reads from it
 * @param isQuick leaves out the search for the most readable of the eight patterns that a code can have, which takes ten
 *   times as long as the code itself: for a page that is rendered on request
 */
export function qrCode(text: string, { isQuick = false } = {}): QrCode {
  const { data, size } = encode(text, { border: 4, ecc: "M", ...(isQuick && { maskPattern: 2 }) });
  return { size, path: pathOf(data), dark: data };
}

/** Of each row's runs the first stands by itself, each other by its distance from the one before. */
function pathOf(rows: boolean[][]): string {
  let path = "";
  for (const [y, row] of rows.entries()) {
    let end: number | undefined;
    for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, end)) {
      const next = row.indexOf(false, x);
      const until = next < 0 ? row.length : next;
      path += `${end === undefined ? `M${x} ${y}.5` : `m${x - end} 0`}h${until - x}`;
      end = until;
    }
  }
  return path;
}
