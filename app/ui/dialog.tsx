import { X } from "lucide-react";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useBackCloses } from "./back.ts";
import { Button } from "./button.tsx";
import { ToastsInDialog } from "./toasts.tsx";

interface DialogProps {
  open: boolean;
  /**
   * Called when Escape, Back, a press outside or a button wants to close it. The caller takes `open` back, or leaves it
   * open while there is work in it that must not be lost.
   */
  onClose(): void;
  title: string;
  children: ReactNode;
}

/** Closes the dialog that one is in, unless it has to ask first. */
const CloseContext = createContext(() => {});

/**
 * A modal dialog: the page behind is out of reach and the focus returns to where it was. The browser's own `dialog`
 * does the work. Its content is mounted only while it is open; its first control has the focus first. Where something
 * has been typed, it asks before it is closed, and before the page is left.
 */
export function Dialog({
  isBusy = false,
  children,
  onClose,
  ...frame
}: DialogProps & {
  wide?: boolean;
  /** Its form is being sent: the dialog stays. */
  isBusy?: boolean;
}) {
  const content = useRef<HTMLDivElement>(null);
  const atFirst = useRef<ReadonlyMap<Element, string>>(new Map());
  const [isAsking, setIsAsking] = useState(false);
  const { open } = frame;

  useLayoutEffect(() => {
    if (!open) return;
    atFirst.current = valuesIn(content.current);
    return () => setIsAsking(false);
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const preventLeaving = (event: BeforeUnloadEvent) => {
      if (hasChanged(content.current, atFirst.current)) event.preventDefault();
    };
    addEventListener("beforeunload", preventLeaving);
    return () => removeEventListener("beforeunload", preventLeaving);
  }, [open]);

  const close = () => {
    if (isBusy) return;
    if (hasChanged(content.current, atFirst.current)) setIsAsking(true);
    else onClose();
  };
  return (
    <>
      <Modal {...frame} onClose={close} role="dialog">
        <div ref={content}>
          <CloseContext value={close}>{children}</CloseContext>
        </div>
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="absolute top-2 right-2 flex size-11 items-center justify-center rounded-box text-muted hover:text-foreground"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </Modal>
      {open && isAsking && (
        <ConfirmDialog
          open
          title="Discard what you typed?"
          confirmText="Discard"
          onClose={() => setIsAsking(false)}
          onConfirm={onClose}
        >
          <p>It has not been saved.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The 'Cancel' of a form in a dialog: closes as the cross does. */
export function CancelButton({ disabled }: { disabled: boolean }) {
  return (
    <Button variant="secondary" disabled={disabled} onClick={useContext(CloseContext)}>
      Cancel
    </Button>
  );
}

/** Passwords and search words are left out: they are typed again in a moment. */
const controls =
  "input:not([type=hidden], [type=search], [type=password], [type=file], [type=range]), textarea, select";

function valuesIn(content: Element | null): Map<Element, string> {
  const found = content?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    controls,
  );
  return new Map([...(found ?? [])].map((control) => [control, valueIn(control)]));
}

function valueIn(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  const isChoice = control.type === "checkbox" || control.type === "radio";
  return isChoice && control instanceof HTMLInputElement ? String(control.checked) : control.value;
}

function hasChanged(content: Element | null, atFirst: ReadonlyMap<Element, string>): boolean {
  return [...valuesIn(content)].some(([control, value]) => (atFirst.get(control) ?? value) !== value);
}

/** Asks before an action that can't be undone. The cancel button has the focus first. */
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
  /** False where Back has another meaning already. */
  isClosedByBack?: boolean;
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
  isClosedByBack = true,
  children,
}: DialogProps & { role: "dialog" | "alertdialog"; wide?: boolean; isClosedByBack?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useBackCloses(open && isClosedByBack, onClose);

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
        // The event comes late: a dialog that was opened again at once would close.
        if (target !== currentTarget || currentTarget.open || !open) return;
        // The browser hasn't asked. While its caller leaves it open it stays, with its typed text and its messages.
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
      className={`m-auto max-h-[calc(100dvh-2rem)] overflow-hidden rounded-box border border-line bg-surface p-0 text-foreground shadow-floating open:flex ${
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
