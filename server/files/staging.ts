import { createHash } from "node:crypto";
import type { DataStore, Upload } from "@tus/server";

/** An unfinished upload can be resumed for this long. */
export const keptForMs = 24 * 60 * 60 * 1000;

/** An upload that was announced and isn't taken over yet. */
export interface UnfinishedUpload {
  id: string;
  /** All of it has arrived: it waits for the store, which may be full or away. */
  isWhole: boolean;
  /** Bytes that have arrived. */
  bytes: number;
  /** When something last arrived. */
  changed: Date;
}

/**
 * Where uploads wait until they are whole: on this machine's disk, or in the bucket and the database, where every server
 * finds them.
 */
export interface Staging {
  /** What the upload library writes to and asks. */
  store: DataStore;
  /** The upload when it has arrived whole and was not taken over yet. */
  waiting(id: string): Promise<Upload | undefined>;
  /**
   * Runs `work` with the whole file on this machine, unless the upload was taken over meanwhile: then undefined. Of all who
   * share the uploads one works on it at a time. Once `work` has resolved, the upload is taken over, and its bytes go.
   * @throws AppError `unavailable` when another one has been at it for too long
   */
  takeOver<T>(id: string, work: (upload: Upload, path: string) => Promise<T>): Promise<T | undefined>;
  unfinishedOf(userId: string): Promise<UnfinishedUpload[]>;
  remove(id: string): Promise<void>;
  /**
   * Uploads that may need looking after, at least those that wait whole and those that are older than a day. Leftovers of
   * a crash are removed on the way.
   */
  list(): AsyncIterable<Upload>;
}

/** An upload's id begins with it: ties the upload to its owner without giving the owner's id away. */
export function ownerMark(userId: string): string {
  return createHash("sha256").update(userId).digest("hex").slice(0, 16);
}
