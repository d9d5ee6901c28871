import type { ComponentProps, ReactNode } from "react";
import type { RefusedForm } from "~/shared/forms";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import type { AlertType } from "~/ui/alert-looks";
import { Button } from "~/ui/button";
import { FieldFrame } from "~/ui/field";
import { Icon } from "./icon.tsx";

// Forms of a public document. They are posted to the page's own address and answered with the page again; with a
// script, only the part that holds them is replaced (public-form.client.ts). `autofocus` marks where the focus belongs then.

/** The part of a public document that is replaced by the same part of the answer to a form in it. */
export function SwapPart({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} data-swap className="@container">
      {children}
    </div>
  );
}

/** Attributes of one control of a form that may have been refused. */
export interface ControlState {
  id: string;
  name: string;
  value: string | undefined;
  error: string | undefined;
  /** It is the first that something is wrong with. */
  takesFocus: boolean;
}

/**
 * Answers the state of each control by its name.
 * @param names all of them, in their order on the page
 */
export function controlsOf<Name extends string>(
  intent: string,
  names: readonly Name[],
  refused: RefusedForm | undefined,
): (name: Name) => ControlState {
  const first = names.find((name) => refused?.errors[name]);
  return (name) => ({
    id: `${intent}-${name}`,
    name,
    value: refused?.values[name],
    error: refused?.errors[name],
    takesFocus: name === first,
  });
}

export interface PublicFormProps {
  /** Which of the page's forms this is, for the server. */
  intent: string;
  /** Its name among the page's landmarks. */
  label: string;
  /** The toast's text when no answer comes. */
  failure: string;
  refused: RefusedForm | undefined;
  submit: string;
  /** The button's text while the form is on its way. */
  pending: string;
  /** Where it is sent; the page's own address without one. */
  action?: string | undefined;
  /** What stands after its button. */
  after?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function PublicForm({
  intent,
  label,
  failure,
  refused,
  submit,
  pending,
  action,
  after,
  className = "grid grid-cols-1 gap-4",
  children,
}: PublicFormProps) {
  const { form: problem, ...others } = refused?.errors ?? {};
  const summaryId = `${intent}-problem`;
  return (
    <form
      method="post"
      action={action}
      noValidate
      aria-label={label}
      data-deferred
      data-failure={failure}
      aria-describedby={problem ? summaryId : undefined}
      className={className}
    >
      <input type="hidden" name="intent" value={intent} />
      {problem && (
        <Notice id={summaryId} type="error" takesFocus={Object.keys(others).length === 0}>
          {problem}
        </Notice>
      )}
      {children}
      <Button type="submit" data-pending={pending} className="public-submit">
        {submit}
      </Button>
      {after}
    </form>
  );
}

type FieldProps<Tag extends "input" | "textarea" | "select"> = Omit<
  ComponentProps<Tag>,
  "id" | "name" | "value" | "defaultValue"
> & { state: ControlState; label: string; hint?: ReactNode };

export function PublicField({ state, label, hint, className = "", ...rest }: FieldProps<"input">) {
  return (
    <FieldFrame id={state.id} label={label} error={state.error} hint={hint}>
      {(frame) => (
        <input
          {...rest}
          {...frame}
          name={state.name}
          defaultValue={state.value}
          // biome-ignore lint/a11y/noAutofocus: only after a refused form, on what must be corrected
          autoFocus={state.takesFocus}
          className={`min-h-12 ${frame.className} ${className}`}
        />
      )}
    </FieldFrame>
  );
}

/** @param counts shows 'n/maxLength characters' while one types [1 §5] */
export function PublicTextArea({
  state,
  label,
  hint,
  counts = false,
  className = "",
  ...rest
}: FieldProps<"textarea"> & { counts?: boolean }) {
  const limit = rest.maxLength ?? 0;
  const length = state.value?.replaceAll("\r\n", "\n").length ?? 0;
  const counter = counts && (
    <p className="ms-auto shrink-0 text-muted tabular-nums">
      <span data-counts={state.id} className="needs-script">
        {t("{length}/{limit} characters", { length, limit })}
      </span>
      <span className="no-script">{t("at most {limit} characters", { limit })}</span>
    </p>
  );
  return (
    <FieldFrame id={state.id} label={label} error={state.error} hint={hint} aside={counter}>
      {(frame) => (
        <textarea
          rows={4}
          {...rest}
          {...frame}
          name={state.name}
          defaultValue={state.value}
          // biome-ignore lint/a11y/noAutofocus: as above
          autoFocus={state.takesFocus}
          className={`field-sizing-content max-h-96 min-h-28 ${frame.className} ${className}`}
        />
      )}
    </FieldFrame>
  );
}

/** @param options labels by value */
export function PublicSelect({
  state,
  label,
  hint,
  options,
  empty,
  className = "",
  ...rest
}: FieldProps<"select"> & { options: Record<string, string>; empty?: string }) {
  return (
    <FieldFrame id={state.id} label={label} error={state.error} hint={hint}>
      {(frame) => (
        <select
          {...rest}
          {...frame}
          name={state.name}
          defaultValue={state.value}
          // biome-ignore lint/a11y/noAutofocus: as above
          autoFocus={state.takesFocus}
          className={`min-h-12 ${frame.className} ${className}`}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** A field that programs alone see, and fill in. */
export function Trap() {
  return (
    <div aria-hidden="true" className="absolute start-[-200vw] size-px overflow-hidden">
      <label>
        {t("Leave this empty")}
        <input name="subject" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** A message in its place among the forms. */
export function Notice({
  id,
  type,
  takesFocus = false,
  toast,
  children,
}: {
  id?: string;
  type: AlertType;
  takesFocus?: boolean;
  toast?: ToastAttributes;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noAutofocus: only in the answer to a form
    <div id={id} tabIndex={-1} autoFocus={takesFocus} className="rounded-box" {...toast}>
      <Alert type={type}>{children}</Alert>
    </div>
  );
}

interface ToastAttributes {
  "data-toast": AlertType;
  "data-stays"?: true;
}

/**
 * Makes a text a toast for the script that gets it as the answer to a form. It stands there no more then, unless it
 * stays; without a script it is all there is.
 */
export function asToast(type: AlertType, stays = false): ToastAttributes {
  return stays ? { "data-toast": type, "data-stays": true } : { "data-toast": type };
}

/** Stands in a form's place once it has been sent. */
export function SentView({
  title,
  toast,
  children,
}: {
  title: string;
  toast: { type: AlertType; text: string };
  children: ReactNode;
}) {
  return (
    <div className="grid justify-items-start gap-2">
      <Icon name="check" className="size-11 rounded-full bg-success-soft p-2.5 text-success" />
      {/* biome-ignore lint/a11y/noAutofocus: the form that had the focus is gone */}
      <h3 tabIndex={-1} autoFocus className="font-bold text-lg">
        {title}
      </h3>
      <p dir="auto" {...asToast(toast.type)}>
        {toast.text}
      </p>
      {children}
    </div>
  );
}
