import type { FileToSend } from "./send-file.ts";
import type { QueuedUpload, UploadQueue } from "./upload-queue.ts";

/** In localStorage while `kept-uploads.ts` keeps something: without it that module need not be loaded. */
export const keptMark = "handbill-kept-uploads";

/** A file on its way, with its queue. */
export interface AccountUpload {
  kind: string;
  queue: UploadQueue;
  item: QueuedUpload;
}

/** All uploads of one account in this tab, of each kind. They go on from one screen to the next. */
export class AccountUploads {
  readonly account: string;
  readonly #keep: (account: string, files: readonly FileToSend[]) => void;
  readonly #queues = new Map<string, UploadQueue>();
  readonly #listeners = new Set<() => void>();
  #all: readonly AccountUpload[] = [];
  #kept = "";
  #here: readonly string[] = [];
  readonly #restoring = Promise.withResolvers<void>();
  /** Settled once what an earlier page was sending is in the queues again. */
  readonly restored = this.#restoring.promise;
  readonly settle = this.#restoring.resolve;

  /** @param keep called with all files that are still to be sent, when one joins or leaves */
  constructor(account: string, keep: (account: string, files: readonly FileToSend[]) => void) {
    this.account = account;
    this.#keep = keep;
  }

  isOf = (account: string): boolean => this.account === account;

  /** The queue of one kind; always the same one. It is made here for the first file, with code that comes only then. */
  queueOf = (kind: string, make: (kind: string) => UploadQueue): UploadQueue => {
    const known = this.#queues.get(kind);
    if (known) return known;
    const queue = make(kind);
    this.#queues.set(kind, queue);
    queue.subscribe(this.#update);
    return queue;
  };

  /** The same array until something changes. */
  items = (): readonly AccountUpload[] => this.#all;

  /** The kinds whose files the screen shows itself; the same array until that changes. */
  shownHere = (): readonly string[] => this.#here;

  /** Says that the screen shows the files of a kind. @returns what ends that */
  showHere = (kind: string): (() => void) => {
    this.#here = [...this.#here, kind];
    this.#tell();
    return () => {
      this.#here = this.#here.toSpliced(this.#here.indexOf(kind), 1);
      this.#tell();
    };
  };

  /** @returns what ends the subscription */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Stops everything, for when the account leaves. */
  close(): void {
    for (const queue of this.#queues.values()) queue.close();
  }

  #update = (): void => {
    this.#all = [...this.#queues].flatMap(([kind, queue]) =>
      queue.items().map((item) => ({ kind, queue, item })),
    );
    const kept = this.#all
      .map(({ kind, item: { id, mayHelp } }) => `${kind} ${id} ${mayHelp === false}`)
      .join();
    if (kept !== this.#kept) {
      this.#kept = kept;
      this.#keep(
        this.account,
        [...this.#queues.values()].flatMap((queue) => queue.files()),
      );
    }
    this.#tell();
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a file is lost when its tab is closed now. */
export function isUnderWay({ state, isLost }: QueuedUpload): boolean {
  return state === "waiting" || state === "sending" || (state === "failed" && isLost === true);
}
