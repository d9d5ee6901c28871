/** The languages of the words around what artists write, each with its own name. A language's texts are `languages/<code>.json`. */
export const languages = {
  ar: "العربية",
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  "pt-BR": "Português (Brasil)",
} as const;

/** A BCP 47 tag. */
export type Language = keyof typeof languages;

/** The language that all texts are written in where they are used. */
export const sourceLanguage = "en" satisfies Language;

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

const languageTags = Object.keys(languages).filter(isLanguage);

/** The language itself, or the one that differs by its region alone: `pt` and `pt-PT` are read as `pt-BR`. */
export function nearestLanguage(tag: string): Language | undefined {
  const [wanted = "", base = ""] = [tag.toLowerCase(), tag.toLowerCase().split("-")[0]];
  return (
    languageTags.find((known) => known.toLowerCase() === wanted) ??
    languageTags.find((known) => known.toLowerCase().split("-")[0] === base)
  );
}

const rightToLeft: string[] = ["ar"];

export function directionOf(language: Language): "ltr" | "rtl" {
  return rightToLeft.includes(language) ? "rtl" : "ltr";
}
