import type { IncomingMessage, ServerResponse } from "node:http";
import { t } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";

/**
 * The whole body; undefined when its sender has gone. By its events: with an iterator a bare server answers a quarter
 * fewer.
 * @throws AppError `timeout` when it hasn't come whole in time
 */
export function bodyOf(request: IncomingMessage, withinMs: number): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer) => chunks.push(chunk);
  request.on("data", keep);
  request.once("end", () => resolve(Buffer.concat(chunks)));
  request.once("error", () => resolve(undefined));
  const timer = setTimeout(() => {
    request.off("data", keep);
    reject(new AppError("timeout", t("This took too long to arrive. Please try again.")));
  }, withinMs);
  return promise.finally(() => clearTimeout(timer));
}

/** The least that must come of a file's piece: so many bytes within so many milliseconds, again and again. */
export interface LeastRate {
  bytes: number;
  everyMs: number;
}

/**
 * Hangs up on a request whose body has all but stopped coming. The bytes of an upload that have arrived stay, and its
 * browser resumes from there.
 */
export function endWhenStalled(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, everyMs }: LeastRate,
): void {
  const { socket, headers } = request;
  if (!headers["transfer-encoding"] && Number(headers["content-length"] ?? 0) === 0) return;
  let seen = socket.bytesRead;
  const watch = setInterval(() => {
    if (socket.bytesRead - seen < bytes) socket.destroy();
    seen = socket.bytesRead;
  }, everyMs);
  const stop = () => clearInterval(watch);
  request.once("end", stop);
  response.once("close", stop);
}
