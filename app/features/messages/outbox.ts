import { retrying } from "~/shared/connection";
import type { ShownMessage } from "./queries.server";
import type { NewMessage } from "./schema";

/** A message on its way, or one that didn't get through. */
export interface Unsent {
  clientId: string;
  content: string;
  tracks: { id: string; title: string }[];
  /** A lost one is sent again by itself when the server may be back. */
  state: "sending" | "failed" | "lost";
}

interface OutboxParts {
  /** Stores a message; the same one again is stored once. */
  send(message: NewMessage): Promise<ShownMessage>;
  onSent(conversation: string, message: ShownMessage): void;
  /** Called once for each message that could not be sent, until it is tried again. */
  onFailed(error: unknown): void;
  /** Was the server out of reach? */
  isLost(error: unknown): boolean;
  retryingOf?: typeof retrying;
  /** Where what isn't sent survives a reload. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** In the storage. */
  key: string;
}

export type Outbox = ReturnType<typeof createOutbox>;

const nothing: Unsent[] = [];

/**
 * Sends messages one after another, in the order they were written, each conversation by itself. A refused message
 * stays until it is sent again or thrown away; one lost for want of a connection goes by itself when there is one.
 */
export function createOutbox({
  send,
  onSent,
  onFailed,
  isLost,
  storage,
  key,
  retryingOf = retrying,
}: OutboxParts) {
  const listeners = new Set<() => void>();
  const unsent = new Map<string, Unsent[]>(read());
  const busy = new Set<string>();
  /** Messages whose loss was reported. */
  const reported = new Set<string>();
  const retry = retryingOf(sendLost);

  function read(): [string, Unsent[]][] {
    try {
      return Object.entries(JSON.parse(storage.getItem(key) ?? "{}"));
    } catch {
      return [];
    }
  }

  function set(conversation: string, items: Unsent[]): void {
    if (items.length > 0) unsent.set(conversation, items);
    else unsent.delete(conversation);
    try {
      if (unsent.size > 0) storage.setItem(key, JSON.stringify(Object.fromEntries(unsent)));
      else storage.removeItem(key);
    } catch {
      // Full, or not allowed: then it lives as long as the page.
    }
    for (const listener of listeners) listener();
  }

  const items = (conversation: string) => unsent.get(conversation) ?? nothing;
  const change = (conversation: string, clientId: string, state: Unsent["state"]) =>
    set(
      conversation,
      items(conversation).map((item) => (item.clientId === clientId ? { ...item, state } : item)),
    );
  const remove = (conversation: string, clientId: string) =>
    set(
      conversation,
      items(conversation).filter((item) => item.clientId !== clientId),
    );

  function sendLost(): void {
    for (const [conversation, messages] of unsent) {
      if (!messages.some(({ state }) => state === "lost")) continue;
      set(
        conversation,
        messages.map((item) => (item.state === "lost" ? { ...item, state: "sending" } : item)),
      );
      void work(conversation);
    }
  }

  async function work(conversation: string): Promise<void> {
    if (busy.has(conversation)) return;
    busy.add(conversation);
    for (;;) {
      const next = items(conversation).find(({ state }) => state === "sending");
      if (!next) break;
      const { clientId, content } = next;
      const tracks = next.tracks.map(({ id }) => id);
      try {
        const message = await send({ intent: "send-message", conversation, clientId, content, tracks });
        remove(conversation, clientId);
        onSent(conversation, message);
        retry.settle();
        // The server is back.
        sendLost();
      } catch (error) {
        const lost = isLost(error);
        change(conversation, clientId, lost ? "lost" : "failed");
        if (lost) retry.later();
        if (!lost || !reported.has(clientId)) onFailed(error);
        if (lost) reported.add(clientId);
      }
    }
    busy.delete(conversation);
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The same list until something about it changes. */
    items,
    /** Sends again the messages that were on their way when the page was left. */
    resume(): void {
      for (const conversation of unsent.keys()) void work(conversation);
      if ([...unsent.values()].flat().some(({ state }) => state === "lost")) retry.later();
    },
    /** Ends the retries, when the account has left. */
    close: retry.settle,
    add(conversation: string, content: string, tracks: Unsent["tracks"]): void {
      const item: Unsent = { clientId: newId(), content, tracks, state: "sending" };
      set(conversation, [...items(conversation), item]);
      void work(conversation);
    },
    retry(conversation: string, clientId: string): void {
      reported.delete(clientId);
      change(conversation, clientId, "sending");
      void work(conversation);
    },
    discard: remove,
  };
}

/** As `crypto.randomUUID`, which a page without TLS doesn't have. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
