import { setTimeout as delay } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";

/** Who listens to a channel. */
export interface Subscriber {
  /** From now on nothing is missed, until `lost`. */
  connected(): void;
  heard(payload: string): void;
  /** Whatever is said from now on is missed, until `connected`. */
  lost(): void;
}

export interface Listener {
  /**
   * Waits until every notice of the commits before this call has been heard.
   * @returns false when that takes too long; true also without a connection, when every subscriber knows it is deaf
   */
  caughtUp(): Promise<boolean>;
  close(): Promise<void>;
}

interface ListenerOptions {
  database: Pick<Database, "loginUrl">;
  /** By their channels' names. */
  subscribers: Record<string, Subscriber>;
  log: Logger;
}

const askEveryMs = 15_000;
const answersWithinMs = 10_000;
const catchUpWithinMs = 500;
const longestPauseMs = 5_000;

/**
 * Listens to the database's notices on one connection of its own, and connects again whenever it is lost.
 * @returns when it listens, or when the first try has failed
 */
export async function startListener({ database, subscribers, log }: ListenerOptions): Promise<Listener> {
  const closing = new AbortController();
  /** The connection, while it listens. */
  let current: Client | undefined;
  let answer: Promise<void> = Promise.resolve();
  let nextAnswer: Promise<void> | undefined;

  /** Listens for as long as the connection lasts. @throws Error when it ends, or can't be made */
  async function listen(listening: () => void): Promise<never> {
    const client = new Client({
      connectionString: database.loginUrl,
      application_name: "handbill-listener",
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
      keepAlive: true,
    });
    const ended = new Promise<never>((_, reject) => {
      client.on("error", reject);
      client.once("end", () => reject(new Error("The connection has ended.")));
    });
    client.on("notification", ({ channel, payload = "" }) => subscribers[channel]?.heard(payload));
    const hangUp = () => void client.end();
    closing.signal.addEventListener("abort", hangUp);
    try {
      await Promise.race([client.connect(), ended]);
      for (const channel of Object.keys(subscribers)) {
        await client.query(`listen ${escapeIdentifier(channel)}`);
      }
      current = client;
      for (const subscriber of Object.values(subscribers)) subscriber.connected();
      listening();
      return await ended;
    } finally {
      closing.signal.removeEventListener("abort", hangUp);
      lose(client);
      await client.end();
    }
  }

  function lose(client: Client): void {
    if (client !== current) return;
    current = undefined;
    for (const subscriber of Object.values(subscribers)) subscriber.lost();
  }

  /** Asks for a sign of life; a connection that gives none is given up. */
  async function ask(client: Client): Promise<void> {
    try {
      await client.query("select");
    } catch {
      lose(client);
      await client.end();
    }
  }

  /**
   * An answer to a question asked from now on. PostgreSQL signals the listeners before it acknowledges a commit, and
   * hands them what is waiting before it is ready for their next query: so with the answer every notice of the
   * commits before the question has come. However many ask at once, there is one question on its way and one waiting.
   */
  function nextSignOfLife(client: Client): Promise<void> {
    nextAnswer ??= answer.then(() => {
      nextAnswer = undefined;
      answer = ask(client);
      return answer;
    });
    return nextAnswer;
  }

  async function keepListening(tried: () => void): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      const listening = () => {
        failures = 0;
        tried();
      };
      await listen(listening).catch((error: unknown) => {
        if (!closing.signal.aborted)
          log.warn({ err: error }, "Not listening to the database; it is tried again");
      });
      tried();
      const pause = Math.min(longestPauseMs, 100 * 2 ** failures);
      await delay(pause, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const asking = setInterval(() => current && nextSignOfLife(current), askEveryMs);
  const { promise: firstTry, resolve: tried } = Promise.withResolvers<void>();
  const stopped = keepListening(tried);
  await firstTry;

  return {
    async caughtUp() {
      if (!current) return true;
      const late = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => late.resolve(false), catchUpWithinMs);
      const inTime = nextSignOfLife(current).then(() => true);
      return Promise.race([inTime, late.promise]).finally(() => clearTimeout(timer));
    },
    async close() {
      clearInterval(asking);
      closing.abort();
      await stopped;
    },
  };
}
