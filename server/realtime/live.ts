import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../errors.ts";
import type { Subscriber } from "./listener.ts";

/** Where browsers listen. */
export const livePath = "/live";

export interface Live {
  /** Hears of news as '{user id} {topic}'. */
  live: Subscriber;
  /** Hears of the ends of sessions, by the id of one session or of the account whose all have ended. */
  sessions: Subscriber;
  /**
   * Keeps the answer open and says on it what there is news of: topics, never what the news are.
   * @throws AppError `too-many` when the account listens from too many browsers already
   */
  open(request: IncomingMessage, response: ServerResponse, listener: Listening): void;
  /** Ends every stream, and opens none from now on. */
  close(): void;
}

/** Who listens, and in which session. */
interface Listening {
  userId: string;
  sessionId: string;
}

interface LiveTimes {
  /** Keeps proxies from giving the connection up. */
  beatMs: number;
  /** After this a browser has to come again, and show who it is. */
  longestMs: number;
}

/** Browsers of one account. */
const streamsAtOnce = 12;
/** Bytes that may wait for a browser which doesn't read. */
const mayWait = 64 * 1024;

/**
 * Streams of server-sent events, one for each browser that is signed in. Nothing is kept for those who are away: every
 * stream begins with `again`, upon which a browser that has been here before looks for itself at what it shows.
 */
export function createLive({ beatMs, longestMs }: LiveTimes = { beatMs: 25_000, longestMs: 300_000 }): Live {
  /** By account and by session: each stream stands under both. */
  const streams = new Map<string, Set<ServerResponse>>();
  const everybody = new Set<ServerResponse>();
  let isClosed = false;
  let wasLost = false;

  function say(to: Iterable<ServerResponse>, text: string): void {
    for (const response of to) {
      // Ended, it stands in the lists until its connection has closed.
      if (response.writableEnded) continue;
      if (response.writableLength > mayWait) response.destroy();
      else response.write(text);
    }
  }
  const beating = setInterval(() => say(everybody, beat), beatMs);

  function endAll(some: Iterable<ServerResponse>, farewell = ""): void {
    for (const response of [...some]) if (!response.writableEnded) response.end(farewell);
  }

  return {
    live: {
      connected() {},
      heard(payload) {
        const [userId = "", topic = ""] = payload.split(" ");
        say(streams.get(userId) ?? [], `data: ${topic}\n\n`);
      },
      lost() {},
    },

    sessions: {
      connected() {
        // The end of a session may have been missed as well as news: they come again, and show who they are.
        if (wasLost) endAll(everybody, leave);
        wasLost = false;
      },
      heard(payload) {
        endAll(streams.get(payload) ?? []);
      },
      lost() {
        wasLost = true;
      },
    },

    open(request, response, { userId, sessionId }) {
      if (request.method !== "GET") throw new AppError("invalid", "This address can only be listened to.");
      if ((streams.get(userId)?.size ?? 0) >= streamsAtOnce) {
        throw new AppError("too-many", "This account is open in too many browsers.", {
          retryAfterSeconds: 60,
        });
      }
      response.writeHead(200, {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store, no-transform",
        // Proxies that would collect an answer before they hand it on.
        "X-Accel-Buffering": "no",
      });
      response.write(`retry: 3000\n${again}`);
      if (isClosed) return void response.end();
      everybody.add(response);
      for (const id of [userId, sessionId]) streams.set(id, (streams.get(id) ?? new Set()).add(response));
      const leaving = setTimeout(() => endAll([response], leave), longestMs);
      response.once("close", () => {
        clearTimeout(leaving);
        everybody.delete(response);
        for (const id of [userId, sessionId]) {
          const own = streams.get(id);
          if (own?.delete(response) && own.size === 0) streams.delete(id);
        }
      });
    },

    close() {
      isClosed = true;
      clearInterval(beating);
      endAll(everybody);
    },
  };
}

const again = "event: again\ndata:\n\n";
/** Said as an event, so that a browser notices when it is no longer said. */
const beat = "event: beat\ndata:\n\n";
/** A browser needn't wait before it comes again. */
const leave = "event: leave\ndata:\n\n";
