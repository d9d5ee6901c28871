import { t } from "~/shared/t";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { TextAreaField } from "~/ui/field";
import { SaveBar, SavedForm, useSavedForm } from "~/ui/saved-form";
import { onOrOff, type ShownFields } from "~/ui/saved-meanwhile";
import {
  type CommentSettings,
  settingsFailure,
  settingsSaved,
  settingsSchema,
  settingsValues,
} from "./owner-schema";

const shownFields = (): ShownFields => ({
  reviews_all: { label: t("Review every comment before it appears"), show: onOrOff },
  blocked_words: { label: t("Blocked words") },
});

/** Which comments wait for the artist before they show. [decisions: What visitors write] */
export function CommentSettingsCard({ settings }: { settings: CommentSettings }) {
  const form = useSavedForm({
    schema: settingsSchema,
    hidden: { intent: "save-settings" },
    stored: settingsValues(settings),
    texts: { done: t(settingsSaved), failed: t(settingsFailure) },
  });
  return (
    <Card title={t("Who waits for you")}>
      <SavedForm form={form} fields={shownFields()}>
        <Checkbox name="reviews_all" defaultChecked={settings.reviews_all}>
          {t("Review every comment before it appears")}
        </Checkbox>
        <TextAreaField
          label={t("Blocked words")}
          name="blocked_words"
          hint={t(
            "One word or phrase on each line. A comment with one of them waits for your review; nobody else can see this list.",
          )}
          defaultValue={settings.blocked_words.join("\n")}
          error={form.errors.blocked_words}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
        />
        <SaveBar form={form} submitText={t("Save settings")} />
      </SavedForm>
    </Card>
  );
}
