import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useActionData, useFetcher } from "react-router";
import type { z } from "zod";
import { typedIn } from "~/client/form-fields.ts";
import { failureText, isNothingDone } from "~/shared/action-answer";
import type { FormValues } from "~/shared/forms";
import { t } from "~/shared/t";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./dialog.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import { useUnsaved } from "./leave-guard.tsx";
import { SavedMeanwhile, type ShownFields } from "./saved-meanwhile.tsx";
import { useToast } from "./toasts.tsx";
import { useAnswer } from "./use-answer.ts";
import type { ServerDraft } from "./use-draft.ts";
import { type CheckedForm, useFormErrors } from "./use-form-errors.ts";
import { type OverStored, useStoredForm } from "./use-stored-form.ts";

interface Plan {
  schema: z.ZodType;
  /** Fields that are sent beside the typed ones, such as the `intent`. */
  hidden: Readonly<Record<string, string>>;
  /** What the form is saved over: the action then takes its `version`. Undefined for something new. */
  stored: FormValues | undefined;
  /** The texts of the toasts. `refused` words what is wrong with the form as a whole. */
  texts: { done: string; failed: string; refused?(reason: string): string };
  /** Where what is typed is kept until it is saved. */
  draft?: ServerDraft | undefined;
  /** Called with each answer of a save that went well. */
  onDone?(answer: object): void;
}

/** A form, as the parts on this page and the fields need it. */
export interface SavedFormState extends OverStored, Pick<CheckedForm, "errors" | "clear"> {
  id: string;
  fetcher: ReturnType<typeof useFetcher<unknown>>;
  hidden: Readonly<Record<string, string>>;
  isBusy: boolean;
  isNew: boolean;
  draft: ServerDraft | undefined;
  /** The values that the fields begin with; those that were sent, where they were refused without script. */
  values: FormValues;
  /** The values that were sent and refused. */
  refused: FormValues;
  /** A document's save went well: it has no toasts. */
  isSavedByDocument: string | undefined;
}

const nothing: FormValues = {};

/**
 * The one way in which a form of the dashboard is saved: it checks itself with the server's schema, is sent without leaving
 * the screen, says in a toast how it went, and is never saved over what was saved elsewhere meanwhile. Text that was typed
 * stays through all of that. Where the form is sent without script, the answer is the document's.
 */
export function useSavedForm({ schema, hidden, stored, texts, draft, onDone }: Plan): SavedFormState {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const id = useId();
  const ofDocument = answerTo(hidden.intent, useActionData<unknown>());
  const isBusy = fetcher.state !== "idle";
  const latest = fetcher.data ?? ofDocument;
  const answer = isBusy ? undefined : latest;
  const refused = isNothingDone(latest) && "refused" in latest ? latest.refused : undefined;
  const checked = useFormErrors(schema, refused?.errors);
  const over = useStoredForm(stored ?? nothing, answer, checked.formProps);

  useAnswer(answer, (answered) => {
    if (!isNothingDone(answered)) {
      toast.success(texts.done);
      draft?.settle();
      onDone?.(answered);
      return;
    }
    if ("refused" in answered && answered.refused.stored) return;
    const text = failureText(answered, texts.failed);
    if (!text) return;
    toast.error("refused" in answered && texts.refused ? texts.refused(text) : text);
  });
  // A save that leads to another screen has no answer.
  const hasLed = fetcher.state === "loading" && fetcher.data === undefined;
  useEffect(() => {
    if (hasLed) draft?.settle();
  }, [hasLed, draft]);
  return {
    ...over,
    discard() {
      over.discard();
      draft?.settle();
      for (const name of Object.keys(checked.errors)) checked.clear(name);
    },
    id,
    fetcher,
    hidden,
    isBusy,
    isNew: stored === undefined,
    draft,
    errors: checked.errors,
    clear: checked.clear,
    values: { ...stored, ...refused?.values },
    refused: refused?.values ?? nothing,
    isSavedByDocument: !fetcher.data && ofDocument && !refused ? texts.done : undefined,
  };
}

