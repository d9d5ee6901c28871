import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useFetcher } from "react-router";
import { writesIn } from "~/client/writes-in";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { useToast } from "./toasts.tsx";
import { useAnswer } from "./use-answer.ts";

/** The form that takes back what was done, and the address that executes it. It answers as `useUndoAnswer` expects. */
export interface UndoForm {
  action: string;
  fields: Record<string, string>;
}

type OfferUndo = (message: string, form: UndoForm) => void;

const undoMs = 10_000;

const UndoContext = createContext<OfferUndo>(() => {});

/**
 * What was done as a toast, with 'Undo' in it for ten seconds. It stays on the way to another screen.
 */
export function useUndo(): OfferUndo {
  return useContext(UndoContext);
}

/** The form that brings back the rows with these ids, separated by spaces, which `deleteRestorably` has deleted. */
export function restoring(ids: string): UndoForm {
  return { action: "/recently-deleted", fields: { intent: "restore", ids } };
}

/** Says how it went with an undo: its action answers `undone`, and `kept` where something could not be taken back. */
export function useUndoAnswer(answer: unknown): void {
  const toast = useToast();
  useAnswer(answer, (answer) => {
    if (isNothingDone(answer)) {
      const failure = t("Failed to undo this");
      return toast.error(failureText(answer, failure) ?? failure);
    }
    const { undone, kept }: { undone?: unknown; kept?: unknown } = answer;
    if (typeof undone === "string") toast.success(undone);
    if (typeof kept === "string") toast.error(kept, 0);
  });
}

/** Holds the offers above the screens. Ctrl+Z or Cmd+Z takes the last one, except in a field, which has its own. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const toasts = useToast();
  const fetcher = useFetcher<unknown>();
  const [waiting, setWaiting] = useState<UndoForm[]>([]);
  const last = useRef<{ take(): void; until: number }>(null);
  useUndoAnswer(fetcher.state === "idle" ? fetcher.data : undefined);

  // One after another: a fetcher gives up what it sends for what it is given next.
  const send = useEffectEvent(([next, ...later]: UndoForm[]) => {
    if (!next) return;
    setWaiting(later);
    fetcher.submit(next.fields, { method: "post", action: next.action });
  });
  useEffect(() => {
    if (fetcher.state === "idle") send(waiting);
  }, [waiting, fetcher.state]);

  const offer = useCallback<OfferUndo>(
    (message, form) => {
      let isTaken = false;
      const take = () => {
        if (isTaken) return;
        isTaken = true;
        close();
        setWaiting((before) => [...before, form]);
      };
      const close = toasts.show({
        type: "success",
        message,
        duration: undoMs,
        action: { text: t("Undo"), onPress: take },
      });
      last.current = { take, until: Date.now() + undoMs };
    },
    [toasts],
  );

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isUndo =
        event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isUndo || event.defaultPrevented || writesIn(event.target)) return;
      if (!last.current || Date.now() > last.current.until) return;
      event.preventDefault();
      last.current.take();
      last.current = null;
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);

  return <UndoContext value={offer}>{children}</UndoContext>;
}
