import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { TextAreaField } from "~/ui/field";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { type CommentSettings, settingsFailure, settingsSaved, settingsSchema } from "./moderation";

/** Which comments wait for the artist before they show. [decisions: What visitors write] */
export function CommentSettingsCard({
  settings: { reviews_all, blocked_words },
}: {
  settings: CommentSettings;
}) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const answer = fetcher.data;
  const refused = isNothingDone(answer) && "refused" in answer ? answer.refused : undefined;
  const { errors, formProps } = useFormErrors(settingsSchema, refused?.errors);

  useAnswer(answer, (answer) => {
    if (!isNothingDone(answer)) return toast.success(settingsSaved);
    const text = failureText(answer, settingsFailure);
    if (text) toast.error(text);
  });

  return (
    <Card title="Who waits for you">
      <fetcher.Form method="post" {...formProps} className="grid grid-cols-1 gap-4">
        <input type="hidden" name="intent" value="save-settings" />
        {errors.form && <Alert type="error">{errors.form}</Alert>}
        <Checkbox name="reviews_all" defaultChecked={reviews_all}>
          Review every comment before it appears
        </Checkbox>
        <TextAreaField
          label="Blocked words"
          name="blocked_words"
          hint="One word or phrase on each line. A comment with one of them waits for your review; nobody else can see this list."
          defaultValue={blocked_words.join("\n")}
          error={errors.blocked_words}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
        />
        <Button
          type="submit"
          variant="secondary"
          pending={fetcher.state !== "idle"}
          pendingText="Saving..."
          className="justify-self-start"
        >
          Save settings
        </Button>
      </fetcher.Form>
    </Card>
  );
}
