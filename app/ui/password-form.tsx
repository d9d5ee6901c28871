import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { isNothingDone } from "~/shared/action-answer";
import { lostText } from "~/shared/connection";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { PasswordField } from "./password-field.tsx";

/** Asks for the account's password in a dialog, and sends it beside the screen that is open. */
export function PasswordForm({
  action,
  why,
  submitText,
  children,
  onGiven,
  onCancel,
}: {
  /** The address that takes it; it answers with JSON. */
  action: string;
  why: string;
  submitText: string;
  /** Further fields, above the password. */
  children?: ReactNode;
  onGiven(): void;
  onCancel(): void;
}) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  // A dialog gives the focus to its first field as it opens; that is known already.
  useEffect(() => password.current?.focus(), []);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form within a dialog that was opened inside of another form is no part of that one.
    event.stopPropagation();
    const body = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem(undefined);
    try {
      const answer = await fetch(action, { method: "POST", body });
      if (answer.ok) return onGiven();
      const json: unknown = await answer.json();
      const errors = isNothingDone(json) && "refused" in json ? json.refused.errors : {};
      setProblem(Object.values(errors)[0] ?? unexpected);
    } catch (error) {
      setProblem(error instanceof TypeError ? lostText() : unexpected);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form method="post" action={action} onSubmit={send} noValidate className="grid gap-5">
      <p className="text-muted">{why}</p>
      {problem && <Alert type="error">{problem}</Alert>}
      {children}
      <PasswordField
        ref={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        required
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isBusy} pendingText="Checking...">
          {submitText}
        </Button>
      </div>
    </form>
  );
}

const unexpected = "The password could not be checked. Please try again.";
