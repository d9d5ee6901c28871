import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { LiveUpdate } from "./live-connection.ts";

const LiveContext = createContext<EventTarget | null>(null);

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
    // The screen is there before the code of the connection.
    const lead = async (hasMissed: boolean) => {
      const { listen } = await import("./live-connection.ts");
      await listen(broadcast, hasMissed, leaving.signal);
    };

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
    } else lead(false).catch(() => {});
    return () => {
      leaving.abort();
      others.close();
    };
  }, [account, target]);

  return <LiveContext value={target}>{children}</LiveContext>;
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
