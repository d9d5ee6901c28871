import { X } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { t } from "~/shared/t";
import { type AlertType, alertLooks } from "./alert-looks.ts";

/** [1 §3] */
export interface ToastOptions {
  type: AlertType;
  message: string;
  /** Milliseconds, 5000 by default; zero or less stays until it is closed. [1 §4, §9] */
  duration?: number;
  /** A button in it, such as one that takes back what was done; pressing it closes the toast. */
  action?: { text: string; onPress(): void };
}

export interface Toasts {
  /** @returns what closes it */
  show(toast: ToastOptions): () => void;
  success(message: string, duration?: number): void;
  error(message: string, duration?: number): void;
  info(message: string, duration?: number): void;
}

interface ShownToast extends ToastOptions {
  id: number;
  duration: number;
}

const ToastContext = createContext<Toasts | null>(null);

/** The shown toasts, and their place: behind an open dialog nothing can be read out or closed. */
interface ToastPlace {
  shown: ShownToast[];
  close(id: number): void;
  /** A dialog takes the toasts over. @returns what gives them back */
  takeOver(): () => void;
}

const ToastPlaceContext = createContext<ToastPlace | null>(null);

/** The same object for the life of the provider. @throws outside of a `ToastProvider` [1 §8] */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("useToast must be used within ToastProvider");
  return toasts;
}

/** Whether the second takes the first one's place: it is read out again, but stands there once. What can be pressed stays. */
function saysSame(shown: ToastOptions, next: ToastOptions): boolean {
  return shown.message === next.message && shown.type === next.type && !shown.action && !next.action;
}

/** Shows toasts top right, newest last, and has them read out: errors at once, the others in a pause. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast[]>([]);
  const close = useCallback(
    (id: number) => setShown((current) => current.filter((toast) => toast.id !== id)),
    [],
  );

  const toasts = useMemo<Toasts>(() => {
    let lastId = 0;
    const show = ({ duration = 5000, ...options }: ToastOptions) => {
      lastId += 1;
      const id = lastId;
      setShown((current) => [
        ...current.filter((toast) => !saysSame(toast, options)),
        { ...options, id, duration },
      ]);
      return () => close(id);
    };
    return {
      show,
      success: (message, duration) => void show({ type: "success", message, duration }),
      error: (message, duration) => void show({ type: "error", message, duration }),
      info: (message, duration) => void show({ type: "info", message, duration }),
    };
  }, [close]);

  const [openDialogs, setOpenDialogs] = useState(0);
  const takeOver = useCallback(() => {
    setOpenDialogs((count) => count + 1);
    return () => setOpenDialogs((count) => count - 1);
  }, []);
  const place = useMemo(() => ({ shown, close, takeOver }), [shown, close, takeOver]);

  return (
    <ToastContext value={toasts}>
      <ToastPlaceContext value={place}>
        {children}
        <ToastList shown={openDialogs > 0 ? [] : shown} close={close} />
      </ToastPlaceContext>
    </ToastContext>
  );
}

/** The toasts while a modal dialog is open, which has to hold them itself. For `dialog.tsx` alone. */
export function ToastsInDialog() {
  const place = useContext(ToastPlaceContext);
  const takeOver = place?.takeOver;
  // Before anything is painted: between the two places a toast would be gone for a moment, and read out again.
  useLayoutEffect(() => takeOver?.(), [takeOver]);
  return place && <ToastList shown={place.shown} close={place.close} />;
}

/**
 * The toasts stand at the end of the page, after its longest list, and some for ten seconds only: F6 moves the focus to the
 * newest one, and back. A toast that is closed or answered by keyboard gives the focus back.
 */
function ToastList({ shown, close }: Pick<ToastPlace, "shown" | "close">) {
  const list = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element>(null);
  const giveBack = useCallback(() => {
    const before = cameFrom.current;
    const goal = before?.isConnected ? before : document.getElementById("content");
    if (goal instanceof HTMLElement) goal.focus({ preventScroll: true });
  }, []);

  const isEmpty = shown.length === 0;
  // From the moment that a toast is in sight.
  useLayoutEffect(() => {
    if (isEmpty) return;
    const handleKey = (event: KeyboardEvent) => {
      const isMove = event.key === "F6" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isMove || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      if (list.current?.contains(document.activeElement)) giveBack();
      else list.current?.lastElementChild?.querySelector("button")?.focus();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [isEmpty, giveBack]);

  return (
    <section
      ref={list}
      onFocus={({ relatedTarget }) => {
        if (!list.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      aria-label={t("Notifications")}
      aria-live="polite"
      className="pointer-events-none fixed top-16 end-0 z-50 flex max-h-[calc(100dvh-4rem)] w-full flex-col gap-2 overflow-y-auto p-4 empty:hidden sm:w-96"
    >
      {shown.map((toast) => (
        <ToastBox key={toast.id} toast={toast} close={close} giveBack={giveBack} />
      ))}
    </section>
  );
}

/** How long a toast whose time is up waits for the pointer or the focus to leave it. */
const readingMs = 1000;

function ToastBox({
  toast,
  close,
  giveBack,
}: {
  toast: ShownToast;
  close(id: number): void;
  /** Takes the focus from a toast that goes. */
  giveBack(): void;
}) {
  const { Icon, className } = alertLooks[toast.type];
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const shown = box.current;
    return () => {
      if (shown?.matches(":focus-within")) giveBack();
    };
  }, [giveBack]);

  useEffect(() => {
    if (toast.duration <= 0) return;
    const closeUnlessRead = () => {
      if (box.current?.matches(":hover, :focus-within")) timer = setTimeout(closeUnlessRead, readingMs);
      else close(toast.id);
    };
    let timer = setTimeout(closeUnlessRead, toast.duration);
    return () => clearTimeout(timer);
  }, [toast, close]);

  return (
    <div
      ref={box}
      role={toast.type === "error" ? "alert" : undefined}
      className={`pointer-events-auto flex items-start gap-3 rounded-box border py-1 pe-1 ps-4 text-sm shadow-raised transition-[opacity,translate] duration-200 starting:translate-x-8 starting:opacity-0 ${className}`}
    >
      <Icon aria-hidden="true" className="mt-3 size-5 shrink-0" />
      <p className="min-w-0 grow py-2.5 font-medium">{toast.message}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            toast.action?.onPress();
            close(toast.id);
          }}
          className="min-h-11 shrink-0 rounded-box px-2 font-semibold underline"
        >
          {toast.action.text}
        </button>
      )}
      <button
        type="button"
        aria-label={t("Close notification")}
        onClick={() => close(toast.id)}
        className="flex size-11 shrink-0 items-center justify-center rounded-box"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