/** A document's answer, where it is the one to the form with this `intent`. */
function answerTo(intent: string | undefined, answer: unknown): object | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  if (isNothingDone(answer))
    return "refused" in answer && answer.refused.values.intent === intent ? answer : undefined;
  return "intent" in answer && answer.intent === intent ? answer : undefined;
}

/** The form itself, around its fields. A choice between what was saved meanwhile and what is typed stands above them. */
export function SavedForm({
  form,
  action,
  fields,
  onInput,
  children,
  className = "flex flex-col gap-5",
}: Pick<ComponentProps<"form">, "onInput" | "className"> & {
  form: SavedFormState;
  /** The route whose action answers; the screen's own unless given. */
  action?: string | undefined;
  /** How the stored values are shown beside the typed ones. */
  fields: ShownFields | undefined;
  children: ReactNode;
}) {
  const { fetcher, formProps, hidden, errors, conflict, draft } = form;
  return (
    <fetcher.Form
      id={form.id}
      method="post"
      action={action}
      {...formProps}
      onInput={(event) => {
        formProps.onInput(event);
        onInput?.(event);
        draft?.keep({ ...typedIn(event.currentTarget), ...(!form.isNew && { version: form.version }) });
      }}
      className={className}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!form.isNew && <input type="hidden" name="version" value={form.version} />}
      {conflict && fields && (
        <SavedMeanwhile
          fields={fields}
          stored={conflict}
          own={form.refused}
          isBusy={form.isBusy}
          onTake={form.take}
        />
      )}
      {draft?.offered && (
        <DraftOffer
          draft={draft}
          onTake={() => {
            if (draft.offered) form.restore(draft.offered.fields);
            draft.take();
          }}
        />
      )}
      {errors.form && <Alert type="error">{errors.form}</Alert>}
      {form.isSavedByDocument && (
        <div className="hidden noscript:block">
          <Alert type="success">{form.isSavedByDocument}</Alert>
        </div>
      )}
      {children}
    </fetcher.Form>
  );
}

/** What the bar needs of a form. */
type Saved = Pick<SavedFormState, "id" | "hasChanges" | "isBusy" | "discard">;

const looks =
  "-mx-3 min-h-16 rounded-box border border-transparent px-3 py-2 data-[save-bar=changed]:sticky data-[save-bar=changed]:bottom-3 data-[save-bar=changed]:z-20 data-[save-bar=changed]:border-edge data-[save-bar=changed]:bg-surface data-[save-bar=changed]:shadow-floating";

/**
 * The foot of a form on a screen: its button to save, and, while it holds what isn't saved, 'Discard' and a line that says
 * so, in sight wherever one is on the screen. A screen with such a form isn't left without a question. It sticks to the
 * lower edge within the element that it stands in: in one the height of the screen's content, it is always in sight.
 */
export function SaveBar({
  form: { id, hasChanges, isBusy, discard },
  submitText,
  isInToolbar = false,
  children,
}: {
  form: Saved;
  submitText: string;
  /** It stands in a bar that is always in sight, as one of its parts. */
  isInToolbar?: boolean;
  /** Further buttons, before the one that saves. */
  children?: ReactNode;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const save = useRef<HTMLButtonElement>(null);
  useUnsaved(hasChanges);
  return (
    <div
      data-save-bar={isInToolbar ? undefined : hasChanges ? "changed" : "same"}
      className={`flex flex-wrap items-center justify-end gap-x-2 gap-y-1 ${isInToolbar ? "" : looks}`}
    >
      <p
        role="status"
        className={`me-auto min-w-0 font-medium text-sm ${isInToolbar ? "max-sm:sr-only" : ""}`}
      >
        {hasChanges && t("Unsaved changes")}
      </p>
      {children}
      {hasChanges && (
        <Button variant="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
          {t("Discard")}
        </Button>
      )}
      <Button ref={save} form={id} type="submit" pending={isBusy} pendingText={t("Saving...")}>
        {submitText}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t("Discard your changes?")}
        confirmText={t("Discard")}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          discard();
          // The button that asked is gone by then.
          save.current?.focus();
        }}
      >
        {t("What you have changed here goes back to what is saved.")}
      </ConfirmDialog>
    </div>
  );
}
