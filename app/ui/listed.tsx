import { Fragment, type ReactNode } from "react";
import { listed } from "~/shared/listed";

/** Elements one after the other, as the reader's language lists them. */
export function Listed({ items }: { items: readonly ReactNode[] }) {
  // Every second piece is the place of an element.
  const pieces = listed(items.map((_, at) => `\0${at}\0`)).split("\0");
  return pieces.map((piece, at) =>
    at % 2 ? <Fragment key={piece}>{items[Number(piece)]}</Fragment> : piece,
  );
}
