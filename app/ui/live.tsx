import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useRevalidator } from "react-router";

const LiveContext = createContext<EventTarget | null>(null);

/** What all tabs of the browser hear on: news of a topic, or of anything. */
interface News {
  /** Undefined when something may have been missed. */
  topic?: string;
}

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

    /** @returns when one leaves */
    const listen = () =>
      new Promise<void>((resolve) => {
        let isFirst = true;
        const source = new EventSource("/live");
        const spread = (news: News) => {
          tell(news);
          others.postMessage(news);
        };
        source.onmessage = ({ data }: MessageEvent<string>) => spread({ topic: data });
        source.addEventListener("again", () => {
          if (!isFirst) spread({});
          isFirst = false;
        });
        leaving.signal.addEventListener("abort", () => {
          source.close();
          resolve();
        });
      });
    // A page that isn't secure has no locks.
    if ("locks" in navigator) {
      navigator.locks.request(name, { signal: leaving.signal }, listen).catch(() => {
        // It left before it was its turn.
      });
    } else void listen();
    return () => {
      leaving.abort();
      others.close();
    };
  }, [account, target]);

  return <LiveContext value={target}>{children}</LiveContext>;
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
      if (news.topic !== undefined && news.topic !== topic) return;
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

/** Whether the screen's data can be had: nobody has asked for them, so that they can't be must not cost the screen. */
async function canLoad(): Promise<boolean> {
  const { pathname, search } = location;
  const answer = await fetch(`${pathname.replace(/\/$/, "")}.data${search}`).catch(() => undefined);
  return answer?.ok ?? false;
}
