import { escaped } from "./escaped.ts";

/** Markup whose every text is escaped. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Xml | readonly Xml[] | null;

/** Characters that no XML document may contain, escaped or not. */
const unfit = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Markup from a template: texts in it are escaped, markup stays, null is nothing. */
export function xml(parts: TemplateStringsArray, ...values: Value[]): Xml {
  return new Xml(String.raw({ raw: parts }, ...values.map(markupOf)));
}

function markupOf(value: Value): string {
  if (value === null) return "";
  if (value instanceof Xml) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return escaped(String(value).toWellFormed().replace(unfit, ""));
}

/** The whole document around its only element. */
export function xmlDocument({ text }: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}
