import { language } from "./t.ts";

/** Texts one after the other, as the reader's language lists them: `3 links, 2 videos`. */
export function listed(texts: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: "unit" }).format(texts);
}
