import type { Language } from "./languages.ts";

/** What stands for the `{places}` in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** What English texts are in another language. */
export type Texts = Readonly<Record<string, string>>;

/** How texts are said in one language. */
export interface Translation {
  language: Language;
  /** Those that aren't said in English. */
  texts: Texts;
  /** @param text the English one, in ICU MessageFormat */
  translate(text: string, values?: Values): string;
}

/** What is known of the words of a page's artist. */
export interface ArtistsWords {
  /** The language that they write in, as far as it is known. */
  page: Language | undefined;
  /** The languages that they have translated their words into. */
  others?: readonly Language[];
  /** Their texts that are shown in the reader's language, which is one of those. */
  translated?: ReadonlySet<string>;
}

declare global {
  /** Global, since this module exists several times in one process: bundled with the screens, and beside them. */
  var handbillTranslation: { current(): Translation; words(): ArtistsWords | undefined } | undefined;
}

/** English with plain `{places}`: what browsers need until they are told something else. */
const inEnglish: Translation = {
  language: "en",
  texts: {},
  translate: (text, values) => withValues(withoutContext(text), values),
};

/**
 * A text with its values, as browsers put it together: they know plain `{places}` and spare themselves the rest of ICU
 * MessageFormat, which is as large as all other scripts of a public page.
 */
export function withValues(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

const current = () => globalThis.handbillTranslation?.current() ?? inEnglish;

/** Both are asked for each text: on the server they are others for each request. */
export function setTranslation(
  translation: () => Translation,
  words: () => ArtistsWords | undefined = () => undefined,
): void {
  globalThis.handbillTranslation = { current: translation, words };
}

/**
 * A text in the reader's language.
 * @param text the English one, which is also its key in `languages/`: ICU MessageFormat, always a literal. What follows a `|`
 *   tells translators the meaning of an ambiguous word and isn't shown: `Play|a track`
 */
export function t(text: string, values?: Values): string {
  return current().translate(text, values);
}

/** Marks a text that is translated where it is shown, by {@link t}: at the time a module is loaded nobody reads yet. */
export function msg<Text extends string>(text: Text): Text {
  return text;
}

/** The language that {@link t} speaks. */
export function language(): Language {
  return current().language;
}

/** The language that the page's artist writes in, as far as it is known. */
export function pageLanguage(): Language | undefined {
  return globalThis.handbillTranslation?.words()?.page;
}

/** The languages that the page's artist has translated their words into. */
export function otherLanguages(): readonly Language[] {
  return globalThis.handbillTranslation?.words()?.others ?? [];
}

/** Whether it is one of the artist's texts, and translated: then it is in the language that {@link t} speaks. */
export function isTranslated(text: string): boolean {
  return globalThis.handbillTranslation?.words()?.translated?.has(text) ?? false;
}

/** Of these texts those that aren't said in English. */
export function translated(texts: readonly string[]): Texts {
  const known = current().texts;
  return Object.fromEntries(
    texts.flatMap((text) => (known[text] === undefined ? [] : [[text, known[text]]])),
  );
}

/** A text of ours that was stored in English, in the reader's language; any other text as it is. */
export function translationOf(stored: string): string {
  return current().texts[stored] ?? stored;
}

/** The text without the note for translators. */
export function withoutContext(text: string): string {
  const at = text.indexOf("|");
  return at < 0 ? text : text.slice(0, at);
}
