import { type Language, sourceLanguage } from "./languages.ts";
import { isTranslated, language, pageLanguage } from "./t.ts";

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
const letters = /\p{L}/gu;

/**
 * Scripts in which only one widely read language is written. Arabic, Chinese and Cyrillic letters don't tell the
 * language.
 */
const languages: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Armenian}/u, "hy"],
  [/\p{Script=Georgian}/u, "ka"],
];

/** No letters of another script: most texts, which need no counting. */
const latinOnly = /^[\p{Script=Latin}\P{L}]*$/u;

const countOf = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

/**
 * How texts that belong together are set: the way that most of their letters run, so that a bio which begins with
 * another script's word stands where the name does. And their language, where the script tells it: "" where only
 * something else than English is certain, undefined for Latin letters.
 */
export function writingOf(...texts: (string | null)[]): { dir: "ltr" | "rtl"; lang?: string } {
  const text = texts.join("\n");
  const dir = countOf(text, rightToLeft) > countOf(text, letters) / 2 ? "rtl" : "ltr";
  if (countOf(text, /\p{Script=Latin}/gu) * 2 >= countOf(text, letters)) return { dir };
  return { dir, lang: languages.find(([script]) => script.test(text))?.[1] ?? "" };
}

/** Scripts of several languages, which are the page's where that is one of them. */
const sharedScripts: Partial<Record<Language, RegExp>> = { ar: /\p{Script=Arabic}/u, ja: /\p{Script=Han}/u };

/**
 * The language of a user's text within the words around it, for its `lang`: that of the page where it is written in Latin
 * letters, undefined where the words around are in the same, as of a translated one; "" where only something else is certain, so that no screen
 * reader reads it aloud as English.
 */
export function languageOf(text: string): string | undefined {
  if (isTranslated(text)) return undefined;
  const page = pageLanguage();
  const lang = latinOnly.test(text) ? undefined : writingOf(text).lang;
  const isPages = lang === undefined || (lang === "" && page && sharedScripts[page]?.test(text));
  if (!isPages || page === language()) return isPages ? undefined : lang;
  return page ?? (language() === sourceLanguage ? undefined : "");
}
