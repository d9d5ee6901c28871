import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { ToastsInDialog } from "./toasts.tsx";

interface DialogProps {
  open: boolean;
  /**
   * Called when Escape, a click outside or a button wants to close it. The caller takes `open` back, or leaves it
   * open while there is work in it that must not be lost.
   */
  onClose(): void;
  title: string;
  children: ReactNode;
}

/**
 * A modal dialog: the page behind is out of reach and the focus returns to where it was. The browser's own `dialog`
 * does the work. Its content is mounted only while it is open; its first control has the focus first.
 */
export function Dialog({ children, ...frame }: DialogProps & { wide?: boolean }) {
  return (
    <Modal {...frame} role="dialog">
      {children}
      <button
        type="button"
        aria-label="Close"
        onClick={frame.onClose}
        className="absolute top-2 right-2 flex size-11 items-center justify-center rounded-box text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </Modal>
  );
}

/** Asks before something that can't be taken back. The way out has the focus first. */
export function ConfirmDialog({
  onConfirm,
  confirmText = "Delete",
  pending = false,
  pendingText,
  children,
  ...frame
}: DialogProps & {
  onConfirm(): void;
  confirmText?: string;
  /** The work is under way: neither button answers. */
  pending?: boolean;
  pendingText?: string;
}) {
  return (
    <Modal {...frame} role="alertdialog">
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={pending} onClick={frame.onClose}>
          Cancel
        </Button>
        <Button variant="danger" pending={pending} pendingText={pendingText} onClick={onConfirm}>
          {confirmText}
        </Button>
      </div>
    </Modal>
  );
}

function Modal({
  open,
  onClose,
  title,
  role,
  wide = false,
  children,
}: DialogProps & { role: "dialog" | "alertdialog"; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Before anything is taken off the page: a dialog that is gone by then can't give the focus back.
  useLayoutEffect(() => {
    if (!open) return;
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === "alertdialog" ? `${id}-text` : undefined}
      onCancel={(event) => {
        // A file input's own event of this name comes up as well.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        // It comes late: who opens it again at once would see it close.
        if (target !== currentTarget || currentTarget.open || !open) return;
        // The browser hasn't asked. While its caller leaves it open it is there, with the work in it and what is told.
        currentTarget.showModal();
        onClose();
      }}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          // The browser asks once, and closes the second time whatever the answer.
          event.preventDefault();
          onClose();
        }
        keepFocusInside(event);
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] overflow-hidden rounded-box border border-line bg-surface p-0 text-ink shadow-floating open:flex ${
        wide ? "w-[min(48rem,calc(100vw-2rem))]" : "w-[min(32rem,calc(100vw-2rem))]"
      }`}
    >
      {open && (
        <>
          {/* It scrolls, not the dialog: a press on the dialog's own scrollbar would count as one outside. */}
          <div className="relative w-full overflow-y-auto overscroll-contain p-6">
            <h2 id={`${id}-title`} className="mb-3 wrap-anywhere pr-10 font-semibold text-lg">
              {title}
            </h2>
            <div id={`${id}-text`}>{children}</div>
          </div>
          <ToastsInDialog />
        </>
      )}
    </dialog>
  );
}

/** A modal `dialog` lets the focus out to the browser's own controls; here it goes round instead. */
export function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab") return;
  const inside = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [tabindex]",
    ),
  ].filter((element) => !element.matches(":disabled, [tabindex='-1']") && element.checkVisibility());
  const edge = event.shiftKey ? inside.at(0) : inside.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? inside.at(-1) : inside.at(0))?.focus();
}
