import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { coverSizeLabels } from "~/shared/cover-sizes";
import type { FormValues } from "~/shared/forms";
import { languages } from "~/shared/languages";
import { languageName, type Translations } from "~/shared/row-translations";
import { said } from "~/shared/said";
import { t } from "~/shared/t";
import { Checkbox } from "~/ui/checkbox";
import { Field, FieldFrame, TextAreaField } from "~/ui/field";
import { SavedForm, type SavedFormState } from "~/ui/saved-form";
import { inPercent, inWords, onOrOff, type ShownFields } from "~/ui/saved-meanwhile";
import { shownTranslations, TranslationFields } from "~/ui/translation-fields";
import {
  bioLimit,
  customUrlOf,
  customUrlProblem,
  defaultBio,
  otherLanguageName,
  pageLanguageLabels,
  performsAsLabels,
  takenText,
  translatedColumns,
} from "./schema.ts";
import { type CustomUrlCheck, useCustomUrlCheck } from "./use-custom-url-check.ts";

const translatedLabels = () => ({ location: t("Location"), bio: t("Bio") });

const shownFields = (): ShownFields => ({
  artist_name: { label: t("Artist name") },
  bio: { label: t("Bio") },
  location: { label: t("Location") },
  performs_as: { label: t("You are"), show: inWords(said(performsAsLabels)) },
  page_language: { label: t("Page language"), show: inWords(pageLanguageLabels()) },
  ...Object.fromEntries(
    Object.entries(languages).map(([tag, name]) => [
      otherLanguageName(tag),
      { label: t("Other languages ({name})", { name }), show: onOrOff },
    ]),
  ),
  ...shownTranslations(translatedLabels()),
  custom_url: { label: t("Custom URL") },
  cover_image_size: { label: t("Cover size"), show: inWords(said(coverSizeLabels)) },
  cover_focus_x: { label: t("Cover's focal point, from the left"), show: inPercent },
  cover_focus_y: { label: t("Cover's focal point, from the top"), show: inPercent },
});

/**
 * The artist's profile. Typed text stays whatever the outcome of a save, also text that is typed meanwhile; only values
 * that were sent are replaced by the stored ones. [2 §5 Profile save]
 */
