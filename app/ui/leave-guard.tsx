import { useEffect, useLayoutEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { t } from "~/shared/t";
import { useOnDemand } from "./use-on-demand.ts";

/** Each form on the screen that holds what isn't saved. */
const unsaved = new Set<symbol>();

/** Whether leaving the screen now would lose what was typed. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Has leaving the screen, by a link, by going back or by closing the tab, ask first while there are changes. */
export function useUnsaved(hasChanges: boolean): void {
  // Together with what the screen shows: a link that is pressed as soon as that says it is saved asks nothing.
  useLayoutEffect(() => {
    if (!hasChanges) return;
    const form = Symbol();
    // So that the question is here even if the connection isn't, by then.
    loadDialog().catch(() => {});
    unsaved.add(form);
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", preventLeaving);
    return () => {
      unsaved.delete(form);
      removeEventListener("beforeunload", preventLeaving);
    };
  }, [hasChanges]);
}

const loadDialog = () => import("./dialog.tsx");

/** The question before a screen is left whose changes aren't saved. Once in each frame: the router takes one only. */
export function LeaveGuard() {
  const stay = useRef<() => void>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // Sending the screen's own form leads to the screen itself.
    if (unsaved.size === 0 || currentLocation.pathname === nextLocation.pathname) return false;
    // Back closes the question as well, once the router has taken note of it.
    if (historyAction === "POP" && stay.current) setTimeout(stay.current);
    return true;
  });
  useEffect(() => {
    stay.current = blocker.reset;
  }, [blocker.reset]);

  const isAsking = blocker.state === "blocked";
  const dialog = useOnDemand(isAsking, loadDialog, () => blocker.reset?.());
  if (!dialog) return null;
  return (
    <dialog.ConfirmDialog
      open={isAsking}
      title={t("Leave without saving?")}
      confirmText={t("Leave")}
      isClosedByBack={false}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {t("What you have changed here isn't saved yet.")}
    </dialog.ConfirmDialog>
  );
}
