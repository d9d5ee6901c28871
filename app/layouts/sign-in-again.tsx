import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { signInPath } from "~/shared/return-path";
import { setAsker } from "~/shared/sign-in-again";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { PasswordForm } from "~/ui/password-form";
import type { Account } from "./account.ts";
import { useAccount } from "./use-account.ts";

/** Asks the user to sign in again on the open screen, which keeps their text. */
export function SignInAgain() {
  const account = useAccount();
  return account && <SignInDialog key={account.id} account={account} />;
}

function SignInDialog({ account: { id, email } }: { account: Account }) {
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(isSignedIn: boolean) => void>(undefined);
  const { pathname, search } = useLocation();

  useEffect(() => {
    const takeBack = setAsker({
      account: id,
      ask: () =>
        new Promise<boolean>((resolve) => {
          settle.current = resolve;
          setIsOpen(true);
        }),
    });
    return () => {
      takeBack();
      settle.current?.(false);
    };
  }, [id]);

  const close = (isSignedIn: boolean) => {
    setIsOpen(false);
    settle.current?.(isSignedIn);
  };
  return (
    <Dialog open={isOpen} onClose={() => close(false)} title="Please sign in again">
      <PasswordForm
        action="/signin/again"
        why="You are no longer signed in. What you have written is still here, and what you were about to do goes on once you have signed in."
        submitText="Sign In"
        onGiven={() => close(true)}
        onCancel={() => close(false)}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" readOnly value={email} />
      </PasswordForm>
      <div className="mt-5 flex flex-wrap justify-between gap-x-4">
        <a href="/signin?reset=1" target="_blank" rel="noreferrer" className="py-2.5 text-link text-sm">
          Forgot password?
        </a>
        <a href={signInPath(pathname + search)} className="py-2.5 text-link text-sm">
          Use another account
        </a>
      </div>
    </Dialog>
  );
}
