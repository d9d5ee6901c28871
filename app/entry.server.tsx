import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { AppError } from "#server/errors.ts";
import { callerContext, servicesContext } from "~/services.server";

export * from "~/front.server";

const renderTimeoutMs = 10_000;

/** Renders a document whole: pages hold no late data, and a whole page can be cached. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(callerContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  if (request.method === "HEAD") return Promise.resolve(new Response(null, { status, headers }));

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entry} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError: (error) => handleError(error, { request, context, params: {} }),
      },
    );
    const timer = setTimeout(abort, renderTimeoutMs);
  });
}

/** An unexpected error goes to the log whole, under the request's id; the screen shows only that id. */
export const handleError = ((error, { request, context }) => {
  if (request.signal.aborted || error instanceof AppError || isRouteErrorResponse(error)) return;
  const { log } = context.get(servicesContext);
  const { requestId } = context.get(callerContext);
  log.error({ err: error, requestId, method: request.method, path: new URL(request.url).pathname }, "request failed");
}) as HandleErrorFunction;

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
