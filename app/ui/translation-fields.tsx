import type { ChangeEvent } from "react";
import type { FormErrors } from "~/shared/forms";
import { directionOf, isLanguage, languages } from "~/shared/languages";
import {
  languageName,
  type TranslatedColumns,
  type Translations,
  translationName,
  translationsOf,
} from "~/shared/row-translations";
import { t } from "~/shared/t";
import { Field, TextAreaField } from "./field.tsx";
import { useOtherLanguages } from "./other-languages.ts";
import type { ShownFields } from "./saved-meanwhile.tsx";

/** What each column is called in the form. */
type Labels = Readonly<Record<string, string>>;

const labelled = (label = "", tag: string) => `${label} (${languageName(tag)})`;

/**
 * A form's fields once more for each other language that the musician writes in, each language in a fold; nothing for those
 * who write in one. A language that isn't chosen any more stays here for as long as something is written in it.
 */
export function TranslationFields({
  columns,
  labels,
  hint,
  stored: row,
  errors,
  onText,
}: {
  columns: TranslatedColumns;
  labels: Labels;
  /** What else is to be known of them. */
  hint?: string;
  /** All of the row's. */
  stored: Translations | undefined;
  errors: FormErrors;
  /** Of a form that holds what is typed, and gives it back as `stored`. */
  onText?: (tag: string, column: string, text: string) => void;
}) {
  const { lines = {}, texts = {} } = columns;
  const stored = translationsOf(row, columns);
  const chosen = useOtherLanguages();
  const tags = [...new Set([...chosen, ...Object.keys(stored)])];
  if (tags.length === 0) return null;
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="font-semibold text-sm">{t("In your other languages")}</legend>
      <p className="text-muted text-sm">
        {t("For those who read in them. What you leave empty they read as it stands above.")}
      </p>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      {tags.map((tag) => {
        const field = (column: string, limit: number) => {
          const name = translationName(tag, column);
          const text = stored[tag]?.[column];
          const onChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            onText?.(tag, column, event.currentTarget.value);
          return {
            name,
            label: labelled(labels[column], tag),
            ...(onText ? { value: text ?? "", onChange } : { defaultValue: text }),
            error: errors[name],
            maxLength: limit,
            lang: tag,
            dir: isLanguage(tag) ? directionOf(tag) : "auto",
          };
        };
        const isRefused = Object.keys(errors).some((name) => name.startsWith(translationName(tag, "")));
        return (
          <details
            key={tag}
            open={stored[tag] !== undefined || isRefused || undefined}
            className="rounded-box border border-line"
          >
            <summary className="min-h-11 cursor-pointer rounded-box px-4 py-2.5 font-semibold text-sm">
              <span lang={tag}>{languageName(tag)}</span>
            </summary>
            <div className="grid grid-cols-1 gap-5 px-4 pt-1 pb-5">
              {!chosen.includes(tag) && (
                <p className="text-muted text-sm">
                  {t("It shows nowhere: your profile doesn't name this language any more.")}
                </p>
              )}
              {Object.entries(lines).map(([column, limit]) => (
                <Field key={column} {...field(column, limit)} autoComplete="off" />
              ))}
              {Object.entries(texts).map(([column, limit]) => (
                <TextAreaField key={column} {...field(column, limit)} counter={limit} />
              ))}
            </div>
          </details>
        );
      })}
      {errors.translations && <p className="font-medium text-danger text-sm">{errors.translations}</p>}
    </fieldset>
  );
}

/** How a form's translations are shown beside what is stored meanwhile. */
export function shownTranslations(labels: Labels): ShownFields {
  return Object.fromEntries(
    Object.keys(languages).flatMap((tag) =>
      Object.entries(labels).map(([column, label]) => [
        translationName(tag, column),
        { label: labelled(label, tag) },
      ]),
    ),
  );
}
