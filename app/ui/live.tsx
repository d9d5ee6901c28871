import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { livePath } from "~/shared/server-paths";

const LiveContext = createContext<EventTarget | null>(null);

/** The message that a browser's tabs share: something of a topic has changed, or anything may have. */
interface LiveUpdate {
  /** Undefined when something may have been missed. */
  topic?: string;
  /** The connection has been made for the first time: only data loaded before it may be older. */
  isFirst?: boolean;
}

/** The server says every 25 seconds that it is there. A connection without a sound for so long is dead. */
const silentForMs = 60_000;
/** How long to wait before asking again a server that has refused; twice as long each time, up to the longest. */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/**
 * Gets live updates from the server while the screen is inside of it. However many tabs are open, one of them
 * has the connection and tells the others; where the browser can't agree on one, each has its own.
 * @param account keeps the updates apart from those of another account in this browser
 */
export function LiveProvider({ account, children }: { account: string; children: ReactNode }) {
  const [target] = useState(() => new EventTarget());

  useEffect(() => {
    const leaving = new AbortController();
    const name = `handbill-live ${account}`;
    const others = new BroadcastChannel(name);
    const notify = (update: LiveUpdate) =>
      target.dispatchEvent(new CustomEvent("update", { detail: update }));
    others.onmessage = ({ data }: MessageEvent<LiveUpdate>) => notify(data);
    const broadcast = (update: LiveUpdate) => {
      notify(update);
      others.postMessage(update);
    };
    const lead = (hasMissed: boolean) => listen(broadcast, hasMissed, leaving.signal);

    // A page that isn't secure has no locks.
    if ("locks" in navigator) {
      const { locks } = navigator;
      locks
        .request(name, { ifAvailable: true }, async (lock) => {
          if (lock) return lead(false);
          // Another tab has the connection. Between its end and the next one's beginning something may happen.
          void locks
            .request(name, { signal: leaving.signal }, () => lead(true))
            .catch(() => {
              // The provider was unmounted before its turn.
            });
        })
        .catch(() => {});
    } else void lead(false);
    return () => {
      leaving.abort();
      others.close();
    };
  }, [account, target]);

  return <LiveContext value={target}>{children}</LiveContext>;
}

/**
 * Has a connection to the server, and makes another whenever it ends, falls silent or is refused.
 * @returns when one leaves
 */
function listen(
  broadcast: (update: LiveUpdate) => void,
  hasMissed: boolean,
  leaving: AbortSignal,
): Promise<void> {
  let isFirst = !hasMissed;
  let failures = 0;
  let source: EventSource | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const watchForSilence = () => {
    clearTimeout(silence);
    silence = setTimeout(connect, silentForMs);
  };
  function connect(): void {
    source?.close();
    clearTimeout(retry);
    if (leaving.aborted) return;
    watchForSilence();
    const made = new EventSource(livePath);
    source = made;
    made.onmessage = ({ data }: MessageEvent<string>) => broadcast({ topic: data });
    made.addEventListener("beat", watchForSilence);
    made.addEventListener("again", () => {
      failures = 0;
      watchForSilence();
      broadcast(isFirst ? { isFirst } : {});
      isFirst = false;
    });
    // The server ends it in its time: no need to wait.
    made.addEventListener("leave", connect);
    made.onerror = () => {
      // Where it only broke, the browser connects again by itself; refused, it gives up.
      if (made !== source || made.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(connect, Math.min(longestRetryMs, firstRetryMs * 2 ** failures++));
    };
  }

  return new Promise((resolve) => {
    addEventListener("online", connect);
    leaving.addEventListener("abort", () => {
      removeEventListener("online", connect);
      clearTimeout(silence);
      clearTimeout(retry);
      source?.close();
      resolve();
    });
    connect();
  });
}

/**
 * Calls `onUpdate` at once when something of the topic has changed or may have: also when the user comes back to the
 * tab, which may have slept. Nothing where there is no `LiveProvider`.
 */
export function useLiveUpdates(topic: string, onUpdate: () => void): void {
  const target = useContext(LiveContext);
  const notify = useEffectEvent(onUpdate);
  useEffect(() => {
    const onLiveUpdate = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      const update: LiveUpdate = event.detail;
      if (update.topic === undefined || update.topic === topic) notify();
    };
    const onVisible = () => document.visibilityState === "visible" && notify();
    target?.addEventListener("update", onLiveUpdate);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      target?.removeEventListener("update", onLiveUpdate);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [target, topic]);
}

/** Several changes within this time are one. */
const settleMs = 500;

/**
 * Loads the screen's data anew, soon after something of the topic has changed or may have.
 * @throws outside of a `LiveProvider`
 */
export function useLive(topic: string): void {
  const target = useContext(LiveContext);
  if (!target) throw new Error("useLive must be used within LiveProvider");
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const onLiveUpdate = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      const update: LiveUpdate = event.detail;
      if (update.isFirst || (update.topic !== undefined && update.topic !== topic)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        canLoad().then((can) => {
          if (can && !left) return revalidate();
        });
      }, settleMs);
    };
    target.addEventListener("update", onLiveUpdate);
    return () => {
      left = true;
      clearTimeout(timer);
      target.removeEventListener("update", onLiveUpdate);
    };
  }, [target, topic, revalidate]);
}

/**
 * Whether the screen's data can be loaded: this reload has no press behind it, so its failure must not cost the screen.
 * A user who is signed out or suspended meanwhile keeps the text they are writing.
 */
export async function canLoad(): Promise<boolean> {
  const { pathname, search } = location;
  const answer = await fetch(`${pathname.replace(/\/$/, "")}.data${search}`).catch(() => undefined);
  return answer?.status === 200;
}
