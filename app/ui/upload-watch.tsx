import { ChevronDown } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { type AccountUpload, type AccountUploads, isUnderWay } from "~/client/account-uploads.ts";
import { takeKeptUploads } from "~/client/kept-uploads.ts";
import { newUploadQueue } from "~/client/upload-queue.ts";
import { t } from "~/shared/t";
import { useToast } from "./toasts.tsx";
import { UploadRow } from "./uploads.tsx";

/**
 * Goes on with what an earlier page was sending, asks before the tab is closed while something is on its way, and shows
 * in a tray what the screen doesn't show itself.
 */
export function UploadWatch({ uploads }: { uploads: AccountUploads }) {
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const all = useSyncExternalStore(uploads.subscribe, uploads.items);
  const here = useSyncExternalStore(uploads.subscribe, uploads.shownHere);

  const restore = useEffectEvent(async () => {
    for (const { kind, file, about } of await takeKeptUploads(uploads.account)) {
      uploads.queueOf(kind, newUploadQueue).add([file], {
        ...(about && { about }),
        async done() {
          await revalidate();
          toast.success(t("{name} uploaded", { name: file.name }));
        },
        failed: (_, reason) =>
          toast.error(t("{name} was not uploaded. {reason}", { name: file.name, reason })),
      });
    }
    uploads.settle();
  });
  useEffect(() => void restore(), []);

  const mustAsk = all.some(({ item }) => isUnderWay(item));
  // With the tray itself, not after it: another layout's frame takes over without a gap.
  useLayoutEffect(() => {
    if (!mustAsk) return;
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", preventLeaving);
    return () => removeEventListener("beforeunload", preventLeaving);
  }, [mustAsk]);

  const elsewhere = all.filter(({ kind }) => !here.includes(kind));
  return elsewhere.length > 0 && <UploadTray uploads={elsewhere} />;
}

/** Files on their way on a screen that isn't their tool's: how far they are, in a corner, with each of them once opened. */
function UploadTray({ uploads }: { uploads: readonly AccountUpload[] }) {
  const items = uploads.map(({ item }) => item);
  const sent = items.reduce((sum, item) => sum + item.sent, 0);
  const size = items.reduce((sum, item) => sum + item.size, 0);
  const isAnyFailed = items.some(({ state }) => state === "failed");
  return (
    <section
      aria-label={t("Uploads on their way")}
      data-upload-tray
      className="fixed end-4 bottom-4 z-30 w-[min(24rem,calc(100vw-2rem))] overflow-hidden rounded-box border border-edge bg-surface shadow-floating"
    >
      <details className="group/tray">
        <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 font-semibold text-sm">
          <span className={`min-w-0 grow truncate ${isAnyFailed ? "text-danger" : ""}`}>
            {inWords(uploads)}
          </span>
          <progress
            aria-label={t("All uploads")}
            value={sent}
            max={size}
            className="h-2 w-20 shrink-0 accent-primary"
          />
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 rotate-180 group-open/tray:rotate-0" />
        </summary>
        <ul className="grid max-h-[50dvh] gap-2 overflow-y-auto overscroll-contain border-line border-t p-2">
          {uploads.map(({ kind, queue, item }) => (
            <li key={`${kind} ${item.id}`}>
              <UploadRow item={item} queue={queue} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function inWords(uploads: readonly AccountUpload[]): string {
  const failed = uploads.filter(({ item }) => item.state === "failed").length;
  if (failed > 0) return t("{count, plural, one {# not uploaded} other {# not uploaded}}", { count: failed });
  if (uploads.some(({ item }) => item.state === "sending" && item.isRetrying)) return t("Trying again...");
  const underWay = uploads.filter(({ item }) => isUnderWay(item)).length;
  if (underWay === 0)
    return t("{count, plural, one {# stopped} other {# stopped}}", { count: uploads.length });
  return t("{count, plural, one {# file is on its way} other {# files are on their way}}", {
    count: underWay,
  });
}
