import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../errors.ts";
import type { Semaphores } from "../semaphores.ts";
import type { Subscriber } from "./listener.ts";

export interface Live {
  /** Gets updates as '{user id} {topic}'. */
  live: Subscriber;
  /** Gets the ends of sessions, by the id of one session or of the account all of whose sessions have ended. */
  sessions: Subscriber;
  /**
   * Keeps the answer open and writes the topics that have changed on it, never their content.
   * @returns what ends it
   * @throws AppError `too-many` when the account listens from too many browsers already
   */
  open(request: IncomingMessage, response: ServerResponse, listener: Listening): Promise<() => void>;
  /** Ends every stream, and opens none from now on. */
  close(): void;
}

/** An account that listens, and its session. */
interface Listening {
  userId: string;
  sessionId: string;
}

interface Stream {
  response: ServerResponse;
  /** The account's, and the session's. */
  ids: string[];
  leaving: NodeJS.Timeout;
}

interface LiveTimes {
  /** Keeps proxies from giving the connection up. */
  heartbeatMs: number;
  /** After this a browser has to come again, and show who it is. */
  longestMs: number;
}

/** Browsers of one account. */
const streamsAtOnce = 12;
/** Bytes that may wait for a browser which doesn't read. */
const mayWait = 64 * 1024;

/**
 * Streams of server-sent events, one for each browser that is signed in. Nothing is kept for those who are away: every
 * stream begins with a resync, upon which a browser that was connected before loads its screen's data anew.
 */
export function createLive(
  semaphores: Pick<Semaphores, "tryAcquire">,
  { heartbeatMs, longestMs }: LiveTimes = { heartbeatMs: 25_000, longestMs: 300_000 },
): Live {
  /** By account and by session: each stream stands under both. */
  const streams = new Map<string, Set<Stream>>();
  const everybody = new Set<Stream>();
  let isClosed = false;
  let wasLost = false;

  function send(to: Iterable<Stream>, text: string): void {
    for (const { response } of to) {
      if (response.writableLength > mayWait) response.destroy();
      else response.write(text);
    }
  }
  const heartbeats = setInterval(() => send(everybody, heartbeat), heartbeatMs);

  function forget(stream: Stream): void {
    everybody.delete(stream);
    clearTimeout(stream.leaving);
    for (const id of stream.ids) {
      const some = streams.get(id);
      if (some?.delete(stream) && some.size === 0) streams.delete(id);
    }
  }

  /** Forgets the streams first: writing to a stream after its end is an error that would end the process. */
  function end(some: Iterable<Stream>, farewell = ""): void {
    for (const stream of [...some]) {
      if (!everybody.has(stream)) continue;
      forget(stream);
      stream.response.end(farewell);
    }
  }

  return {
    live: {
      onConnect() {},
      onNotify(payload) {
        const [userId = "", topic = ""] = payload.split(" ");
        send(streams.get(userId) ?? [], `data: ${topic}\n\n`);
      },
      onDisconnect() {},
    },

    sessions: {
      onConnect() {
        // The end of a session may have been missed as well as updates: they come again, and show who they are.
        if (wasLost) end(everybody, leave);
        wasLost = false;
      },
      onNotify(payload) {
        end(streams.get(payload) ?? []);
      },
      onDisconnect() {
        wasLost = true;
      },
    },

    async open(request, response, { userId, sessionId }) {
      if (request.method !== "GET") throw new AppError("invalid", "This address can only be listened to.");
      const release = await semaphores.tryAcquire(`streams of ${userId}`, streamsAtOnce);
      if (!release) {
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
      response.write(`retry: 3000\n${resync}`);
      const ids = [userId, sessionId];
      const stream: Stream = { response, ids, leaving: setTimeout(() => end([stream], leave), longestMs) };
      everybody.add(stream);
      for (const id of ids) streams.set(id, (streams.get(id) ?? new Set()).add(stream));
      response.once("close", () => {
        forget(stream);
        release();
      });
      // It may have gone while the permit was on its way, and then it closes no more.
      if (response.destroyed) release();
      if (isClosed || response.destroyed) end([stream]);
      return () => end([stream]);
    },

    close() {
      isClosed = true;
      clearInterval(heartbeats);
      end(everybody);
    },
  };
}

// The events keep their first names, `again` and `beat`: tabs that were opened before an upgrade listen for these.
const resync = "event: again\ndata:\n\n";
/** An event, so that a browser notices when it stops coming. */
const heartbeat = "event: beat\ndata:\n\n";
/** A browser needn't wait before it comes again. */
const leave = "event: leave\ndata:\n\n";
