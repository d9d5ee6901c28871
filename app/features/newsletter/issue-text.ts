import { piecesOf, type TextPiece } from "~/shared/text-pieces";

/** An issue's text by paragraphs and their lines. Nothing in it is ever HTML. */
export function paragraphsOf(body: string): TextPiece[][][] {
  return body
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) =>
      paragraph
        .trim()
        .split("\n")
        .map((line) => piecesOf(line, { withNames: true })),
    );
}
