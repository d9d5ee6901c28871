import { Eye, EyeOff, KeyRound } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { RefusedForm } from "~/shared/forms";
import type { PasskeyPurpose } from "~/shared/passkeys";
import { msg, t } from "~/shared/t";
import { Button, type ButtonProps } from "~/ui/button";
import { FieldFrame } from "~/ui/field";
import { type ControlState, Notice } from "./public-form.tsx";

// Forms of Handbill's own documents. They are posted to the document's own address and answered with the document again;
// with a script, the answer's content takes the place of the present one (document-form.client.ts). `autofocus` marks
// where the focus belongs then.

/**
 * @param problem what is wrong with the form as a whole; else what the server has found
 * @param needsAll the script keeps the button disabled until each field holds something
 */
export function DocumentForm({
  refused,
  problem: givenProblem,
  needsAll,
  children,
}: {
  refused: RefusedForm | undefined;
  problem?: ReactNode;
  needsAll?: boolean;
  children: ReactNode;
}) {
  const { form, ...others } = refused?.errors ?? {};
  const problem = givenProblem ?? form;
  return (
    <form method="post" noValidate data-sends data-needs-all={needsAll} className="grid gap-5">
      <ProblemSlot>
        {problem && (
          <Notice type="error" takesFocus={Object.keys(others).length === 0}>
            {problem}
          </Notice>
        )}
      </ProblemSlot>
      {children}
    </form>
  );
}

/** Where the script says what is wrong, in the place of what the server has found. */
export function ProblemSlot({ children }: { children: ReactNode }) {
  return (
    <>
      <template data-problem-shape>
        <Notice type="error">
          <p />
        </Notice>
      </template>
      <div data-problem className="empty:hidden">
        {children}
      </div>
    </>
  );
}

/** @param pending its text while the form is on its way */
export function SubmitButton({ pending, ...rest }: Omit<ButtonProps, "pending"> & { pending: string }) {
  return <Button {...rest} type="submit" size="lg" data-pending={pending} />;
}

/** What a password's field is called, and the button that shows and hides what was typed. */
const passwordTexts = {
  password: { label: msg("Password"), show: msg("Show password"), hide: msg("Hide password") },
  confirmPassword: {
    label: msg("Confirm password"),
    show: msg("Show confirm password"),
    hide: msg("Hide confirm password"),
  },
  newPassword: {
    label: msg("New password"),
    show: msg("Show new password"),
    hide: msg("Hide new password"),
  },
  confirmNewPassword: {
    label: msg("Confirm new password"),
    show: msg("Show confirm new password"),
    hide: msg("Hide confirm new password"),
  },
  signUpPassword: {
    label: msg("The password you signed up with"),
    show: msg("Show the password you signed up with"),
    hide: msg("Hide the password you signed up with"),
  },
};

export type PasswordKind = keyof typeof passwordTexts;

/** A password input with a button, where a script runs, that shows and hides what was typed. */
export function PasswordInput({
  state,
  kind = "password",
  ...rest
}: Omit<ComponentProps<"input">, "id" | "name" | "type" | "value"> & {
  state: ControlState;
  kind?: PasswordKind;
}) {
  const { label, show, hide } = passwordTexts[kind];
  return (
    <FieldFrame id={state.id} label={t(label)} error={state.error}>
      {(frame) => (
        <div className="relative">
          <input
            {...rest}
            {...frame}
            name={state.name}
            type="password"
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: only after a refused form, on what must be corrected
            autoFocus={state.takesFocus}
            className={`min-h-12 ${frame.className} pe-13`}
          />
          <button
            type="button"
            data-shows={state.id}
            data-other-label={t(hide)}
            aria-label={t(show)}
            className="needs-script group absolute inset-y-0 end-0 flex w-12 items-center justify-center rounded-box text-muted hover:text-foreground"
          >
            <Eye aria-hidden="true" className="size-5 group-data-shown:hidden" />
            <EyeOff aria-hidden="true" className="hidden size-5 group-data-shown:block" />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

/**
 * Has the browser ask for a passkey, and sends the form around it with the answer. Not where the browser has none, nor
 * without script.
 * @param field the name of the form's own field that takes the answer; else the answer is sent in a form of its own
 */
export function PasskeyInput({
  purpose,
  field,
  variant = "secondary",
  children,
}: {
  purpose: Exclude<PasskeyPurpose, "add" | "confirm">;
  field?: string;
  variant?: ButtonProps["variant"];
  children: string;
}) {
  return (
    <>
      {field && <input type="hidden" name={field} />}
      <Button
        variant={variant}
        size="lg"
        data-passkey={purpose}
        data-passkey-field={field}
        data-pending={t("Waiting for your passkey...")}
        className="needs-script"
      >
        <KeyRound aria-hidden="true" className="size-5" />
        <span>{children}</span>
      </Button>
    </>
  );
}
