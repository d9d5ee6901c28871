import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { ConfirmDialog } from "./dialog.tsx";
import { useToast } from "./toasts.tsx";
import { useAnswer } from "./use-answer.ts";

/**
 * Asks, then has the route's action delete: a form of `intent` and `id`. It stays open until that is done, and when
 * it fails, so that one can try again.
 */
export function DeleteDialog({
  id,
  intent,
  title,
  texts,
  focusAfter,
  onClose,
  children,
}: {
  /** What is to be deleted; null while nothing is. */
  id: string | null;
  intent: string;
  title: string;
  /** What the toasts say. */
  texts: { done: string; failed: string };
  /** Has the focus afterwards: the button that was pressed is gone with what it stood beside. */
  focusAfter: RefObject<HTMLElement | null>;
  onClose(): void;
  children: ReactNode;
}) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const hasDeleted = useRef(false);
  const isBusy = fetcher.state !== "idle";

  // The list is without it by then.
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer)) return toast.error(failureText(answer, texts.failed) ?? texts.failed);
    toast.success(texts.done);
    hasDeleted.current = true;
    onClose();
  });
  // After the dialog has given the focus back to what may be gone.
  useEffect(() => {
    if (id !== null || !hasDeleted.current) return;
    hasDeleted.current = false;
    focusAfter.current?.focus();
  }, [id, focusAfter]);

  return (
    <ConfirmDialog
      open={id !== null}
      title={title}
      onClose={() => !isBusy && onClose()}
      onConfirm={() => fetcher.submit({ intent, id }, { method: "post" })}
      pending={isBusy}
      pendingText="Deleting..."
    >
      {children}
    </ConfirmDialog>
  );
}
