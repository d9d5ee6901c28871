/** A piece of a text: words, or words that lead somewhere. */
export interface TextPiece {
  text: string;
  href?: string;
}

const address = /https?:\/\/[^\s<>"]+/g;
/** `[words](https://…)`, or an address alone. */
const namedAddress = /\[([^[\]\n]+)\]\((https?:\/\/[^\s()<>"]+)\)|https?:\/\/[^\s<>"]+/g;

/**
 * A text split into plain pieces and links. Nothing in it is ever HTML.
 * @param withNames whether `[words](https://…)` shows as the words: only for readers who have subscribed to the text
 */
export function piecesOf(text: string, { withNames = false } = {}): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(withNames ? namedAddress : address)) {
    const [whole, words, named] = match;
    // The punctuation at a sentence's end isn't part of the address before it.
    const href = named ?? whole.replace(/[.,;:!?'")\]]+$/, "");
    const parsed = URL.parse(href);
    // The text before an @ looks like the link's target, and isn't.
    if (!parsed || parsed.username || parsed.password) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) });
    pieces.push({ text: words ?? href, href });
    at = match.index + (named === undefined ? href.length : whole.length);
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