export function ProfileForm({
  form,
  own,
  origin,
  translations,
}: {
  form: SavedFormState;
  translations: Translations | undefined;
  /** The custom URL that this musician has. */
  own: string | null;
  origin: string;
}) {
  const { formProps, errors, values } = form;
  const [typed, setTyped] = useState({
    artistName: values.artist_name ?? "",
    customUrl: values.custom_url ?? "",
  });
  const customUrl = customUrlOf(typed);
  const check = useCustomUrlCheck(customUrl, own);

  const look = () => {
    const fields = new Map(textsOf(formProps.ref.current).map(({ name, value }) => [name, value]));
    setTyped({ artistName: fields.get("artist_name") ?? "", customUrl: fields.get("custom_url") ?? "" });
  };
  // Something may have been typed before this script ran.
  const lookFirst = useEffectEvent(look);
  useEffect(() => lookFirst(), []);

  return (
    <SavedForm
      form={form}
      fields={shownFields()}
      onInput={(event) => {
        // A custom URL that is empty is made from the name, so what was wrong with it may be so no longer.
        if (event.target instanceof HTMLInputElement && event.target.name === "artist_name")
          form.clear("custom_url");
        look();
      }}
    >
      <Field
        label={t("Artist name")}
        name="artist_name"
        defaultValue={values.artist_name}
        error={errors.artist_name}
        maxLength={100}
        required
        dir="auto"
      />
      <TextAreaField
        label={t("Bio")}
        name="bio"
        defaultValue={values.bio}
        error={errors.bio}
        maxLength={bioLimit}
        counter={bioLimit}
        placeholder={t(defaultBio)}
        dir="auto"
      />
      <Field
        label={t("Location")}
        name="location"
        defaultValue={values.location}
        error={errors.location}
        maxLength={100}
        dir="auto"
      />
      <FieldFrame
        label={t("You are")}
        hint={t("Search engines tell a person from a band. It shows nowhere on your page.")}
        error={errors.performs_as}
      >
        {(props) => (
          <select
            {...props}
            name="performs_as"
            defaultValue={values.performs_as}
            className={`min-h-12 ${props.className}`}
          >
            {Object.entries(said(performsAsLabels)).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <FieldFrame
        label={t("Page language")}
        hint={t(
          "What you write in. Buttons and forms follow each visitor’s own language where this site speaks it, and this one otherwise.",
        )}
        error={errors.page_language}
      >
        {(props) => (
          <select
            {...props}
            name="page_language"
            defaultValue={values.page_language}
            className={`min-h-12 ${props.className}`}
          >
            {Object.entries(pageLanguageLabels()).map(([value, label]) => (
              <option key={value} value={value} lang={value in languages ? value : undefined}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <OtherLanguages values={values} error={errors.other_languages} />
      <TranslationFields
        columns={translatedColumns}
        labels={translatedLabels()}
        stored={translations}
        errors={errors}
      />
      <FieldFrame
        label={t("Custom URL")}
        hint={t("Leave it empty to have it made from your artist name.")}
        error={errors.custom_url}
        aside={
          !errors.custom_url && <Address origin={origin} customUrl={customUrl} own={own} check={check} />
        }
      >
        {(props) => (
          <input
            {...props}
            name="custom_url"
            defaultValue={values.custom_url}
            maxLength={100}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`min-h-12 ${props.className}`}
          />
        )}
      </FieldFrame>
    </SavedForm>
  );
}

/** What the artist writes in beside the page's language: then each tool has fields for it. */
function OtherLanguages({ values, error }: { values: FormValues; error: string | undefined }) {
  const boxes = Object.keys(values).filter((name) => name.startsWith(otherLanguageName("")));
  return (
    <fieldset>
      <legend className="font-semibold text-sm">{t("Other languages")}</legend>
      <p className="text-muted text-sm">
        {t("What else you write in. Each tool then has fields for your texts in these languages.")}
      </p>
      <div className="flex flex-wrap gap-x-6">
        {boxes.map((name) => {
          const tag = name.slice(otherLanguageName("").length);
          return (
            <Checkbox key={name} name={name} defaultChecked={values[name] === "on"}>
              <span lang={tag}>{languageName(tag)}</span>
            </Checkbox>
          );
        })}
      </div>
      {error && <p className="font-medium text-danger text-sm">{error}</p>}
    </fieldset>
  );
}

/** The state of the address while it is being typed. A screen reader reads the result out, in a pause. */
function Address({
  origin,
  customUrl,
  own,
  check,
}: {
  origin: string;
  customUrl: string;
  own: string | null;
  check: CustomUrlCheck | undefined;
}) {
  const address = `${origin.replace(/^https?:\/\//, "")}/artist/${customUrl}`;
  const problem = customUrlProblem(customUrl) ?? checkProblem(customUrl, check);
  return (
    <div className="min-h-6 min-w-0 wrap-anywhere">
      <p role="status">
        {problem && (
          <span className="flex gap-1.5 font-medium text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {problem}
          </span>
        )}
        {check === "free" && (
          <span className="flex gap-1.5 text-success">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t("{address} is free|nobody has it", { address })}
          </span>
        )}
      </p>
      {check === "checking" && <p className="text-muted">{t("Checking {address}...", { address })}</p>}
      {customUrl !== "" && customUrl === own && <p className="text-muted">{address}</p>}
    </div>
  );
}

function checkProblem(customUrl: string, check: CustomUrlCheck | undefined): string | undefined {
  if (check === "taken") return takenText(customUrl);
  if (check === "failed") {
    return t('Whether "{customUrl}" is free could not be checked, so it counts as taken for now.', {
      customUrl,
    });
  }
  return undefined;
}

/** The fields of the form that hold text. */
function textsOf(form: HTMLFormElement | null): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...(form?.elements ?? [])].flatMap((field) =>
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "radio")
      ? [field]
      : [],
  );
}
