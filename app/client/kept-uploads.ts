import { keptMark } from "./account-uploads.ts";
import type { FileToSend } from "./send-file.ts";

// Files on their way, kept in this browser until they have arrived: a page that is loaded again goes on with them without
// asking for the file. Where the browser keeps nothing for us, or has no room, the file is chosen again.

/** Bytes of all kept files together. */
const roomBytes = 512 * 1024 * 1024;
/** The server keeps what has arrived of a file for as long. */
const keptMs = 24 * 60 * 60 * 1000;

interface Kept extends FileToSend {
  key: string;
  account: string;
  /** The tab that sends it. */
  tab: string;
  /** When it was chosen, in milliseconds. */
  since: number;
}

const tab = crypto.randomUUID?.() ?? "";
const tabLock = (name: string) => `handbill-tab-${name}`;
/** The keys of what this tab sends. */
const own = new Set<string>();
let isTabMarked = false;
let work: Promise<unknown> = Promise.resolve();

/** Keeps these files of an account and no other ones that this tab has kept before. Never fails. */
export function keepUploads(account: string, files: readonly FileToSend[]): Promise<void> {
  return inTurn(async () => {
    markTab();
    const wanted = new Map(files.map((upload) => [keyOf(account, upload), upload]));
    for (const key of own) {
      if (wanted.has(key)) continue;
      await inStore("readwrite", (store) => store.delete(key));
      own.delete(key);
    }
    for (const [key, upload] of wanted) {
      if (own.has(key)) continue;
      const others = await inStore<Kept[]>("readonly", (store) => store.getAll());
      if (!hasRoom(others, upload.file)) continue;
      await inStore("readwrite", (store) =>
        store.put({ ...upload, key, account, tab, since: Date.now() } satisfies Kept),
      );
      own.add(key);
    }
    await setMark();
  });
}

/**
 * The files that a tab of this account was sending when it was closed or loaded again; they are this tab's from now on.
 * Those of other accounts and old ones are removed. None where the browser keeps nothing.
 */
export async function takeKeptUploads(account: string): Promise<FileToSend[]> {
  const taken: FileToSend[] = [];
  await inTurn(async () => {
    markTab();
    const { held = [] } = await navigator.locks.query();
    const open = new Set(held.map(({ name }) => name));
    for (const kept of await inStore<Kept[]>("readonly", (store) => store.getAll())) {
      if (kept.tab === tab || open.has(tabLock(kept.tab))) continue;
      if (kept.account !== account || kept.since < Date.now() - keptMs) {
        await inStore("readwrite", (store) => store.delete(kept.key));
        continue;
      }
      await inStore("readwrite", (store) => store.put({ ...kept, tab }));
      own.add(kept.key);
      taken.push({ kind: kept.kind, file: kept.file, ...(kept.about && { about: kept.about }) });
    }
    await setMark();
  });
  return taken;
}

/** Whether a file may be kept beside what is kept already. */
export function hasRoom(kept: readonly { file: { size: number } }[], file: { size: number }): boolean {
  return kept.reduce((sum, { file }) => sum + file.size, file.size) <= roomBytes;
}

function keyOf(account: string, { kind, file, about = {} }: FileToSend): string {
  return JSON.stringify([
    account,
    kind,
    Object.entries(about).sort(),
    file.name,
    file.size,
    file.lastModified,
  ]);
}

/** One tab at a time, one thing after the other. A browser that can't do it keeps nothing. */
function inTurn(step: () => Promise<void>): Promise<void> {
  const next = work.then(async () => {
    try {
      await navigator.locks.request("handbill-kept-uploads", step);
    } catch {
      // No room, no storage, or no locks: the file is chosen again.
    }
  });
  work = next;
  return next;
}

/** While this tab is open, its files are no other tab's. */
function markTab(): void {
  if (isTabMarked) return;
  isTabMarked = true;
  navigator.locks.request(tabLock(tab), () => new Promise(() => {}));
}

async function setMark(): Promise<void> {
  const count = await inStore<number>("readonly", (store) => store.count());
  if (count > 0) localStorage.setItem(keptMark, "");
  else localStorage.removeItem(keptMark);
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const opening = indexedDB.open("handbill-uploads", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("uploads", { keyPath: "key" });
  const database = await answerOf<IDBDatabase>(opening);
  try {
    return await answerOf<Result>(act(database.transaction("uploads", mode).objectStore("uploads")));
  } finally {
    database.close();
  }
}

function answerOf<Result>(request: IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
