import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { AppError } from "../errors.ts";
import { extensionOf } from "../storage/path.ts";
import type { Storage } from "../storage/storage.ts";
import { noSuchFile, storageUnavailable } from "../storage/unavailable.ts";
import { attachment } from "./attachment.ts";
import { outcomeOf } from "./conditions.ts";

export interface ServeOptions {
  /** Makes the answer a download with this title; the stored file's own extension is added unless it has it. */
  download?: string;
  cacheControl?: string;
  /** The request's header that has chosen this file among others. */
  vary?: string;
}

/**
 * Sends a stored file, or the range of it that a player asks for when a listener seeks. The caller has checked that the
 * client may read it. Memory is bounded, and when the client leaves, the store's stream is closed.
 * @throws AppError `not-found` or `unavailable`, as long as nothing has been sent. Afterwards a failing store cuts the
 * connection, and the store's error is thrown for the log.
 */
export async function serveStored(
  request: IncomingMessage,
  response: ServerResponse,
  storage: Pick<Storage, "head" | "read">,
  path: string,
  { download, cacheControl = "private, max-age=3600", vary }: ServeOptions = {},
): Promise<void> {
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  const stored = await storage.head(path);
  if (!stored) throw noSuchFile();
  const outcome = outcomeOf(method, headers, stored);

  // Should a file be more than it seems, it can do nothing on this origin. A track opened by itself still plays, for
  // which Chromium needs both exceptions.
  const safety = {
    "Content-Security-Policy": "default-src 'none'; media-src 'self'; sandbox allow-same-origin",
    "X-Content-Type-Options": "nosniff",
  };
  const validators = {
    ETag: stored.etag,
    "Last-Modified": stored.modified.toUTCString(),
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
    ...(vary && { Vary: vary }),
  };
  if (outcome.status === 304 || outcome.status === 412) {
    response.writeHead(outcome.status, { ...safety, ...validators }).end();
    return;
  }
  if (outcome.status === 416) {
    response.writeHead(416, { ...safety, "Content-Range": `bytes */${stored.size}` }).end();
    return;
  }

  const range = outcome.status === 206 ? outcome.range : undefined;
  const length = range ? range.end - range.start + 1 : stored.size;
  const describe = () =>
    response.writeHead(outcome.status, {
      ...safety,
      ...validators,
      "Content-Type": stored.contentType,
      "Content-Length": length,
      ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${stored.size}` }),
      ...(download !== undefined && { "Content-Disposition": attachment(download, extensionOf(path)) }),
    });
  if (method === "HEAD" || stored.size === 0) {
    describe().end();
    return;
  }

  const left = new AbortController();
  response.once("close", () => left.abort());
  const body = await storage.read(path, range);
  try {
    // Nothing is promised before the first bytes are there: until then a failure can still be answered.
    if (response.destroyed) left.abort();
    await once(body, "readable", { signal: left.signal });
    describe();
    await pipeline(body, (chunks) => wholly(chunks, length), response);
  } catch (error) {
    body.destroy();
    if (left.signal.aborted && isLeaving(error)) return;
    throw error instanceof AppError ? error : storageUnavailable(error);
  }
}

/** Fails when there are fewer bytes than promised: the client would wait for the rest for ever. */
async function* wholly(chunks: AsyncIterable<Uint8Array>, length: number): AsyncIterable<Uint8Array> {
  let missing = length;
  for await (const chunk of chunks) {
    missing -= chunk.length;
    yield chunk;
  }
  if (missing !== 0) throw new Error(`a stored file lacks ${missing} bytes`);
}

function isLeaving(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === "AbortError" || ("code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
  );
}
