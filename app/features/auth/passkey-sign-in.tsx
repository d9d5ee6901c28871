import { useEffect, useEffectEvent, useState } from "react";
import { useSubmit } from "react-router";
import { PasskeyButton, useCanUsePasskeys } from "~/ui/passkey-button";

/** Sooner than the server forgets what it has asked. */
const renewAfterMs = 4 * 60_000;

/**
 * Signing in with a passkey, from the suggestions of the address field or by a button. Nothing where the browser can't, and
 * without script.
 * @param onProblem gets the reason when no passkey came
 */
export function PasskeySignIn({
  isBusy,
  onProblem,
}: {
  isBusy: boolean;
  onProblem(problem: string | undefined): void;
}) {
  const submit = useSubmit();
  const [isPressed, setIsPressed] = useState(false);
  const canUse = useCanUsePasskeys();
  const isWaiting = canUse === true && !isPressed && !isBusy;

  const send = (response: string) => {
    const form = new FormData();
    form.set("intent", "use-passkey");
    form.set("response", response);
    const remember = document.querySelector<HTMLInputElement>("input[name=remember]");
    if (remember?.checked) form.set("remember", "on");
    submit(form, { method: "post" });
  };
  const sendChosen = useEffectEvent(send);

  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    let stop = () => {};
    let offeredAt = 0;
    const offer = async () => {
      if (document.hidden || Date.now() - offeredAt < renewAfterMs) return;
      offeredAt = Date.now();
      const { canAutofill, stopAsking, askForPasskey } = await import("~/client/passkeys");
      if (!(await canAutofill()) || isOver) return;
      stop = stopAsking;
      const response = await askForPasskey("sign-in", { isAutofill: true });
      if (!isOver) sendChosen(response);
    };
    // Nobody has pressed anything: where it fails, the page is as it would be without.
    const offerQuietly = () => offer().catch(() => {});
    offerQuietly();
    const timer = setInterval(offerQuietly, renewAfterMs);
    document.addEventListener("visibilitychange", offerQuietly);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", offerQuietly);
      stop();
    };
  }, [isWaiting]);

  return (
    <PasskeyButton
      purpose="sign-in"
      size="lg"
      disabled={isBusy}
      onAnswer={(response) => {
        send(response);
        setIsPressed(false);
      }}
      onProblem={(problem) => {
        // It is undefined as the asking begins, which ends the other one.
        setIsPressed(problem === undefined);
        onProblem(problem);
      }}
    >
      Sign in with a passkey
    </PasskeyButton>
  );
}
