import {
  languageLimit,
  type TranslatedColumns,
  type Translations,
  tooManyLanguages,
  translationsWith,
} from "../app/shared/row-translations.ts";
import { t } from "../app/shared/t.ts";
import { AppError } from "./errors.ts";

/**
 * A row's translations, where several forms have columns of it, once one of these is saved; undefined where the form says nothing
 * of them. @throws AppError `invalid` on `translations` when they would be in too many languages together
 */
export function savedTranslations(
  stored: Translations,
  columns: TranslatedColumns,
  given: Translations | undefined,
): Record<string, Record<string, string>> | undefined {
  if (given === undefined) return undefined;
  const translations = translationsWith(stored, columns, given);
  if (Object.keys(translations).length > languageLimit)
    throw new AppError("invalid", t(tooManyLanguages), { field: "translations" });
  return translations;
}
