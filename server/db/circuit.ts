import { Socket } from "node:net";
import { unavailable } from "./failures.ts";

/**
 * A circuit breaker: open while the database is known not to answer. Then what waits for it fails at once, and so does
 * whatever is asked. Whether it answers is found out by the listener (server/realtime/listener.ts), which never stops trying.
 */
export interface Circuit {
  isOpen(): boolean;
  /** The database doesn't answer: ends every connection, and with it every wait. */
  open(): void;
  /** The database answers. */
  close(): void;
  /** Makes the socket of a new connection, for `pg`. */
  stream(): Socket;
  /**
   * Waits for a connection, but only while the circuit is closed.
   * @param late is given a connection that comes after the wait was given up
   * @throws AppError `unavailable`
   */
  guard<T>(connecting: () => Promise<T>, late: (connection: T) => void): Promise<T>;
}

export function createCircuit(): Circuit {
  const sockets = new Set<Socket>();
  const waiting = new Set<(reason: Error) => void>();
  let isOpen = false;
  const away = () => unavailable(new Error("The database doesn't answer."));

  return {
    isOpen: () => isOpen,
    open() {
      if (isOpen) return;
      isOpen = true;
      for (const giveUp of waiting) giveUp(away());
      waiting.clear();
      for (const socket of sockets) socket.destroy();
    },
    close() {
      isOpen = false;
    },
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // A pool makes connections for those who have given up too, and would wait for them.
      if (isOpen) setImmediate(() => socket.destroy());
      return socket;
    },
    async guard<T>(connecting: () => Promise<T>, late: (connection: T) => void) {
      if (isOpen) throw away();
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting.add(reject);
      connecting().then((connection) => {
        if (waiting.delete(reject)) resolve(connection);
        else late(connection);
      }, reject);
      return promise.finally(() => waiting.delete(reject));
    },
  };
}
