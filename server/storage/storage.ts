import type { Readable } from "node:stream";

export interface StoredFile {
  /** `{folder}/{user id}/{name}` */
  path: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Strong, quoted. */
  etag: string;
  modified: Date;
}

/** Bytes from `start` to `end`, both included, both inside the file. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where musicians' files live: `{folder}/{user id}/{name}` with a folder and an extension of `path.ts`.
 * Every method rejects with AppError `unavailable` when the disk or bucket doesn't answer, and with `invalid`
 * for a path of another shape; `head` and `read` answer such a path as a file that is not there.
 */
export interface Storage {
  /**
   * Stores a local file (which stays where it is) or bytes. Whole or not at all; once resolved it survives a power
   * cut. A file of the same path is replaced, so trying again is safe; `contentType` must be the extension's own.
   */
  put(path: string, source: string | Uint8Array, info: { contentType: string }): Promise<void>;
  head(path: string): Promise<StoredFile | null>;
  /** The caller must read the stream to its end or destroy it. @throws AppError `not-found` */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /**
   * Runs `work` with a local file of the same bytes, which it must leave as it is and which may be gone afterwards: for
   * readers that jump within the file, or that run in a thread of their own. @throws AppError `not-found`
   */
  borrow<T>(path: string, work: (file: string) => Promise<T>): Promise<T>;
  /** Removing what is not there is fine. */
  remove(path: string): Promise<void>;
  /** All files below "", `{folder}/` or `{folder}/{user id}/`, in no promised order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Rejects when files could not be read or stored now. */
  ping(): Promise<void>;
}
