import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { data } from "react-router";
import { z } from "zod";
import type { Failed } from "~/shared/action-answer";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { PasswordField } from "~/ui/password-field";

/** Where it is known whether the password was given lately, and where it is taken. */
const confirmPath = "/confirm-password";

/** The question that is open in this tab, if its screen can ask one. */
let ask: (() => Promise<boolean>) | undefined;

/**
 * For a `clientAction`: carries out what needs a fresh password, after having asked for it where it isn't. What was to be
 * sent waits meanwhile, and goes on by itself.
 */
export async function withFreshPassword<Answer>(carryOut: () => Promise<Answer>) {
  const isFresh = await fetch(confirmPath)
    .then(async (answer) => freshness.parse(await answer.json()).isFresh)
    // Whatever is wrong, such as a session that has ended, the action itself will say it.
    .catch(() => true);
  if (isFresh || !ask || (await ask())) return carryOut();
  const failed: Failed = { failed: true, text: "Nothing was changed: this needs your password." };
  return data(failed, { status: 403 });
}

const freshness = z.object({ isFresh: z.boolean() });

/** Asks for the password when something on this screen needs it. To be rendered once by each such screen. */
export function PasswordGate() {
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(isGiven: boolean) => void>(undefined);

  useEffect(() => {
    ask = () =>
      new Promise<boolean>((resolve) => {
        settle.current = resolve;
        setIsOpen(true);
      });
    return () => {
      ask = undefined;
      settle.current?.(false);
    };
  }, []);

  const close = (isGiven: boolean) => {
    setIsOpen(false);
    settle.current?.(isGiven);
  };
  return (
    <Dialog open={isOpen} onClose={() => close(false)} title="Please give your password">
      <PasswordForm onGiven={() => close(true)} onCancel={() => close(false)} />
    </Dialog>
  );
}

function PasswordForm({ onGiven, onCancel }: { onGiven(): void; onCancel(): void }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem(undefined);
    try {
      const answer = await fetch(confirmPath, { method: "POST", body });
      if (answer.ok) return onGiven();
      const { refused } = refusal.parse(await answer.json());
      setProblem(refused.errors.password ?? refused.errors.form ?? unexpected);
    } catch {
      setProblem(unexpected);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form method="post" action={confirmPath} onSubmit={send} noValidate className="grid gap-5">
      <p id={`${id}-why`} className="text-muted">
        You signed in more than an hour ago. What you are about to do goes on once you have given it.
      </p>
      {problem && <Alert type="error">{problem}</Alert>}
      <PasswordField label="Password" name="password" autoComplete="current-password" required autoFocus />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isBusy} pendingText="Checking...">
          Go on
        </Button>
      </div>
    </form>
  );
}

const unexpected = "The password could not be checked. Please try again.";
const refusal = z.object({ refused: z.object({ errors: z.record(z.string(), z.string()) }) });
