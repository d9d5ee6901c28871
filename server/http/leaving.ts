import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readyPath } from "../../app/shared/server-paths.ts";

export interface Leaving {
  /** True from the moment in which the server gets the signal to stop. */
  isLeaving(): boolean;
  /** The same listener, whose requests wait for a moment while the port is being closed. */
  admit(listener: RequestListener): RequestListener;
  /**
   * Resolves when no request waits for an answer any more, or when those that still do have waited long enough.
   * @param isReplaced new connections are taken by another process, so that no balancer needs to know
   */
  leave(isReplaced?: boolean): Promise<void>;
}

interface LeavingTimes {
  /** How long the port stays open at least for a balancer that asks every half second whether the server is ready. */
  noticeMs: number;
  /** How long it stays open at most, while a balancer that is slow to notice still sends requests. */
  noticeAtMostMs: number;
  /** The same for browsers and others that don't ask. */
  drainMs: number;
  /** Requests that aren't finished by then, counted from the beginning, are cut off. */
  finishMs: number;
}

const usual: LeavingTimes = { noticeMs: 1_500, noticeAtMostMs: 5_000, drainMs: 250, finishMs: 10_000 };
/** How long the connections of a worker that is replaced have, to end with an answer. */
const handOverMs = 2_000;
/** A balancer that hasn't asked for so long isn't there. */
const watchedForMs = 30_000;
/** No request for so long: they go elsewhere. */
const calmMs = 300;
/**
 * No new connection for so long while none is answered: the clients that send one request after another wait for an
 * answer.
 */
const stillMs = 100;
const stillWithinMs = 500;
/** A wait of ten milliseconds that took so long. */
const stallMs = 30;
const quietWithinMs = 500;
const shortTurnMs = 5;

/**
 * Lets a server stop without failing a request. First every answer says `Connection: close`, while new requests are still
 * taken: connections in use end with an answer, not with a reset, and balancers see at /readyz that they should go
 * elsewhere. Then the port is closed, idle connections end, and the requests under way are finished.
 */
export function createLeaving(
  server: Server,
  { noticeMs, noticeAtMostMs, drainMs, finishMs }: LeavingTimes = usual,
): Leaving {
  /** The latest answer on each connection: answers leave in the order of their requests. */
  const connections = new Map<Socket, { latest?: ServerResponse }>();
  const empty = Promise.withResolvers<void>();
  let isLeaving = false;
  let isGoing = false;
  let isClosed = false;
  /** The requests that wait until the port is closed, while it is being closed. */
  let held: (() => void)[] | undefined;
  let arrivals = 0;
  let watchedAt = Number.NEGATIVE_INFINITY;
  let requestedAt = Number.NEGATIVE_INFINITY;

  function endUnused(socket: Socket): void {
    if (isClosed && connections.get(socket)?.latest?.closed !== false) socket.destroySoon();
  }

  function beTheLast(response: ServerResponse): void {
    response.shouldKeepAlive = false;
    response.on("close", () => endUnused(response.req.socket));
  }

  server.on("connection", (socket) => {
    arrivals++;
    connections.set(socket, {});
    socket.once("close", () => {
      connections.delete(socket);
      if (isClosed && connections.size === 0) empty.resolve();
    });
  });
  server.on("request", ({ socket, url }, response) => {
    arrivals++;
    if (url === readyPath) watchedAt = performance.now();
    else if (isLeaving) requestedAt = performance.now();
    const connection = connections.get(socket);
    if (connection) connection.latest = response;
    if (isGoing) beTheLast(response);
  });

  /**
   * Waits for a turn of the event loop that brings nothing new: a busy server learns late of connections and requests that
   * are there already (Node takes one connection a turn), and closing resets those it doesn't know of.
   */
  async function quietTurn(): Promise<void> {
    const latest = performance.now() + quietWithinMs;
    for (let now = performance.now(); now < latest; ) {
      const before = { now, arrivals };
      await new Promise(setImmediate);
      now = performance.now();
      if (arrivals === before.arrivals && now - before.now < shortTurnMs) return;
    }
  }

  /** Waits until requests go elsewhere. */
  async function unnoticed(): Promise<void> {
    const begun = performance.now();
    await sleep(noticeMs);
    while (performance.now() - requestedAt < calmMs && performance.now() - begun < noticeAtMostMs)
      await sleep(50);
  }

  /**
   * A client that sends one request after another opens a new connection after each answer that closes the old one: so
   * no request is answered until the port is closed.
   */
  async function closePort(): Promise<void> {
    const waiting: (() => void)[] = [];
    held = waiting;
    const begun = performance.now();
    let quietMs = 0;
    while (connections.size > 0 && quietMs < stillMs && performance.now() - begun < stillWithinMs) {
      const before = { now: performance.now(), arrivals };
      await sleep(10);
      const tookMs = performance.now() - before.now;
      // While the machine was busy with others, nothing could arrive here.
      quietMs = arrivals === before.arrivals && tookMs < stallMs ? quietMs + tookMs : 0;
    }
    await quietTurn();
    server.close();
    isClosed = true;
    held = undefined;
    for (const answer of waiting) answer();
    for (const socket of connections.keys()) endUnused(socket);
    if (connections.size === 0) empty.resolve();
  }

  return {
    isLeaving: () => isLeaving,
    admit: (listener) => (request, response) => {
      if (held)
        held.push(() => {
          if (!response.destroyed) listener(request, response);
        });
      else listener(request, response);
    },
    async leave(isReplaced = false) {
      isGoing = true;
      isLeaving = !isReplaced;
      const late = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, finishMs);
      for (const { latest } of connections.values()) if (latest) beTheLast(latest);
      if (isReplaced) await sleep(handOverMs);
      else if (performance.now() - watchedAt < watchedForMs) await unnoticed();
      else if (connections.size > 0) await sleep(drainMs);
      await closePort();
      await empty.promise;
      clearTimeout(late);
    },
  };
}
