import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type * as Front from "../../app/front.server.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import type { Services } from "../services.ts";
import { clientAddress } from "./client-address.ts";
import type { Health } from "./health.ts";
import { ownOrigins, refuseForeignOrigin } from "./origin.ts";
import { serveUpload } from "./stored-files.ts";
import { type Uploads, uploadsPath } from "./uploads.ts";

/** The built (or, in development, freshly loaded) screens, with what the features lend the front. */
export interface App {
  front: typeof Front;
  handle: RequestHandler;
}

/** @param build React Router's; its entry module exports everything of `front.server.ts` */
export function appFrom(
  build: ServerBuild & { entry: { module: typeof Front } },
  config: Config,
  mode: "development" | "production",
): App {
  const front = build.entry.module;
  const allowedActionOrigins = ownOrigins(config).map(({ host }) => host);
  const routes = front.withPublicErrors(build.routes);
  return { front, handle: createRequestHandler({ ...build, routes, allowedActionOrigins }, mode) };
}

export interface FrontParts {
  services: Services;
  health: Health;
  uploads: Uploads;
  /** Loads the screens: once in production, for every request in development. */
  loadApp(): Promise<App>;
  /** Answers requests for the client's files; false when the path is none. */
  serveStatic(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> | boolean;
}

/** A form's body; files travel another way. */
const maxBodyBytes = 1024 * 1024;

/**
 * The way in: headers, health, client files, limits, stored files, uploads, and at last the screens.
 */
export function createFront({
  services,
  health,
  uploads,
  loadApp,
  serveStatic,
}: FrontParts): RequestListener {
  const { config, log } = services;
  const publicAddress = new URL(config.origin);
  const https = publicAddress.protocol === "https:";
  const origins = ownOrigins(config);

  return (request, response) => {
    const started = performance.now();
    const requestId = randomUUID();
    const path = pathOf(request);
    setCommonHeaders(response, requestId);
    response.once("close", () => {
      const ms = Math.round(performance.now() - started);
      health.observe(request.method ?? "", response.statusCode, ms / 1000);
      const line = { requestId, method: request.method, path, status: response.statusCode, ms };
      if (response.statusCode >= 500) log.warn(line, "answered");
      else log.debug(line, "answered");
    });
    answer(request, response, path, requestId).catch((error: unknown) => fail(response, error, requestId));
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    requestId: string,
  ): Promise<void> {
    if (await health.answer(request, response, path)) return;
    if (await serveStatic(request, response, path)) return;

    refuseForeignOrigin(request, origins);
    refuseUnreadablePath(path);
    const app = await loadApp();
    if (path.startsWith("/uploads/")) {
      return serveUpload(request, response, path, services, app.front.viewerOf);
    }
    if (path === uploadsPath || path.startsWith(`${uploadsPath}/`)) {
      const viewer = await app.front.viewerOf(services, request.headers.cookie);
      if (!viewer) throw new AppError("unauthenticated", "Please sign in to continue.");
      return uploads.handle(request, response, viewer.userId);
    }

    refuseLargeBodies(request);
    const context = new RouterContextProvider();
    context.set(app.front.servicesContext, services);
    context.set(app.front.callerContext, {
      address: clientAddress(request, config.trustProxy),
      nonce: randomBytes(16).toString("base64url"),
      requestId,
    });
    context.set(app.front.cacheContext, {});
    const webRequest = createRequest(request, response, {
      host: publicAddress.host,
      protocol: publicAddress.protocol,
    });
    // What an account sees stays out of every cache, the one behind the Back button included. A route that knows
    // better says so itself.
    response.setHeader("Cache-Control", request.headers.cookie ? "private, no-store" : "private, no-cache");
    await sendResponse(response, await app.handle(webRequest, context));
  }

  function setCommonHeaders(response: ServerResponse, requestId: string): void {
    response.setHeader("X-Request-Id", requestId);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
    response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    if (https) response.setHeader("Strict-Transport-Security", "max-age=31536000");
  }

  function fail(response: ServerResponse, error: unknown, requestId: string): void {
    const known = error instanceof AppError ? error : undefined;
    if (!known) log.error({ err: error, requestId }, "request failed");
    else if (known.kind === "unavailable") log.warn({ err: known, requestId }, "something is out of reach");
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (known?.retryAfterSeconds) response.setHeader("Retry-After", known.retryAfterSeconds);
    response.writeHead(known?.status ?? 500, { "Content-Type": "text/plain; charset=utf-8" });
    response.end(known?.publicText ?? `Something went wrong (${requestId}).`);
  }
}

/** The path alone: a query may hold a reset ticket and must not reach the log. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

function refuseUnreadablePath(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new AppError("not-found", "There is no such address.");
  }
}

function refuseLargeBodies(request: IncomingMessage): void {
  if (request.headers["transfer-encoding"]) {
    throw new AppError("invalid", "A request's body must say its length.");
  }
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) {
    throw new AppError("too-large", "This is too much to send at once.");
  }
}
