import { useEffect, useRef, useState } from "react";
import { data } from "react-router";
import { z } from "zod";
import type { Failed } from "~/shared/action-answer";
import { confirmPath } from "~/shared/sign-in-again";
import { t } from "~/shared/t";
import { Dialog } from "./dialog.tsx";
import { PasswordForm } from "./password-form.tsx";

/** The question that is open in this tab, if its screen can ask one. */
let askForPassword: ((question: Question) => Promise<boolean>) | undefined;

interface Question {
  why: string;
  takesPasskey: boolean;
}

/**
 * For a `clientAction`: executes an action that needs a fresh password, after having asked for it where it isn't fresh.
 * The request waits meanwhile, and goes on by itself.
 * @param why where the password is asked for in any case: the reason that the question gives
 */
export async function withFreshPassword<Answer>(execute: () => Promise<Answer>, why?: string) {
  const { isFresh, takesPasskey } = await fetch(confirmPath)
    .then(async (answer) => freshness.parse(await answer.json()))
    // Whatever is wrong, such as a session that has ended, the action itself will say it.
    .catch(() => ({ isFresh: true, takesPasskey: false }));
  const isAsked = !isFresh || why !== undefined;
  const reason =
    why ?? t("You signed in more than an hour ago. What you are about to do goes on once you have given it.");
  if (!isAsked || !askForPassword || (await askForPassword({ why: reason, takesPasskey }))) return execute();
  const failed: Failed = { failed: true, text: t("Nothing was changed: this needs your password.") };
  return data(failed, { status: 403 });
}

const freshness = z.object({ isFresh: z.boolean(), takesPasskey: z.boolean() });

/** Asks for the password when something on this screen needs it. To be rendered once by each such screen. */
export function PasswordGate() {
  const [isOpen, setIsOpen] = useState(false);
  const [{ why, takesPasskey }, setQuestion] = useState<Question>({ why: "", takesPasskey: false });
  const settle = useRef<(isGiven: boolean) => void>(undefined);

  useEffect(() => {
    askForPassword = (question) =>
      new Promise<boolean>((resolve) => {
        settle.current = resolve;
        setQuestion(question);
        setIsOpen(true);
      });
    return () => {
      askForPassword = undefined;
      settle.current?.(false);
    };
  }, []);

  const close = (isGiven: boolean) => {
    setIsOpen(false);
    settle.current?.(isGiven);
  };
  return (
    <Dialog open={isOpen} onClose={() => close(false)} title={t("Please give your password")}>
      <PasswordForm
        action={confirmPath}
        why={why}
        submitText={t("Go on")}
        passkey={takesPasskey ? { purpose: "confirm" } : undefined}
        onGiven={() => close(true)}
        onCancel={() => close(false)}
      />
    </Dialog>
  );
}
