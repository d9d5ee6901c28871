import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./dialog.tsx";

/** Asks before a screen is left whose changes aren't saved: by a link, by going back, or by closing the tab. */
export function LeaveGuard({ hasChanges, text }: { hasChanges: boolean; text: string }) {
  // Sending the screen's own form leads to the screen itself.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasChanges && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!hasChanges) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasChanges]);

  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title="Leave without saving?"
      confirmText="Leave"
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {text}
    </ConfirmDialog>
  );
}
