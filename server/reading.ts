import { AsyncLocalStorage } from "node:async_hooks";
import { isLanguage, type Language, sourceLanguage } from "../app/shared/languages.ts";

// Who reads what the running work says. Apart from `language.ts`, which holds all texts: the bundled screens have a copy
// of this module, and both copies share what is kept here.

/** What decides the language of a request's answer. */
export interface Reader {
  /** The language that the reader has asked for: by the browser, or for an account's own screens in its preferences. */
  asked: Language | undefined;
  /** The language that the page's artist writes in, which holds for a reader of none of ours; English where it isn't known. */
  page: Language | undefined;
  /** The languages that the artist has translated their words into. */
  others?: readonly Language[];
  /** The artist's texts that are shown in the reader's language, which is one of those. */
  translated?: ReadonlySet<string>;
}

declare global {
  var handbillReading: AsyncLocalStorage<Language | Reader> | undefined;
}

/** The reader of the running request, or the language that the running work writes in. */
export const reading = globalThis.handbillReading ?? new AsyncLocalStorage<Language | Reader>();
globalThis.handbillReading = reading;

/** @param reader a language, or a request whose language is found out on the way */
export function inLanguage<T>(reader: Language | Reader, work: () => T): T {
  return reading.run(reader, work);
}

/**
 * Does work that writes to somebody, in the language in which they left their address.
 * @param language as it was stored; English where there is none, or one that isn't offered any more
 */
export function inLanguageOf<T>({ language }: { language: string | null }, work: () => T): T {
  return inLanguage(language !== null && isLanguage(language) ? language : sourceLanguage, work);
}
