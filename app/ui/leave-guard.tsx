import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./dialog.tsx";

/** Asks before a screen is left whose changes aren't saved: by a link, by going back, or by closing the tab. */
export function LeaveGuard({ hasChanges, text }: { hasChanges: boolean; text: string }) {
  const stay = useRef<() => void>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // Sending the screen's own form leads to the screen itself.
    if (!hasChanges || currentLocation.pathname === nextLocation.pathname) return false;
    // Back closes the question as well, once the router has taken note of it.
    if (historyAction === "POP" && stay.current) setTimeout(stay.current);
    return true;
  });
  useEffect(() => {
    stay.current = blocker.reset;
  }, [blocker.reset]);

  useEffect(() => {
    if (!hasChanges) return;
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", preventLeaving);
    return () => removeEventListener("beforeunload", preventLeaving);
  }, [hasChanges]);

  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title="Leave without saving?"
      confirmText="Leave"
      isClosedByBack={false}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {text}
    </ConfirmDialog>
  );
}
