import { LRUCache } from "lru-cache";
import { AppError } from "../errors.ts";
import type { Subscriber } from "../realtime/listener.ts";
import { staleForMs } from "./page-cache.ts";

/**
 * The files that were public when last asked. They are served on while the database can't be asked, as the pages are
 * that show them, for ten minutes at most. A notice names the account whose files to forget, or `*` for all accounts.
 */
export interface PublicFiles extends Subscriber {
  /**
   * Is the file public? Asks, and remembers the answer.
   * @throws AppError `unavailable` where it can't be asked and isn't remembered
   */
  isPublic(address: string, lookUp: () => Promise<boolean>): Promise<boolean>;
  forgetAll(): void;
  /** How many files were served without asking the database. */
  stale(): number;
}

/** @param max how many files are remembered; the one asked for least recently goes first */
export function createPublicFiles(max = 10_000): PublicFiles {
  /** By address: since when changes of it may have been missed. */
  const files = new LRUCache<string, { missesSince?: number }>({ max });
  let connected = false;
  /** Counts the notices: an answer from before one of them isn't remembered. */
  let changes = 0;
  let stale = 0;

  function forgetAll(): void {
    changes++;
    files.clear();
  }

  return {
    async isPublic(address, lookUp) {
      const before = changes;
      try {
        const isPublic = await lookUp();
        if (!isPublic) files.delete(address);
        else if (connected && changes === before) files.set(address, {});
        return isPublic;
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== "unavailable") throw error;
        const remembered = files.get(address);
        if (!remembered || Date.now() - (remembered.missesSince ?? Date.now()) >= staleForMs) throw error;
        stale++;
        return true;
      }
    },
    forgetAll,
    stale: () => stale,

    onConnect() {
      connected = true;
    },
    onNotify(tag) {
      if (tag === "*") return forgetAll();
      changes++;
      // A file's address contains its owner's id.
      for (const address of [...files.keys()]) if (address.includes(tag)) files.delete(address);
    },
    onDisconnect() {
      connected = false;
      changes++;
      for (const file of files.values()) file.missesSince ??= Date.now();
    },
  };
}
