import { piecesOf, type TextPiece } from "./text-pieces.ts";

/** A text's paragraphs, without the empty lines around them. */
export function splitParagraphs(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => paragraph.trim());
}

/** A line, in which `[words](https://…)` shows as the words. Nothing in it is ever HTML. */
export const pieces = (line: string): TextPiece[] => piecesOf(line, { withNames: true });

/** A newsletter issue's text in one line, without the addresses of its named links. */
export function inOneLine(body: string): string {
  return pieces(body.replace(/\s+/g, " "))
    .map(({ text }) => text)
    .join("");
}

/** A newsletter issue's text by paragraphs and their lines. Nothing in it is ever HTML. */
export function paragraphsOf(body: string): TextPiece[][][] {
  return splitParagraphs(body).map((paragraph) => paragraph.split("\n").map(pieces));
}
