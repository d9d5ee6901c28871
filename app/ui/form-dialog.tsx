import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { z } from "zod";
import type { FormValues } from "~/shared/forms";
import { t } from "~/shared/t";
import { Button } from "./button.tsx";
import { CancelButton, Dialog, DialogFoot } from "./dialog.tsx";
import { usePreviewedForm } from "./previewed-form.ts";
import { SavedForm, useSavedForm } from "./saved-form.tsx";
import type { ShownFields } from "./saved-meanwhile.tsx";
import { type ServerDraft, useServerDraft } from "./use-draft.ts";
import type { CheckedForm } from "./use-form-errors.ts";

interface FormInDialog {
  schema: z.ZodType;
  /** The route whose action answers; the screen's own unless given. */
  action?: string | undefined;
  /** Fields that are sent beside the typed ones, such as the `intent`. */
  hidden: Readonly<Record<string, string>>;
  submitText: string;
  /** The texts of the toasts. */
  texts: { done: string; failed: string };
  /** For a form over what is stored: the action then takes its `version`. */
  over?: { stored: FormValues; fields: ShownFields } | undefined;
  /** The name by which the page's preview knows the form, where it shows there before it is saved. */
  previewed?: string | undefined;
  draft: ServerDraft | undefined;
  /** Called when something is typed, as where the problem of one field may lie in another. */
  onInput?(event: FormEvent<HTMLFormElement>, clear: CheckedForm["clear"]): void;
  /** The fields. Their values are theirs; they begin anew whenever the dialog opens. */
  children(form: Pick<CheckedForm, "errors" | "clear">): ReactNode;
}

/**
 * A form that a route's action answers, in a dialog. It closes when the action has succeeded; a refused form
 * stays, with the reasons beside the fields, and so does one that could not be sent.
 */
export function FormDialog({
  open,
  onClose,
  title,
  wide = false,
  about,
  ...form
}: Omit<FormInDialog, "draft"> & {
  open: boolean;
  onClose(): void;
  title: string;
  wide?: boolean;
  /** Names the form where what is typed is kept on the server, such as 'event:new'. */
  about?: string;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const draft = useServerDraft(open ? about : undefined);
  const close = () => {
    draft.settle();
    onClose();
  };
  return (
    <Dialog
      wide={wide}
      isBesidePreview={form.previewed !== undefined}
      open={open}
      isBusy={isBusy}
      onClose={close}
      title={title}
    >
      <Fields
        {...form}
        draft={about === undefined ? undefined : draft}
        onClose={onClose}
        onBusy={setIsBusy}
      />
    </Dialog>
  );
}

function Fields({
  schema,
  action,
  hidden,
  submitText,
  texts,
  over,
  previewed,
  draft,
  onInput,
  children,
  onClose,
  onBusy,
}: FormInDialog & { onClose(): void; onBusy(isBusy: boolean): void }) {
  const form = useSavedForm({ schema, hidden, stored: over?.stored, texts, draft, onDone: onClose });
  const { isBusy, errors, clear } = form;
  usePreviewedForm(form.id, previewed);
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);

  return (
    <SavedForm form={form} action={action} fields={over?.fields} onInput={(event) => onInput?.(event, clear)}>
      {children({ errors, clear })}
      <DialogFoot>
        <CancelButton disabled={isBusy} />
        <Button type="submit" pending={isBusy} pendingText={t("Saving...")}>
          {submitText}
        </Button>
      </DialogFoot>
    </SavedForm>
  );
}
