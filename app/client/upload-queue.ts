import { type Retrying, retrying } from "~/shared/connection";
import { type FileToSend, type Sending, type SendingEvents, sendFile } from "./send-file.ts";
import { goesOnByItself } from "./upload-failure.ts";

/** A file on its way, as a list shows it. Files that have arrived are no longer in the queue. */
export interface QueuedUpload {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** Bytes that have left. When all have, the server checks the file. */
  sent: number;
  state: "waiting" | "sending" | "stopped" | "failed";
  /** While it is being sent: the last try has failed, and the next one comes by itself. */
  isRetrying?: boolean;
  /** Why it failed. */
  reason?: string;
  /** Whether trying again makes sense, after a failure. */
  mayHelp?: boolean;
  /** After a failure: the server was out of reach, and the file is tried again by itself. */
  isLost?: boolean;
}

/** The callbacks for the files of one choice or one drop. */
export interface UploadPlan {
  about?: Readonly<Record<string, string>>;
  /** A file has arrived, and this is its feature's answer; undefined when that was lost on the way. */
  done?(file: File, answer: unknown): void;
  /**
   * Called once for a file, however often it is tried again by itself, and once for all that fail for the same reason.
   */
  failed?(file: File, reason: string): void;
  /** No file of this choice is under way any more; `arrived` counts the files since the last call, at least one. */
  settled?(arrived: number): void;
}

interface Batch extends UploadPlan {
  arrived: number;
  /** The reasons of failures that were reported already. */
  told: Set<string>;
}

interface Entry {
  shown: QueuedUpload;
  file: File;
  batch: Batch;
  sending?: Sending;
  /** Whether its failure was reported. */
  isTold?: boolean;
}

/**
 * Sends files of one kind one after the other, and reports the state of each. A file that failed because the server was
 * out of reach is sent again when it may be back.
 */
export class UploadQueue {
  readonly #kind: string;
  readonly #send: (file: FileToSend, on: SendingEvents) => Sending;
  readonly #retrying: Retrying;
  #entries: readonly Entry[] = [];
  #shown: readonly QueuedUpload[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  constructor(
    kind: string,
    send: (file: FileToSend, on: SendingEvents) => Sending,
    retryingOf: (again: () => void) => Retrying = retrying,
  ) {
    this.#kind = kind;
    this.#send = send;
    this.#retrying = retryingOf(() => this.#resumeLost());
  }

  /** The same array until something changes. */
  items = (): readonly QueuedUpload[] => this.#shown;

  /** @returns what ends the subscription */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The files that are still to be sent, in their order; those that were refused for good are none. */
  files(): FileToSend[] {
    return this.#entries
      .filter(({ shown }) => shown.state !== "failed" || shown.mayHelp)
      .map(({ file, batch: { about } }) => ({ kind: this.#kind, file, ...(about && { about }) }));
  }

  /** The files join the end of the queue. Files that their kind refuses must be left out before. */
  add(files: readonly File[], plan: UploadPlan = {}): void {
    const batch: Batch = { ...plan, arrived: 0, told: new Set() };
    const added = files.map((file): Entry => {
      this.#lastId += 1;
      const { name, size } = file;
      return { shown: { id: this.#lastId, name, size, sent: 0, state: "waiting" }, file, batch };
    });
    this.#set([...this.#entries, ...added]);
    this.#next();
  }

  /** The bytes that have arrived stay for a day; `resume` goes on from there. */
  stop(id: number): void {
    this.#end(id, "stopped", (sending) => sending.pause());
  }

  /** Sends a stopped or failed one again, when its turn comes. */
  resume(id: number): void {
    this.#entry(id)?.batch.told.clear();
    this.#replace(id, (entry) => ({ ...entry, isTold: false }));
    this.#change(id, { state: "waiting" });
    this.#next();
  }

  /** Takes it off the list, and its bytes off the server. */
  remove(id: number): void {
    const entry = this.#entry(id);
    if (!entry) return;
    entry.sending?.discard();
    this.#set(this.#entries.filter((other) => other !== entry));
    this.#afterOne(entry.batch);
  }

  /** Stops everything, for when the account leaves. No callback is called any more. */
  close(): void {
    for (const { sending } of this.#entries) sending?.pause();
    this.#retrying.settle();
    this.#set([]);
  }

  #resumeLost(): void {
    for (const { shown } of this.#entries) {
      if (shown.state === "failed" && shown.isLost) this.#change(shown.id, { state: "waiting" });
    }
    this.#next();
  }

  #next(): void {
    if (this.#entries.some(({ shown }) => shown.state === "sending")) return;
    const entry = this.#entries.find(({ shown }) => shown.state === "waiting");
    if (!entry) return;
    const { file, batch, shown } = entry;
    this.#change(shown.id, { state: "sending", isRetrying: false });
    // Late events of a sending that was stopped are not about the one that came after it.
    const ifCurrent = (act: (entry: Entry) => void) => {
      const now = this.#entry(shown.id);
      if (now?.shown.state === "sending" && now.sending === sending) act(now);
    };
    const sending = this.#send(
      { kind: this.#kind, file, ...(batch.about && { about: batch.about }) },
      {
        progress: (sent) => ifCurrent(() => this.#change(shown.id, { sent })),
        retrying: (isRetrying) => ifCurrent(() => this.#change(shown.id, { isRetrying })),
        done: (answer) =>
          ifCurrent((now) => {
            this.#retrying.settle();
            this.#set(this.#entries.filter((other) => other !== now));
            batch.arrived += 1;
            batch.done?.(file, answer);
            // The server is back.
            this.#resumeLost();
            this.#afterOne(batch);
          }),
        failed: (failure) =>
          ifCurrent(({ isTold }) => {
            const reason = failure.isLost ? goesOnByItself(failure.reason) : failure.reason;
            this.#replace(shown.id, (entry) => ({ ...entry, isTold: true }));
            this.#change(shown.id, { ...failure, state: "failed", reason });
            if (failure.isLost) this.#retrying.later();
            if (!isTold && !batch.told.has(reason)) batch.failed?.(file, reason);
            batch.told.add(reason);
            this.#afterOne(batch);
          }),
      },
    );
    this.#replace(shown.id, (now) => ({ ...now, sending }));
  }

  #end(id: number, state: "stopped", act: (sending: Sending) => void): void {
    const entry = this.#entry(id);
    if (!entry) return;
    if (entry.sending) act(entry.sending);
    this.#change(id, { state });
    this.#afterOne(entry.batch);
  }

  #afterOne(batch: Batch): void {
    const isUnderWay = this.#entries.some(
      (entry) => entry.batch === batch && ["waiting", "sending"].includes(entry.shown.state),
    );
    if (!isUnderWay && batch.arrived > 0) {
      const { arrived } = batch;
      batch.arrived = 0;
      batch.settled?.(arrived);
    }
    this.#next();
  }

  #entry(id: number): Entry | undefined {
    return this.#entries.find(({ shown }) => shown.id === id);
  }

  #change(id: number, change: Partial<QueuedUpload>): void {
    this.#replace(id, (entry) => ({ ...entry, shown: { ...entry.shown, ...change } }));
  }

  #replace(id: number, change: (entry: Entry) => Entry): void {
    this.#set(this.#entries.map((entry) => (entry.shown.id === id ? change(entry) : entry)));
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#shown = entries.map(({ shown }) => shown);
    for (const listener of this.#listeners) listener();
  }
}

/** The queue of a kind, which sends to the server. */
export function newUploadQueue(kind: string): UploadQueue {
  return new UploadQueue(kind, sendFile);
}
