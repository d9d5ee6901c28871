import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../errors.ts";
import type { Subscriber } from "./listener.ts";

/** Where browsers listen. */
export const livePath = "/live";

export interface Live {
  /** Hears of news as '{user id} {topic}'. */
  live: Subscriber;
  /**
   * Keeps the answer open and says on it what there is news of: topics, never what the news are.
   * @throws AppError `too-many` when the account listens from too many browsers already
   */
  open(request: IncomingMessage, response: ServerResponse, userId: string): void;
  /** Ends every stream, and opens none from now on. */
  close(): void;
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
  const streams = new Map<string, Set<ServerResponse>>();
  let isClosed = false;
  let wasLost = false;

  function say(to: Iterable<ServerResponse>, text: string): void {
    for (const response of to) {
      if (response.writableLength > mayWait) response.destroy();
      else response.write(text);
    }
  }
  const everybody = () => [...streams.values()].flatMap((own) => [...own]);
  const beating = setInterval(() => say(everybody(), beat), beatMs);

  return {
    live: {
      connected() {
        if (wasLost) say(everybody(), again);
        wasLost = false;
      },
      heard(payload) {
        const [userId = "", topic = ""] = payload.split(" ");
        say(streams.get(userId) ?? [], `data: ${topic}\n\n`);
      },
      lost() {
        wasLost = true;
      },
    },

    open(request, response, userId) {
      if (request.method !== "GET") throw new AppError("invalid", "This address can only be listened to.");
      const own = streams.get(userId) ?? new Set();
      if (own.size >= streamsAtOnce) {
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
      own.add(response);
      streams.set(userId, own);
      const leaving = setTimeout(() => response.end(leave), longestMs);
      response.once("close", () => {
        clearTimeout(leaving);
        own.delete(response);
        if (own.size === 0 && streams.get(userId) === own) streams.delete(userId);
      });
    },

    close() {
      isClosed = true;
      clearInterval(beating);
      for (const response of everybody()) response.end();
    },
  };
}

const again = "event: again\ndata:\n\n";
/** Said as an event, so that a browser notices when it is no longer said. */
const beat = "event: beat\ndata:\n\n";
/** A browser needn't wait before it comes again. */
const leave = "event: leave\ndata:\n\n";
