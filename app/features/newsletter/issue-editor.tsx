import { useEffect } from "react";
import { valuesIn } from "~/client/form-fields";
import type { FormValues } from "~/shared/forms";
import type { Translations } from "~/shared/row-translations";
import { said } from "~/shared/said";
import { msg, t } from "~/shared/t";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { Field, FieldFrame } from "~/ui/field";
import { useOwnFormats } from "~/ui/formats";
import { SaveBar, SavedForm, useSavedForm } from "~/ui/saved-form";
import { inWords, onOrOff } from "~/ui/saved-meanwhile";
import { shownTranslations, TranslationFields } from "~/ui/translation-fields";
import { useServerDraft } from "~/ui/use-draft";
import type { Shown } from "./block-editor";
import { BlockField, type Offer } from "./block-field";
import type { Audience } from "./issue-offers.server";
import * as texts from "./issue-schema";
import { looks } from "./mail-look";

const preheaderLabel = msg("Preview text (optional)");

const translatedLabels = () => ({ title: t("Title"), preheader: t(preheaderLabel), body: t("Letter") });

/** The form of an issue that isn't sent yet. What is typed and not saved is kept as a draft, for any device. */
export function IssueEditor({
  id,
  stored,
  translations,
  shown,
  offers,
  audiences,
  onChanges,
  onTyped,
}: {
  /** Undefined for a new one. */
  id: string | undefined;
  stored: FormValues;
  translations: Translations | undefined;
  shown: Readonly<Record<string, Shown>>;
  offers: readonly Offer[];
  audiences: readonly Audience[];
  /** Called when the form begins or ceases to differ from the saved issue. */
  onChanges(hasChanges: boolean): void;
  /** Called with what the form holds; with null when it is gone. */
  onTyped(values: FormValues | null): void;
}) {
  const draft = useServerDraft(`letter:${id ?? "new"}`);
  const form = useSavedForm({
    schema: texts.issueSchema,
    hidden: { intent: "save-issue", ...(id && { id }) },
    stored,
    texts: { done: t(texts.issueSaved), failed: t(texts.issueSaveFailure) },
    draft,
  });
  const { errors, values, hasChanges } = form;
  useEffect(() => {
    onChanges(hasChanges);
    return () => onChanges(false);
  }, [hasChanges, onChanges]);
  useEffect(() => () => onTyped(null), [onTyped]);
  return (
    <Card>
      <SavedForm
        form={form}
        fields={{
          title: { label: t("Title") },
          preheader: { label: t(preheaderLabel) },
          body: { label: t("Letter") },
          look: { label: t("Look"), show: inWords(said(looks)) },
          audience: {
            label: t("Who gets it"),
            show: inWords(Object.fromEntries(audiences.map(({ value, label }) => [value, label]))),
          },
          in_archive: { label: t(texts.inArchive), show: onOrOff },
          ...shownTranslations(translatedLabels()),
        }}
        onInput={({ currentTarget }) => onTyped(valuesIn(currentTarget, Object.keys(stored)))}
      >
        <Field
          label={t("Title")}
          name="title"
          defaultValue={values.title}
          maxLength={texts.titleLimit}
          error={errors.title}
          required
          dir="auto"
          autoComplete="off"
        />
        <Field
          label={t(preheaderLabel)}
          hint={t("Stands after the title in an inbox. Without it, mail programs take the first words.")}
          name="preheader"
          defaultValue={values.preheader}
          maxLength={texts.preheaderLimit}
          error={errors.preheader}
          dir="auto"
          autoComplete="off"
        />
        <BlockField
          body={values.body ?? ""}
          blocks={values.blocks ?? ""}
          shown={shown}
          offers={offers}
          error={errors.body ?? errors.blocks}
          letterId={id}
        />
        <TranslationFields
          columns={texts.translatedColumns}
          labels={translatedLabels()}
          hint={t(
            "Each subscriber gets the letter in the language they signed up in. A translation’s paragraphs take the places of the letter’s own; pictures and cards stay.",
          )}
          stored={translations}
          errors={errors}
        />
        <FieldFrame label={t("Look")} error={errors.look}>
          {(props) => (
            <select
              {...props}
              name="look"
              defaultValue={values.look}
              className={`${props.className} min-h-12`}
            >
              {Object.entries(looks).map(([value, label]) => (
                <option key={value} value={value}>
                  {t(label)}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        {audiences.length === 0 ? (
          <input type="hidden" name="audience" value={stored.audience} />
        ) : (
          <AudienceField audiences={audiences} stored={values.audience ?? "all"} error={errors.audience} />
        )}
        <div>
          <Checkbox name="in_archive" defaultChecked={values.in_archive === "on"}>
            {t(texts.inArchive)}
          </Checkbox>
          <p className="text-muted text-sm">
            {t(
              "Once it has gone out, everyone finds it on your page. Otherwise only those who have its address read it on the web.",
            )}
          </p>
        </div>
        <SaveBar form={form} submitText={t("Save letter")} />
      </SavedForm>
    </Card>
  );
}

function AudienceField({
  audiences,
  stored,
  error,
}: {
  audiences: readonly Audience[];
  stored: string;
  error: string | undefined;
}) {
  const { number } = useOwnFormats();
  return (
    <FieldFrame label={t("Who gets it")} error={error}>
      {(props) => (
        <select {...props} name="audience" defaultValue={stored} className={`${props.className} min-h-12`}>
          {audiences.map(({ value, label, readers }) => (
            <option key={value} value={value}>
              {`${label}: ${number(readers)}`}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
