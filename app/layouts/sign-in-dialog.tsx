import { useState } from "react";
import { useLocation } from "react-router";
import { z } from "zod";
import { signInPath } from "~/shared/return-path";
import { t } from "~/shared/t";
import { CodeField } from "~/ui/code-field";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { PasswordForm } from "~/ui/password-form";
import { SecretForm } from "~/ui/secret-form";
import type { Account } from "./account.ts";

const actionPath = "/signin/again";

/** False where the account's second factor is still to be given, which `asks` names. */
const signedInAnswer = z.object({ signedIn: z.boolean(), asks: z.enum(["app", "passkey"]).default("app") });

/** What the dialog asks for, and what was wrong before. */
type Step = { asks: "password"; problem?: string } | { asks: "app" | "passkey" };

/** Takes the password, and what else the account asks for, on the screen that is open. */
export function SignInDialog({
  account: { id, email },
  open,
  onClose,
}: {
  account: Account;
  open: boolean;
  onClose(isSignedIn: boolean): void;
}) {
  const [step, setStep] = useState<Step>({ asks: "password" });
  const { pathname, search } = useLocation();
  const close = (isSignedIn: boolean) => {
    setStep({ asks: "password" });
    onClose(isSignedIn);
  };
  const cancel = () => close(false);
  // It signs in by itself, at each step.
  const passkey = { purpose: "sign-in", fields: { account: id } } as const;
  const more = (
    <div className="flex flex-wrap justify-between gap-x-4">
      <a href="/signin?reset=1" target="_blank" rel="noreferrer" className="py-2.5 text-link text-sm">
        {t("Forgot password?")}
      </a>
      <a href={signInPath(pathname + search)} className="py-2.5 text-link text-sm">
        {t("Use another account")}
      </a>
    </div>
  );
  return (
    <Dialog open={open} onClose={cancel} title={t("Please sign in again")}>
      {step.asks === "password" ? (
        <PasswordForm
          action={actionPath}
          why={t(
            "You are no longer signed in. What you have written is still here, and what you were about to do goes on once you have signed in.",
          )}
          submitText={t("Sign In")}
          passkey={passkey}
          more={more}
          problem={step.problem}
          onGiven={(answer) => {
            const { signedIn, asks } = signedInAnswer.parse(answer);
            if (signedIn) close(true);
            else setStep({ asks });
          }}
          onCancel={cancel}
        >
          <Field
            label={t("Email")}
            name="email"
            type="email"
            autoComplete="username"
            readOnly
            value={email}
          />
        </PasswordForm>
      ) : (
        <SecretForm
          action={actionPath}
          why={t("Your password is right. One step is left.")}
          asked="code"
          submitText={t("Sign In")}
          passkey={step.asks === "passkey" ? passkey : undefined}
          more={more}
          unexpected={t("The code could not be checked. Please try again.")}
          onGiven={() => close(true)}
          onSignedOut={(problem) => setStep({ asks: "password", problem })}
          onCancel={cancel}
        >
          <CodeField name="code" factor={step.asks} />
        </SecretForm>
      )}
    </Dialog>
  );
}
