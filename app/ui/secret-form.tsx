import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { isNothingDone } from "~/shared/action-answer";
import { lostText } from "~/shared/connection";
import { sendForm } from "~/shared/sign-in-again";
import { t } from "~/shared/t";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { DialogFoot } from "./dialog.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** Asks in a dialog for something that only the account's owner has, and sends it beside the screen that is open. */
export function SecretForm({
  action,
  why,
  asked,
  submitText,
  unexpected,
  problem: startProblem,
  passkey,
  children,
  more,
  onGiven,
  onSignedOut,
  onCancel,
}: {
  /** The address that takes it; it answers with JSON. */
  action: string;
  why: string;
  /** The name of the field that has the focus first. */
  asked: string;
  submitText: string;
  /** The text where the server gives no reason. */
  unexpected: string;
  /** What is wrong before anything was sent. */
  problem?: string | undefined;
  /** A passkey does as well: what it is asked for, and further fields that are sent with it. */
  passkey?: { purpose: "sign-in" | "confirm"; fields?: Readonly<Record<string, string>> } | undefined;
  /** The fields. */
  children: ReactNode;
  /** What stands between them and the buttons, such as another way. */
  more?: ReactNode;
  onGiven(answer: unknown): void;
  /** What the secret belongs to has ended meanwhile, for that reason. */
  onSignedOut?(reason: string): void;
  onCancel(): void;
}) {
  const [problem, setProblem] = useState(startProblem);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A dialog gives the focus to its first field as it opens; that may be known already.
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>(`[name="${asked}"]`)?.focus();
  }, [asked]);

  const send = async (body: FormData) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const answer = await sendForm(() => fetch(action, { method: "POST", body }));
      const json: unknown = await answer.json();
      if (answer.ok) return onGiven(json);
      const errors = isNothingDone(json) && "refused" in json ? json.refused.errors : {};
      const reason = Object.values(errors)[0] ?? unexpected;
      if (answer.status === 401 && onSignedOut) return onSignedOut(reason);
      setProblem(reason);
    } catch (error) {
      setProblem(error instanceof TypeError ? lostText() : unexpected);
    } finally {
      setIsBusy(false);
    }
  };

  const sendFields = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form within a dialog that was opened inside of another form is no part of that one.
    event.stopPropagation();
    send(new FormData(event.currentTarget));
  };
  const sendPasskey = (response: string) => {
    const body = new FormData();
    const fields = { intent: "use-passkey", response, ...passkey?.fields };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    send(body);
  };

  return (
    <form ref={form} method="post" action={action} onSubmit={sendFields} noValidate className="grid gap-5">
      <p className="text-muted">{why}</p>
      {problem && <Alert type="error">{problem}</Alert>}
      {children}
      {passkey && (
        <PasskeyButton
          purpose={passkey.purpose}
          disabled={isBusy}
          onAnswer={sendPasskey}
          onProblem={setProblem}
        >
          {t("Or use a passkey")}
        </PasskeyButton>
      )}
      {more}
      <DialogFoot>
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          {t("Cancel")}
        </Button>
        <Button type="submit" pending={isBusy} pendingText={t("Checking...")}>
          {submitText}
        </Button>
      </DialogFoot>
    </form>
  );
}
