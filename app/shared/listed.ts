import { sourceLanguage } from "./languages.ts";
import { language } from "./t.ts";

/** Texts one after the other, as the reader's language lists them: `3 links, 2 videos`. */
export function listed(texts: readonly string[]): string {
  // English lists these without "and". Japanese would put nothing but spaces between them.
  const type = language() === sourceLanguage ? "unit" : "conjunction";
  return new Intl.ListFormat(language(), { type }).format(texts);
}
