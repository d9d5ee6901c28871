import { useEffect, useRef, useState } from "react";
import { setAsker } from "~/shared/sign-in-again";
import { useOnDemand } from "~/ui/use-on-demand";
import type { Account } from "./account.ts";
import { useAccount } from "./use-account.ts";

/** Asks the user to sign in again on the open screen, which keeps their text. */
export function SignInAgain() {
  const account = useAccount();
  return account && <Asker key={account.id} account={account} />;
}

function Asker({ account }: { account: Account }) {
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(isSignedIn: boolean) => void>(undefined);
  const { id } = account;

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
  // Without its code it is as if the question had been cancelled: what was about to be done says that it couldn't.
  const dialog = useOnDemand(
    isOpen,
    () => import("./sign-in-dialog.tsx"),
    () => close(false),
  );
  return dialog && <dialog.SignInDialog account={account} open={isOpen} onClose={close} />;
}
