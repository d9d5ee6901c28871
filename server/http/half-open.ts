import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./limits.ts";

/** So many connections a network may hold open without having asked for anything: a venue's visitors share one. */
const mostHalfOpen = 100;
/** Milliseconds in which a burst of connections may ask: a busy server reads their requests a moment later. */
const graceMs = 2_000;

/**
 * Closes the oldest connections of a network that holds too many on which no request has come yet. Behind trusted
 * proxies nothing is counted: each of their connections is many people's.
 * @param workers how many the connections of this machine are spread over, one after the other
 */
export function limitHalfOpen(
  server: Server,
  trustedProxies: number,
  workers: number,
  limit = { most: Math.ceil(mostHalfOpen / workers), graceMs },
): void {
  if (trustedProxies > 0) return;
  const halfOpen = new Map<string, Set<Socket>>();
  /** The networks of the connections that are counted: most requests come on one that no longer is. */
  const networks = new Map<Socket, string>();

  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const sockets = halfOpen.get(network) ?? new Set();
    halfOpen.set(network, sockets.add(socket));
    networks.set(socket, network);
    socket.once("close", () => forget(socket));
    if (sockets.size === limit.most + 1) setTimeout(() => closeOldest(sockets), limit.graceMs).unref();
  });
  server.on("request", ({ socket }) => forget(socket));

  function forget(socket: Socket): void {
    const network = networks.get(socket);
    if (network === undefined) return;
    networks.delete(socket);
    const sockets = halfOpen.get(network);
    if (sockets?.delete(socket) && sockets.size === 0) halfOpen.delete(network);
  }

  function closeOldest(sockets: Set<Socket>): void {
    for (const socket of [...sockets].slice(0, -limit.most)) {
      sockets.delete(socket);
      socket.destroy();
    }
  }
}
