import type { Language } from "./languages.ts";
import type { Texts } from "./t.ts";

/** Of the element that holds what a document's scripts say in its language. */
export const textsId = "texts";

/** What stands in that element, as JSON; a document in English has none. */
export interface DocumentTexts {
  language: Language;
  texts: Texts;
}
