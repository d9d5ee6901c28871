import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import type { Database } from "../db/database.ts";
import { isRefusal } from "../db/failures.ts";
import type { Logger } from "../log.ts";
import { watched } from "../watching.ts";

/** A subscriber to a channel. */
export interface Subscriber {
  /** From now on nothing is missed, until `onDisconnect`. */
  onConnect(): void;
  onNotify(payload: string): void;
  /** Notices from now on are missed, until `onConnect`. */
  onDisconnect(): void;
}

export interface Listener {
  /**
   * Waits until every notice of the commits before this call has arrived.
   * @returns false when that takes too long, or without a connection: then some may be missed
   */
  caughtUp(): Promise<boolean>;
  close(): Promise<void>;
}

interface ListenerOptions {
  database: Pick<Database, "loginUrl" | "circuit">;
  /** By their channels' names. */
  subscribers: Record<string, Subscriber | Subscriber[]>;
  log: Logger;
}

/** With the next one, how long a database that has fallen silent goes unnoticed. */
const askEveryMs = 500;
const answersWithinMs = 2_000;
const catchUpWithinMs = 500;
const longestPauseMs = 500;

/**
 * Listens to the database's notices on one connection of its own, and connects again whenever it is lost. By its signs of
 * life it is known whether the database answers at all: when it doesn't, the circuit is opened until it does again.
 * @returns when it listens, or when the first try has failed
 */
export async function startListener({ database, subscribers, log }: ListenerOptions): Promise<Listener> {
  const { circuit } = database;
  const everybody = Object.values(subscribers).flat();
  const closing = new AbortController();
  /** The connection, while it listens, and the function that ends it. */
  let current: { client: Client; fail(reason: unknown): void } | undefined;
  let answer: Promise<boolean> = Promise.resolve(true);
  let nextAnswer: Promise<boolean> | undefined;

  /** Listens for as long as the connection lasts. @throws Error when it ends, or can't be made */
  async function listen(listening: () => void): Promise<never> {
    const socket = new Socket();
    const client = new Client({
      connectionString: database.loginUrl,
      application_name: "handbill-listener",
      keepAlive: true,
      stream: () => socket,
    });
    const { promise: ended, reject: fail } = Promise.withResolvers<never>();
    client.on("error", fail);
    client.once("end", () => fail(new Error("The connection has ended.")));
    client.on("notification", ({ channel, payload = "" }) => {
      for (const subscriber of [subscribers[channel] ?? []].flat()) subscriber.onNotify(payload);
    });
    const hangUp = () => fail(new Error("Nobody listens any more."));
    closing.signal.addEventListener("abort", hangUp);
    try {
      await inTime(Promise.race([prepare(client), ended]));
      current = { client, fail };
      listening();
      for (const subscriber of everybody) subscriber.onConnect();
      return await ended;
    } finally {
      closing.signal.removeEventListener("abort", hangUp);
      if (current?.client === client) {
        current = undefined;
        for (const subscriber of everybody) subscriber.onDisconnect();
      }
      // Not by a farewell: it might never arrive.
      socket.destroy();
    }
  }

  async function prepare(client: Client): Promise<void> {
    await client.connect();
    for (const channel of Object.keys(subscribers)) {
      await client.query(`listen ${escapeIdentifier(channel)}`);
    }
  }

  /** Asks for a sign of life; a connection that gives none is given up. */
  async function checkConnection(): Promise<boolean> {
    if (!current) return false;
    const { client, fail } = current;
    const question = () => inTime(client.query("select"));
    return watched({ kind: "sign of life", name: "listener" }, question).then(
      () => true,
      (error: unknown) => {
        fail(error);
        return false;
      },
    );
  }

  /**
   * An answer to a question asked from now on. PostgreSQL signals the listeners before it acknowledges a commit, and
   * hands them what is waiting before it is ready for their next query: so with the answer every notice of the
   * commits before the question has come. However many ask at once, there is one question on its way and one waiting.
   */
  function nextSignOfLife(): Promise<boolean> {
    nextAnswer ??= answer.then(() => {
      nextAnswer = undefined;
      answer = checkConnection();
      return answer;
    });
    return nextAnswer;
  }

  async function keepListening(tried: () => void): Promise<void> {
    let failures = 0;
    const listening = () => {
      if (circuit.isOpen()) log.info("The database answers again");
      circuit.close();
      failures = 0;
      tried();
    };
    const failed = (error: unknown) => {
      failures++;
      // A connection that ends may have met with an accident of its own; a failed reconnect shows that the database is
      // away.
      const isAway = error instanceof NoAnswer || (failures > 1 && !isRefusal(error));
      if (isAway && !circuit.isOpen()) log.warn({ err: error }, "The database doesn't answer");
      else if (failures === 1) log.warn({ err: error }, "Not listening to the database; it is tried again");
      if (isAway) circuit.open();
      else circuit.close();
    };
    while (!closing.signal.aborted) {
      await listen(listening).catch((error: unknown) => {
        if (!closing.signal.aborted) failed(error);
      });
      tried();
      const pause = Math.min(longestPauseMs, 10 * 2 ** failures);
      await delay(pause, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const asking = setInterval(() => current && nextSignOfLife(), askEveryMs);
  const { promise: firstTry, resolve: tried } = Promise.withResolvers<void>();
  const stopped = keepListening(tried);
  await firstTry;

  return {
    async caughtUp() {
      if (!current) return false;
      const late = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => late.resolve(false), catchUpWithinMs);
      return Promise.race([nextSignOfLife(), late.promise]).finally(() => clearTimeout(timer));
    },
    async close() {
      clearInterval(asking);
      closing.abort();
      await stopped;
    },
  };
}

class NoAnswer extends Error {
  constructor() {
    super("The database doesn't answer.");
  }
}

/** @throws NoAnswer */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // Notices that have arrived while this process was busy are read first.
  const timer = setTimeout(() => setImmediate(() => reject(new NoAnswer())), answersWithinMs);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
