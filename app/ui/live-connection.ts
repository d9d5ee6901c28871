import { livePath } from "~/shared/server-paths";

/** The message that a browser's tabs share: something of a topic has changed, or anything may have. */
export interface LiveUpdate {
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
 * Has a connection to the server, and makes another whenever it ends, falls silent or is refused.
 * @returns when one leaves
 */
export function listen(
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
