import { Fragment } from "react";
import type { TextPiece } from "~/shared/text-pieces";

/** A paragraph of a text that a musician or the operator has written, line by line. */
export function Paragraph({ lines }: { lines: TextPiece[][] }) {
  return (
    <p dir="auto" className="whitespace-pre-line text-start">
      {lines.map((pieces, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and never reordered
        <Fragment key={at}>
          {at > 0 && "\n"}
          <Line pieces={pieces} />
        </Fragment>
      ))}
    </p>
  );
}

/** One line of such a text, with its links. */
export function Line({ pieces }: { pieces: TextPiece[] }) {
  return pieces.map(({ text, href }, at) =>
    href === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and never reordered
      <a key={at} href={href} rel="noopener" className="text-link">
        {text}
      </a>
    ),
  );
}
