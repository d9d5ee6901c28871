import { Fragment, type ReactNode } from "react";
import { t, type Values } from "~/shared/t";

/**
 * A text in the reader's language with elements in its places: `<Rich text="Read the {terms}." parts={{ terms: <a … /> }} />`.
 * @param text as for {@link t}
 */
export function Rich({
  text,
  values,
  parts,
}: {
  text: string;
  values?: Values;
  parts: Readonly<Record<string, ReactNode>>;
}) {
  const marks = Object.fromEntries(Object.keys(parts).map((name) => [name, `\0${name}\0`]));
  // Every second piece is the name of a part.
  const pieces = t(text, { ...values, ...marks }).split("\0");
  return pieces.map((piece, at) => (at % 2 ? <Fragment key={piece}>{parts[piece]}</Fragment> : piece));
}
