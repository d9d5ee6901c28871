import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";

interface DialogProps {
  open: boolean;
  /** Called when Escape, a click outside or a button closes it; the caller then takes `open` back. */
  onClose(): void;
  title: string;
  children: ReactNode;
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

function Modal({ open, onClose, title, role, children }: DialogProps & { role: "dialog" | "alertdialog" }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === "alertdialog" ? `${id}-text` : undefined}
      onClose={() => open && onClose()}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={keepFocusInside}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-box border border-line bg-surface p-0 text-ink shadow-floating"
    >
      {open && (
        <div className="relative p-6">
          <h2 id={`${id}-title`} className="mb-3 pr-10 font-semibold text-lg">
            {title}
          </h2>
          <div id={`${id}-text`}>{children}</div>
        </div>
      )}
    </dialog>
  );
}

/** A modal `dialog` lets the focus out to the browser's own controls; here it goes round instead. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab") return;
  const inside = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [tabindex]",
    ),
  ].filter((element) => !element.matches(":disabled, [tabindex='-1']"));
  const edge = event.shiftKey ? inside.at(0) : inside.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? inside.at(-1) : inside.at(0))?.focus();
}
