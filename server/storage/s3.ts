import { createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { S3mini, S3ServiceError } from "s3mini";
import type { S3Settings } from "../config.ts";
import { codeOf } from "../db/failures.ts";
import type { AppError } from "../errors.ts";
import { noRoom } from "../files/disk-full.ts";
import {
  contentTypeOf,
  isStoredPath,
  requireMatchingType,
  requirePrefix,
  requireStoredPath,
} from "./path.ts";
import type { ByteRange, Storage, StoredFile } from "./storage.ts";
import { noSuchFile, storageNotConfigured, storageUnavailable } from "./unavailable.ts";

/** The bucket [2 §3] names is a prefix here: operators name their own buckets. */
const root = "uploads/";
const answerWithinMs = 15_000;
/** The slowest way to the store that still counts as working: 4 Mbit/s. */
const sentBytesPerMs = 500;
const pageSize = 1000;

/**
 * Files in an S3-compatible bucket, under `uploads/`, addressed by path so that no name service is needed per bucket.
 * A file goes up in one request, streamed from the disk. Neither the client's uploads in parts nor a `Blob` as body
 * keep out of memory (measured for 100 MB: 200 MB and 120 MB; the stream: 50 MB, for 1 GB as well), and parts that a
 * crash leaves behind cost money.
 */
export function openS3(settings: S3Settings): Storage {
  const bucket = new S3mini({
    endpoint: `${settings.endpoint}/${settings.bucket}`,
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    fetch: fetchInTime,
  });

  /** The store's answer, or null when it has no such file. */
  async function get(path: string, range?: ByteRange): Promise<Response | null> {
    try {
      return await (range
        ? bucket.getObjectRaw(root + path, false, range.start, range.end + 1)
        : bucket.getObjectRaw(root + path));
    } catch (error) {
      if (!(error instanceof S3ServiceError)) throw error;
      if (error.status === 404 && error.serviceCode !== "NoSuchBucket") return null;
      // An empty file has no first byte to ask for.
      if (error.status === 416 && range) return get(path);
      throw error;
    }
  }

  async function read(path: string, range?: ByteRange): Promise<Readable> {
    if (!isStoredPath(path)) throw noSuchFile();
    const response = await get(path, range).catch((error: unknown) => {
      throw storageUnavailable(error);
    });
    if (!response?.body) throw noSuchFile();
    if (range && response.status !== 206) {
      await response.body.cancel();
      throw storageUnavailable(new Error(`asked for a range, the store answered ${response.status}`));
    }
    return streamOf(response.body);
  }

  return {
    async put(path, source, { contentType }) {
      requireStoredPath(path);
      requireMatchingType(path, contentType);
      try {
        const { size, body } = await opened(source);
        await bucket.putObject(root + path, body, contentType, undefined, undefined, size);
      } catch (error) {
        throw refusedPut(error);
      }
    },

    async head(path) {
      const contentType = contentTypeOf(path);
      if (!isStoredPath(path) || !contentType) return null;
      try {
        // The client has no HEAD that shows headers; one byte costs the same.
        const response = await get(path, { start: 0, end: 0 });
        if (!response) return null;
        await response.body?.cancel();
        const { headers } = response;
        const size =
          /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1] ?? headers.get("content-length");
        const modified = new Date(headers.get("last-modified") ?? "");
        return storedFile({
          path,
          contentType,
          size: Number(size),
          etag: headers.get("etag") ?? "",
          modified,
        });
      } catch (error) {
        throw storageUnavailable(error);
      }
    },

    read,

    async borrow(path, work) {
      const bytes = await read(path);
      const folder = await mkdtemp(join(tmpdir(), "handbill-borrowed-"));
      try {
        const file = join(folder, "file");
        await pipeline(bytes, createWriteStream(file, { mode: 0o600 }));
        return await work(file);
      } finally {
        bytes.destroy();
        await rm(folder, { recursive: true, force: true });
      }
    },

    async remove(path) {
      requireStoredPath(path);
      try {
        await bucket.deleteObject(root + path);
      } catch (error) {
        throw storageUnavailable(error);
      }
    },

    async *list(prefix) {
      requirePrefix(prefix);
      let next: string | undefined;
      do {
        const page = await bucket
          .listObjectsPaged("/", root + prefix, pageSize, next)
          .catch((error: unknown) => {
            throw storageUnavailable(error);
          });
        if (!page?.objects) throw storageUnavailable(new Error("the bucket does not exist"));
        for (const { Key, Size, ETag, LastModified } of page.objects) {
          const path = Key.slice(root.length);
          const contentType = contentTypeOf(path);
          // A bucket may hold what others put there.
          if (!isStoredPath(path) || !contentType) continue;
          yield storedFile({ path, contentType, size: Size, etag: ETag, modified: LastModified });
        }
        next = page.nextContinuationToken;
      } while (next);
    },

    async ping() {
      try {
        const exists = await bucket.bucketExists().catch((error: unknown) => {
          if (error instanceof S3ServiceError) return false;
          throw error;
        });
        // An answer to HEAD has no body that says why; the list of one file does.
        if (exists || (await bucket.listObjectsPaged("/", root, 1))) return;
      } catch (error) {
        throw storageUnavailable(new Error(refusal(error, settings), { cause: error }));
      }
      throw storageUnavailable(new Error(noSuchBucket(settings)));
    },
  };
}

