import { type ReactNode, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { z } from "zod";
import { failureText, isNothingDone } from "~/shared/action-answer";
import type { FormValues } from "~/shared/forms";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { CancelButton, Dialog } from "./dialog.tsx";
import { SavedMeanwhile, type ShownFields } from "./saved-meanwhile.tsx";
import { useToast } from "./toasts.tsx";
import { useAnswer } from "./use-answer.ts";
import { type CheckedForm, useFormErrors } from "./use-form-errors.ts";
import { useStoredForm } from "./use-stored-form.ts";

interface FormInDialog {
  schema: z.ZodType;
  /** Fields that are sent beside the typed ones, such as the `intent`. */
  hidden: Readonly<Record<string, string>>;
  submitText: string;
  /** The texts of the toasts. */
  texts: { done: string; failed: string };
  /** For a form over what is stored: the action then takes its `version`. */
  over?: { stored: FormValues; fields: ShownFields };
  /** The fields. Their values are theirs; they begin anew whenever the dialog opens. */
  children(form: Pick<CheckedForm, "errors" | "clear">): ReactNode;
}

/**
 * A form that the route's action answers, in a dialog. It closes when the action has succeeded; a refused form
 * stays, with the reasons beside the fields, and so does one that could not be sent.
 */
export function FormDialog({
  open,
  onClose,
  title,
  ...form
}: FormInDialog & { open: boolean; onClose(): void; title: string }) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog open={open} isBusy={isBusy} onClose={onClose} title={title}>
      <Fields {...form} onClose={onClose} onBusy={setIsBusy} />
    </Dialog>
  );
}

function Fields({
  schema,
  hidden,
  submitText,
  texts,
  over,
  children,
  onClose,
  onBusy,
}: FormInDialog & { onClose(): void; onBusy(isBusy: boolean): void }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const answer = fetcher.data;
  const refused = isNothingDone(answer) && "refused" in answer ? answer.refused : undefined;
  const { errors, clear, formProps: checkedProps } = useFormErrors(schema, refused?.errors);
  const isBusy = fetcher.state !== "idle";
  const { formProps, version, conflict, take } = useStoredForm(
    over?.stored ?? {},
    isBusy ? undefined : answer,
    checkedProps,
  );

  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  // The changed rows are on the screen by then.
  useAnswer(isBusy ? undefined : answer, (answer) => {
    if (isNothingDone(answer)) {
      if ("refused" in answer && answer.refused.stored) return;
      const text = failureText(answer, texts.failed);
      if (text) toast.error(text);
    } else {
      toast.success(texts.done);
      onClose();
    }
  });

  return (
    <fetcher.Form method="post" {...formProps} className="grid grid-cols-1 gap-5">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {over && <input type="hidden" name="version" value={version} />}
      {over && conflict && (
        <SavedMeanwhile
          fields={over.fields}
          stored={conflict}
          own={refused?.values ?? {}}
          isBusy={isBusy}
          onTake={take}
        />
      )}
      {errors.form && <Alert type="error">{errors.form}</Alert>}
      {children({ errors, clear })}
      <div className="flex flex-wrap justify-end gap-3">
        <CancelButton disabled={isBusy} />
        <Button type="submit" pending={isBusy} pendingText="Saving...">
          {submitText}
        </Button>
      </div>
    </fetcher.Form>
  );
}
