/** A piece of a paragraph: words, or words that lead somewhere. */
export interface TextPiece {
  text: string;
  href?: string;
}

/** `[words](https://…)`, or an address alone. */
const link = /\[([^[\]\n]+)\]\((https?:\/\/[^\s()<>"]+)\)|https?:\/\/[^\s<>"]+/g;

/** A letter's text by paragraphs and their lines. Nothing in it is ever HTML. */
export function paragraphsOf(body: string): TextPiece[][][] {
  return body
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => paragraph.trim().split("\n").map(piecesOf));
}

function piecesOf(line: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of line.matchAll(link)) {
    const [whole, words, address] = match;
    // What ends a sentence isn't part of the address before it.
    const href = address ?? whole.replace(/[.,;:!?'")\]]+$/, "");
    if (!URL.canParse(href)) continue;
    if (match.index > at) pieces.push({ text: line.slice(at, match.index) });
    pieces.push({ text: words ?? href, href });
    at = match.index + (address === undefined ? href.length : whole.length);
  }
  if (at < line.length) pieces.push({ text: line.slice(at) });
  return pieces;
}
