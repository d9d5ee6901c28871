import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { TextAreaField } from "~/ui/field";
import { LeaveGuard } from "~/ui/leave-guard";
import { onOrOff, SavedMeanwhile, type ShownFields } from "~/ui/saved-meanwhile";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { useStoredForm } from "~/ui/use-stored-form";
import {
  type CommentSettings,
  settingsFailure,
  settingsSaved,
  settingsSchema,
  settingsValues,
} from "./owner-schema";

const shownFields: ShownFields = {
  reviews_all: { label: "Review every comment before it appears", show: onOrOff },
  blocked_words: { label: "Blocked words" },
};

/** Which comments wait for the artist before they show. [decisions: What visitors write] */
export function CommentSettingsCard({ settings }: { settings: CommentSettings }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  const refused = isNothingDone(answer) && "refused" in answer ? answer.refused : undefined;
  const { errors, formProps: checkedProps } = useFormErrors(settingsSchema, refused?.errors);
  const { formProps, version, hasChanges, conflict, take } = useStoredForm(
    settingsValues(settings),
    answer,
    checkedProps,
  );

  useAnswer(answer, (answer) => {
    if (!isNothingDone(answer)) return toast.success(settingsSaved);
    if ("refused" in answer && answer.refused.stored) return;
    const text = failureText(answer, settingsFailure);
    if (text) toast.error(text);
  });

  return (
    <Card title="Who waits for you">
      <LeaveGuard hasChanges={hasChanges} text="What you have changed in the settings isn't saved yet." />
      <fetcher.Form method="post" {...formProps} className="grid grid-cols-1 gap-4">
        <input type="hidden" name="intent" value="save-settings" />
        <input type="hidden" name="version" value={version} />
        {conflict && (
          <SavedMeanwhile
            fields={shownFields}
            stored={conflict}
            own={refused?.values ?? {}}
            isBusy={isBusy}
            onTake={take}
          />
        )}
        {errors.form && <Alert type="error">{errors.form}</Alert>}
        <Checkbox name="reviews_all" defaultChecked={settings.reviews_all}>
          Review every comment before it appears
        </Checkbox>
        <TextAreaField
          label="Blocked words"
          name="blocked_words"
          hint="One word or phrase on each line. A comment with one of them waits for your review; nobody else can see this list."
          defaultValue={settings.blocked_words.join("\n")}
          error={errors.blocked_words}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
        />
        <Button
          type="submit"
          variant="secondary"
          pending={isBusy}
          pendingText="Saving..."
          className="justify-self-start"
        >
          Save settings
        </Button>
      </fetcher.Form>
    </Card>
  );
}
