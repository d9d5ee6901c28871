import { type ReactNode, type RefObject, useRef } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { ConfirmDialog } from "./dialog.tsx";
import { useToast } from "./toasts.tsx";
import { type UndoForm, useUndo } from "./undo.tsx";
import { useAnswer } from "./use-answer.ts";
import { useFocusAfter } from "./use-focus-after.ts";

/**
 * Asks, then has the route's action delete: a form of `intent` and `id`. It stays open until that is done, and when
 * it fails, so that one can try again.
 */
export function DeleteDialog({
  id,
  intent,
  title,
  texts,
  button = { text: t("Delete"), pending: t("Deleting...") },
  undo,
  focusAfter,
  onDone,
  onClose,
  children,
}: {
  /** The item to be deleted; null while there is none. */
  id: string | null;
  intent: string;
  title: string;
  /** The texts of the toasts. */
  texts: { done: string; failed: string };
  /** The texts of its button, where that isn't 'Delete', and while the deletion is pending. */
  button?: { text: string; pending: string };
  /** The form that takes back what `id` has deleted, where that is possible. */
  undo?(id: string, answer: object): UndoForm;
  /** Gets the focus afterwards, where the pressed button is gone with its row. */
  focusAfter: RefObject<HTMLElement | null>;
  /** It is deleted. */
  onDone?(): void;
  onClose(): void;
  children: ReactNode;
}) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const offerUndo = useUndo();
  // With its row the caller may have lost the id.
  const sent = useRef<string>(null);
  const isBusy = fetcher.state !== "idle";

  // The list is without it by then.
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer)) return toast.error(failureText(answer, texts.failed) ?? texts.failed);
    if (undo && sent.current) offerUndo(texts.done, undo(sent.current, answer));
    else toast.success(texts.done);
    onDone?.();
    onClose();
  });
  useFocusAfter(id !== null, focusAfter);

  return (
    <ConfirmDialog
      open={id !== null}
      title={title}
      onClose={() => !isBusy && onClose()}
      onConfirm={() => {
        sent.current = id;
        fetcher.submit({ intent, id }, { method: "post" });
      }}
      confirmText={button.text}
      pending={isBusy}
      pendingText={button.pending}
    >
      {children}
    </ConfirmDialog>
  );
}