function refusedPut(error: unknown): AppError {
  if (error instanceof S3ServiceError) {
    if (error.serviceCode === "NoSuchBucket") return storageNotConfigured(error);
    if (error.status === 507) return noRoom(error);
  }
  return storageUnavailable(error);
}

const noSuchBucket = ({ bucket }: S3Settings) =>
  `there is no bucket ${bucket}: make it, or correct S3_BUCKET`;

/** Why the store can't be used, and which setting that is, for its operator. */
function refusal(error: unknown, settings: S3Settings): string {
  const code = error instanceof S3ServiceError ? error.serviceCode : undefined;
  if (code === "NoSuchBucket") return noSuchBucket(settings);
  if (code === "SignatureDoesNotMatch") return "the secret is wrong: correct S3_SECRET_ACCESS_KEY";
  if (code === "InvalidAccessKeyId") return "the key is unknown there: correct S3_ACCESS_KEY_ID";
  if (code === "AuthorizationHeaderMalformed") return "it is in another region: correct S3_REGION";
  if (code === "AccessDenied")
    return `this key may not use the bucket ${settings.bucket}: give it the right to`;
  const last = innermost(error);
  const reason = codeOf(last) ?? (last instanceof Error ? last.message : String(last));
  return `${settings.endpoint} does not answer as it should (${reason}): correct S3_ENDPOINT, or start it`;
}

function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause ? innermost(error.cause) : error;
}

/**
 * A path's bytes never change without the path being written again, so the store's tag is strong, however it is
 * spelled. @throws Error when the store left out what every S3 answer has
 */
function storedFile(file: StoredFile): StoredFile {
  const tag = file.etag.replace(/^W\//, "").replaceAll('"', "");
  if (!/^[\x21\x23-\x7e]+$/.test(tag) || !Number.isSafeInteger(file.size) || Number.isNaN(+file.modified)) {
    throw new Error(`the store says too little of ${file.path}`);
  }
  return { ...file, etag: `"${tag}"` };
}

async function opened(source: string | Uint8Array) {
  if (typeof source !== "string") return { size: source.byteLength, body: source };
  const file = await openAsBlob(source);
  // A stream of nothing would go out without a length, which S3 refuses.
  return { size: file.size, body: file.size > 0 ? file.stream() : new Uint8Array() };
}

/** The client's own time limit would also cut a long download; this one ends with the answer's headers. */
async function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const sent = Number(new Headers(init?.headers).get("content-length") ?? 0);
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error("the store did not answer in time")),
    answerWithinMs + sent / sentBytesPerMs,
  );
  try {
    // A streamed body needs the word; the browser's types don't know it.
    const options = { ...init, duplex: "half", signal: late.signal };
    return await fetch(input, options);
  } finally {
    clearTimeout(timer);
  }
}

/** Destroying the stream ends the store's answer at once, also while a read is under way. */
function streamOf(body: ReadableStream<Uint8Array>): Readable {
  const reader = body.getReader();
  return new Readable({
    read() {
      reader.read().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(storageUnavailable(error)),
      );
    },
    destroy(error, callback) {
      reader.cancel().then(
        () => callback(error),
        () => callback(error),
      );
    },
  });
}
