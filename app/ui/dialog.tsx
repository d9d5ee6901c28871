import { X } from "lucide-react";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "~/shared/t";
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

/** Who in the dialog holds work that its fields don't show, such as a file that was chosen. */
const UnsavedContext = createContext(new Set<symbol>());

/** Has the dialog that one is in ask before it is closed, as it does where something was typed. */
export function useUnsavedInDialog(hasWork: boolean): void {
  const holders = useContext(UnsavedContext);
  useEffect(() => {
    if (!hasWork) return;
    const holder = Symbol();
    holders.add(holder);
    return () => {
      holders.delete(holder);
    };
  }, [hasWork, holders]);
}

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
  /** On a wide screen it leaves the page's preview in sight, where its tool has one. */
  isBesidePreview?: boolean;
  /** Its form is being sent: the dialog stays. */
  isBusy?: boolean;
}) {
  const content = useRef<HTMLDivElement>(null);
  const atFirst = useRef<ReadonlyMap<Element, string>>(new Map());
  const [isAsking, setIsAsking] = useState(false);
  const [holders] = useState(() => new Set<symbol>());
  const { open } = frame;
  const holdsWork = () => holders.size > 0 || hasChanged(content.current, atFirst.current);
  const isToBeKept = useEffectEvent(holdsWork);

  useLayoutEffect(() => {
    if (!open) return;
    atFirst.current = valuesIn(content.current);
    return () => setIsAsking(false);
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const preventLeaving = (event: BeforeUnloadEvent) => {
      if (isToBeKept()) event.preventDefault();
    };
    addEventListener("beforeunload", preventLeaving);
    return () => removeEventListener("beforeunload", preventLeaving);
  }, [open]);

  const close = () => {
    if (isBusy) return;
    if (holdsWork()) setIsAsking(true);
    else onClose();
  };
  return (
    <>
      <Modal
        {...frame}
        onClose={close}
        role="dialog"
        cross={
          <button
            type="button"
            aria-label={t("Close")}
            onClick={close}
            className="absolute top-3 end-4 z-20 flex size-11 items-center justify-center rounded-box text-muted hover:text-foreground"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        }
      >
        <div ref={content}>
          <UnsavedContext value={holders}>
            <CloseContext value={close}>{children}</CloseContext>
          </UnsavedContext>
        </div>
      </Modal>
      {open && isAsking && (
        <ConfirmDialog
          open
          title={t("Discard what you typed?")}
          confirmText={t("Discard")}
          onClose={() => setIsAsking(false)}
          onConfirm={onClose}
        >
          <p>{t("It has not been saved.")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * The buttons at the end of a dialog's content, or of a form in it: in sight however far the rest is scrolled. It stands
 * at the very edge, on the padding, which sticky elements otherwise keep clear of.
 */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-foot
      className="sticky -bottom-6 z-10 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-line border-t bg-surface px-6 py-4"
    >
      {children}
    </div>
  );
}

/** The 'Cancel' of a form in a dialog: closes as the cross does. */
export function CancelButton({
  disabled = false,
  children = t("Cancel"),
  ref,
}: Pick<ComponentProps<"button">, "disabled" | "children" | "ref">) {
  return (
    <Button ref={ref} variant="secondary" disabled={disabled} onClick={useContext(CloseContext)}>
      {children}
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
  confirmText = t("Delete"),
  pending = false,
  pendingText,
  isDangerous = true,
  children,
  ...frame
}: DialogProps & {
  onConfirm(): void;
  confirmText?: string;
  /** The work is under way: neither button answers. */
  pending?: boolean;
  pendingText?: string;
  /** False where what is confirmed takes nothing away. */
  isDangerous?: boolean;
  /** False where Back has another meaning already. */
  isClosedByBack?: boolean;
}) {
  return (
    <Modal
      {...frame}
      role="alertdialog"
      foot={
        <DialogFoot>
          <Button variant="secondary" disabled={pending} onClick={frame.onClose}>
            {t("Cancel")}
          </Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            pending={pending}
            pendingText={pendingText}
            onClick={onConfirm}
          >
            {confirmText}
          </Button>
        </DialogFoot>
      }
    >
      {children}
    </Modal>
  );
}

function Modal({
  open,
  onClose,
  title,
  role,
  wide = false,
  isBesidePreview = false,
  isClosedByBack = true,
  cross,
  foot,
  children,
}: DialogProps & {
  role: "dialog" | "alertdialog";
  wide?: boolean;
  isBesidePreview?: boolean;
  isClosedByBack?: boolean;
  /** The button in its corner, which comes after the content by keyboard. */
  cross?: ReactNode;
  /** The buttons of a question, which are no part of its text. */
  foot?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useBackCloses(open && isClosedByBack, onClose);

  // Before anything is taken off the page: a dialog that is gone by then can't give the focus back.
  useLayoutEffect(() => {
    if (!open) return;
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // A content that scrolls is something that the browser would rather focus than what is in it.
    if (!document.activeElement?.matches(focusable)) controlsIn(element).at(0)?.focus();
    return () => element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === "alertdialog" ? `${id}-text` : undefined}
      data-beside-preview={isBesidePreview || undefined}
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
      className={`end-(--preview-room,0) m-auto max-h-[calc(100dvh-2rem)] overflow-hidden rounded-box border border-line bg-surface p-0 text-foreground shadow-floating open:flex ${
        wide
          ? "w-[min(48rem,calc(100vw-2rem-var(--preview-room,0px)))]"
          : "w-[min(32rem,calc(100vw-2rem-var(--preview-room,0px)))]"
      }`}
    >
      {open && (
        <>
          {/* It scrolls, not the dialog: a press on the dialog's own scrollbar would count as one outside. */}
          <div className="relative w-full scroll-pt-16 scroll-pb-24 overflow-y-auto overscroll-contain p-6 pt-0">
            <h2
              id={`${id}-title`}
              className={`wrap-anywhere sticky top-0 z-10 -mx-6 bg-surface pt-6 pb-3 ps-6 font-semibold text-lg ${cross ? "pe-16" : "pe-6"}`}
            >
              {title}
            </h2>
            <div id={`${id}-text`} className={foot ? "pb-6" : undefined}>
              {children}
            </div>
            {foot}
          </div>
          {cross}
          <ToastsInDialog />
        </>
      )}
    </dialog>
  );
}

const focusable = "a[href], button, input, select, textarea, [tabindex]";

/** What Tab goes through, in its order. */
function controlsIn(dialog: HTMLElement): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !element.matches(":disabled, [type=hidden], [tabindex='-1']") && element.checkVisibility(),
  );
}

/** A modal `dialog` lets the focus out to the browser's own controls; here it goes round instead. */
export function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab") return;
  const inside = controlsIn(event.currentTarget);
  const edge = event.shiftKey ? inside.at(0) : inside.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? inside.at(-1) : inside.at(0))?.focus();
}
