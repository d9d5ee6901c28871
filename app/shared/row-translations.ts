import { z } from "zod";
import { languageTag } from "./archived.ts";
import type { FormValues } from "./forms.ts";
import { isLanguage, languages } from "./languages.ts";
import { msg } from "./t.ts";
import { isBlank, optionalLine, optionalText } from "./text-fields.ts";

// What an artist writes may stand in more languages than one: in the page's language in a row's columns, in others in its
// `translations`. A text that isn't among them is shown as it is.

/** A row's texts in other languages: by BCP 47 tag, and by the column that each is of. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The columns that may have translations, each with the longest that its text may be. */
export interface TranslatedColumns {
  lines?: Readonly<Record<string, number>>;
  /** Those with line breaks. */
  texts?: Readonly<Record<string, number>>;
}

export const languageLimit = 20;
export const tooManyLanguages = msg("Please use at most 20 languages");
/** In bytes, as JSON. The database takes 500,000, and counts the spaces between. */
const sizeLimit = 450_000;

const each = <Value, Made>(of: Readonly<Record<string, Value>> = {}, make: (value: Value) => Made) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value)]));

/** A form's or an archive's `translations`, without those that are empty; undefined where there is no such field. */
export function translationsField({ lines, texts }: TranslatedColumns) {
  const columns = z.strictObject({ ...each(lines, optionalLine), ...each(texts, optionalText) });
  return z
    .record(languageTag, columns.partial())
    .refine((given) => Object.keys(given).length <= languageLimit, tooManyLanguages)
    .transform(withoutEmpty)
    .refine(
      (given) => new TextEncoder().encode(JSON.stringify(given)).length <= sizeLimit,
      msg("The translations are too long altogether"),
    )
    .optional();
}

function withoutEmpty(given: Record<string, object>): Record<string, Record<string, string>> {
  const written = (texts: object) =>
    Object.entries(texts).filter(([, text]) => typeof text === "string" && !isBlank(text));
  return Object.fromEntries(
    Object.entries(given).flatMap(([tag, texts]) => {
      const entries = written(texts);
      return entries.length > 0 ? [[tag, Object.fromEntries(entries)]] : [];
    }),
  );
}

/** The name of a form's field. */
export const translationName = (tag: string, column: string) => `translations.${tag}.${column}`;

/** A row's translations as its form holds them: also those that are empty, in whatever language somebody may write. */
export function translationValues(
  translations: Translations | undefined,
  { lines, texts }: TranslatedColumns,
): FormValues {
  const tags = new Set([...Object.keys(languages), ...Object.keys(translations ?? {})]);
  const columns = Object.keys({ ...lines, ...texts });
  return Object.fromEntries(
    [...tags].flatMap((tag) =>
      columns.map((column) => [translationName(tag, column), translations?.[tag]?.[column] ?? ""]),
    ),
  );
}

/** Of a row's translations those of these columns, without languages that have none of them. */
export function translationsOf(
  translations: Translations = {},
  { lines, texts }: TranslatedColumns,
): Translations {
  const columns = { ...lines, ...texts };
  return withColumns(translations, (column) => Object.hasOwn(columns, column));
}

/** A row's translations once a form of some of its columns is saved: those of its other columns stay. */
export function translationsWith(
  stored: Translations,
  { lines, texts }: TranslatedColumns,
  given: Translations,
): Translations {
  const columns = { ...lines, ...texts };
  const others = withColumns(stored, (column) => !Object.hasOwn(columns, column));
  const tags = [...new Set([...Object.keys(others), ...Object.keys(given)])];
  return Object.fromEntries(tags.map((tag) => [tag, { ...others[tag], ...given[tag] }]));
}

function withColumns(translations: Translations, has: (column: string) => boolean): Translations {
  const kept = Object.entries(translations).map(
    ([tag, texts]) => [tag, Object.entries(texts).filter(([column]) => has(column))] as const,
  );
  return Object.fromEntries(
    kept.flatMap(([tag, texts]) => (texts.length > 0 ? [[tag, Object.fromEntries(texts)]] : [])),
  );
}

/** A language's own name; its tag where it isn't one of ours. */
export function languageName(tag: string): string {
  return isLanguage(tag) ? languages[tag] : tag;
}

/**
 * A row's texts in a language, by the names that its columns have on the page (`altText` for `alt_text`).
 * @param language null where it isn't known
 * @param others the languages that its artist writes in beside the page's: what is in any other shows nowhere
 */
export function translationInto(
  language: string | null,
  translations: unknown,
  others: readonly string[],
): Record<string, string> {
  if (language === null || !others.includes(language)) return {};
  const texts = stored.safeParse(translations).data?.[language] ?? {};
  return Object.fromEntries(
    Object.entries(texts).map(([column, text]) => [
      column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      text,
    ]),
  );
}

const stored = z.record(z.string(), z.record(z.string(), z.string()));
