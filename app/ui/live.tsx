import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";

const LiveContext = createContext<EventTarget | null>(null);

/** What all tabs of the browser hear on: news of a topic, or of anything. */
interface News {
  /** Undefined when something may have been missed. */
  topic?: string;
  /** The connection has been made for the first time: only what was loaded before it may be older. */
  isFirst?: boolean;
}

/** The server says every 25 seconds that it is there. A connection without a sound for so long is dead. */
const silentForMs = 60_000;
/** How long to wait before asking again a server that has refused; twice as long each time, up to the longest. */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/**
 * Hears from the server that there is news, as long as one is inside of it. However many tabs are open, one of them
 * has the connection and tells the others; where the browser can't agree on one, each has its own.
 * @param account tells whose news they are from those of another account in this browser
 */
export function LiveProvider({ account, children }: { account: string; children: ReactNode }) {
  const [target] = useState(() => new EventTarget());

  useEffect(() => {
    const leaving = new AbortController();
    const name = `handbill-live ${account}`;
    const others = new BroadcastChannel(name);
    const tell = (news: News) => target.dispatchEvent(new CustomEvent("news", { detail: news }));
    others.onmessage = ({ data }: MessageEvent<News>) => tell(data);
    const spread = (news: News) => {
      tell(news);
      others.postMessage(news);
    };
    const lead = (hasMissed: boolean) => listen(spread, hasMissed, leaving.signal);

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
              // It left before it was its turn.
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
function listen(spread: (news: News) => void, hasMissed: boolean, leaving: AbortSignal): Promise<void> {
  let isFirst = !hasMissed;
  let failures = 0;
  let source: EventSource | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const hearSign = () => {
    clearTimeout(silence);
    silence = setTimeout(connect, silentForMs);
  };
  function connect(): void {
    source?.close();
    clearTimeout(retry);
    if (leaving.aborted) return;
    hearSign();
    const made = new EventSource("/live");
    source = made;
    made.onmessage = ({ data }: MessageEvent<string>) => spread({ topic: data });
    made.addEventListener("beat", hearSign);
    made.addEventListener("again", () => {
      failures = 0;
      hearSign();
      spread(isFirst ? { isFirst } : {});
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
 * Calls `onNews` at once when there is news of the topic or may have been: also when somebody comes back to the tab,
 * which may have slept. Nothing where there is no `LiveProvider`.
 */
export function useNews(topic: string, onNews: () => void): void {
  const target = useContext(LiveContext);
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    const hear = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      const news: News = event.detail;
      if (news.topic === undefined || news.topic === topic) tell();
    };
    const wake = () => document.visibilityState === "visible" && tell();
    target?.addEventListener("news", hear);
    document.addEventListener("visibilitychange", wake);
    return () => {
      target?.removeEventListener("news", hear);
      document.removeEventListener("visibilitychange", wake);
    };
  }, [target, topic]);
}

/** Several changes within this time are one. */
const settleMs = 500;

/**
 * Loads what the screen shows anew, soon after there was news of the topic or may have been.
 * @throws outside of a `LiveProvider`
 */
export function useLive(topic: string): void {
  const target = useContext(LiveContext);
  if (!target) throw new Error("useLive must be used within LiveProvider");
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const hear = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      const news: News = event.detail;
      if (news.isFirst || (news.topic !== undefined && news.topic !== topic)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        canLoad().then((can) => {
          if (can && !left) return revalidate();
        });
      }, settleMs);
    };
    target.addEventListener("news", hear);
    return () => {
      left = true;
      clearTimeout(timer);
      target.removeEventListener("news", hear);
    };
  }, [target, topic, revalidate]);
}

/**
 * Whether the screen's data can be had: nobody has asked for them, so that they can't be must not cost the screen. Whoever is
 * signed out or suspended meanwhile stays with what they are writing.
 */
async function canLoad(): Promise<boolean> {
  const { pathname, search } = location;
  const answer = await fetch(`${pathname.replace(/\/$/, "")}.data${search}`).catch(() => undefined);
  return answer?.status === 200;
}
