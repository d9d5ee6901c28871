import { CircleAlert } from "lucide-react";
import { type ReactNode, useContext, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import type { AccountUploads } from "~/client/account-uploads.ts";
import { discardUnfinished, type UnfinishedUpload, unfinishedUploads } from "~/client/unfinished-uploads.ts";
import { newUploadQueue, type QueuedUpload, type UploadQueue } from "~/client/upload-queue.ts";
import { language, t } from "~/shared/t";
import { Button } from "./button.tsx";
import { UploadsContext } from "./uploads-context.ts";

/** The queue of one kind; the same one wherever it is asked for. @throws outside of an `UploadsProvider` */
export function useUploads(kind: string): UploadQueue {
  return useAllUploads().queueOf(kind, newUploadQueue);
}

function useAllUploads(): AccountUploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error("Uploads must be used within UploadsProvider");
  return uploads;
}

/** The files on their way as a list shows them, in their order. */
export function useQueuedUploads(queue: UploadQueue): readonly QueuedUpload[] {
  return useSyncExternalStore(queue.subscribe, queue.items, none);
}

const nothing: readonly QueuedUpload[] = [];
const none = () => nothing;

/**
 * One row for each file on its way, and one for each that was on its way when its page was closed. Nothing at all when
 * there are none.
 */
export function UploadList({
  kind,
  onArrived,
}: {
  kind: string;
  /** Files that were sent earlier have been taken over only now. */
  onArrived?(): void;
}) {
  const queue = useUploads(kind);
  const items = useQueuedUploads(queue);
  const { restored, showHere } = useAllUploads();
  useEffect(() => showHere(kind), [kind, showHere]);
  const [earlier, forget] = useUnfinished(kind, items, restored, onArrived);
  if (items.length === 0 && earlier.length === 0) return null;
  return (
    <ul aria-label={t("Uploads")} className="grid gap-3">
      {items.map((item) => (
        <li key={item.id}>
          <UploadRow item={item} queue={queue} />
        </li>
      ))}
      {earlier.map((upload) => (
        <li key={upload.key}>
          <Frame
            name={upload.name}
            text={t("Not finished: {sent} of {size} MB have arrived.", megabytes(upload))}
          >
            <p className="min-w-0 grow text-sm">
              {t("Choose the same file again, and it goes on from there.")}
            </p>
            <Button
              variant="quiet"
              aria-label={t("Remove {name}", { name: upload.name })}
              onClick={() => forget(upload.key)}
            >
              {t("Remove")}
            </Button>
          </Frame>
        </li>
      ))}
    </ul>
  );
}

/** Uploads that were begun and are not in the queue. */
function useUnfinished(
  kind: string,
  items: readonly QueuedUpload[],
  restored: Promise<void>,
  onArrived: (() => void) | undefined,
): [UnfinishedUpload[], (key: string) => void] {
  const [unfinished, setUnfinished] = useState<UnfinishedUpload[]>([]);
  const latest = useRef({ items, onArrived });
  latest.current = { items, onArrived };
  const queued = items.map(({ id }) => id).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew whenever a file joins or leaves the queue
  useEffect(() => {
    let isCurrent = true;
    const isQueued = ({ name, size }: { name: string; size: number }) =>
      latest.current.items.some((item) => item.name === name && item.size === size);
    const resting = (uploads: UnfinishedUpload[]) => uploads.filter((upload) => !isQueued(upload));
    setUnfinished(resting);
    const look = async () => {
      // What goes on by itself is in the queue by then.
      await restored;
      if (!isCurrent) return;
      const found = await unfinishedUploads(kind, isQueued);
      if (!isCurrent) return;
      setUnfinished(resting(found.unfinished));
      if (found.arrived > 0) latest.current.onArrived?.();
    };
    look();
    return () => {
      isCurrent = false;
    };
  }, [kind, queued, restored]);

  const forget = (key: string) => {
    setUnfinished((current) => current.filter((upload) => upload.key !== key));
    discardUnfinished(key);
  };
  return [unfinished, forget];
}

/** One file on its way: how far it is, and what can be done about it. */
export function UploadRow({ item, queue }: { item: QueuedUpload; queue: UploadQueue }) {
  const { id, name, size, sent, state, isRetrying, reason, mayHelp } = item;
  const named = (label: string) => ({ variant: "quiet", "aria-label": label }) as const;
  const isChecking = state === "sending" && sent >= size && !isRetrying;
  if (state === "failed") {
    return (
      <Frame name={name} text={t("Not uploaded. {reason}", { reason: reason ?? "" })} isWrong>
        {mayHelp && (
          <Button {...named(t("Try again {name}", { name }))} onClick={() => queue.resume(id)}>
            {t("Try again")}
          </Button>
        )}
        <Button {...named(t("Remove {name}", { name }))} onClick={() => queue.remove(id)}>
          {t("Remove")}
        </Button>
      </Frame>
    );
  }
  if (state === "stopped") {
    return (
      <Frame name={name} text={t("Stopped at {sent} of {size} MB.", megabytes(item))}>
        <Button {...named(t("Resume {name}", { name }))} onClick={() => queue.resume(id)}>
          {t("Resume")}
        </Button>
        <Button {...named(t("Remove {name}", { name }))} onClick={() => queue.remove(id)}>
          {t("Remove")}
        </Button>
      </Frame>
    );
  }
  const text =
    state === "waiting"
      ? t("Waiting its turn")
      : isRetrying
        ? t("It didn't arrive. Trying again...")
        : isChecking
          ? t("Checking...")
          : t("{sent} of {size} MB", megabytes(item));
  return (
    <Frame name={name} text={text}>
      <progress aria-label={name} value={sent} max={size} className="h-2 min-w-0 grow accent-primary" />
      <Button {...named(t("Stop {name}", { name }))} disabled={isChecking} onClick={() => queue.stop(id)}>
        {t("Stop")}
      </Button>
    </Frame>
  );
}

function Frame({
  name,
  text,
  isWrong = false,
  children,
}: {
  name: string;
  text: string;
  isWrong?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset
      aria-labelledby={id}
      className="grid min-w-0 rounded-box border border-line bg-surface px-4 pt-3 pb-1 sm:px-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p id={id} dir="auto" className="wrap-anywhere min-w-0 font-semibold">
          {name}
        </p>
        <p
          className={`flex gap-1.5 text-sm tabular-nums ${isWrong ? "font-medium text-danger" : "text-muted"}`}
        >
          {isWrong && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
          {text}
        </p>
      </div>
      <div className="-me-3 flex flex-wrap items-center justify-end gap-x-1 sm:-me-4">{children}</div>
    </fieldset>
  );
}

/** [2 §9] */
function megabytes({ sent, size }: { sent: number; size: number }) {
  const { format } = new Intl.NumberFormat(language(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  return { sent: format(sent / 1024 / 1024), size: format(size / 1024 / 1024) };
}
