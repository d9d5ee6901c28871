import { KeyRound } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { t } from "~/shared/t";
import { canUsePasskeys, type PasskeyPurpose } from "../shared/passkeys.ts";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";

const never = () => () => {};

/** Whether this browser can use passkeys here; undefined on the server and until React has taken the page over. */
export function useCanUsePasskeys(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(never, canUsePasskeys, () => undefined);
}

/**
 * Has the browser ask for a passkey. Nothing where it has none; until that is known, the room is kept.
 * @param onProblem gets the reason when none was given, and undefined when the asking begins
 */
export function PasskeyButton({
  purpose,
  variant = "secondary",
  size,
  disabled = false,
  onAnswer,
  onProblem,
  children,
}: {
  purpose: Exclude<PasskeyPurpose, "add">;
  variant?: ButtonVariant;
  size?: ButtonSize;
  disabled?: boolean;
  /** Gets the answer for the server, as JSON. */
  onAnswer(response: string): void;
  onProblem(problem: string | undefined): void;
  children: string;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const canUse = useCanUsePasskeys();
  if (canUse === false) return null;

  const ask = async () => {
    setIsAsking(true);
    onProblem(undefined);
    const { askForPasskey, passkeyProblem } = await import("../client/passkeys.ts");
    try {
      onAnswer(await askForPasskey(purpose));
    } catch (error) {
      onProblem(passkeyProblem(error));
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Button
      variant={variant}
      size={size}
      disabled={disabled}
      pending={isAsking}
      pendingText={t("Waiting for your passkey...")}
      onClick={ask}
      className={canUse ? "" : "noscript:hidden invisible"}
    >
      {!isAsking && <KeyRound aria-hidden="true" className="size-5" />}
      {children}
    </Button>
  );
}
