import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { createHeaders, createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { LRUCache } from "lru-cache";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
  type ServerInstrumentation,
} from "react-router";
import type * as AppExports from "../../app/server-exports.server.ts";
import { apiPath } from "../../app/shared/api-areas.ts";
import { type Language, sourceLanguage } from "../../app/shared/languages.ts";
import {
  archivePath,
  counterPath,
  livePath,
  privateFilesPath,
  storedFilesPath,
  uploadPath,
} from "../../app/shared/server-paths.ts";
import { t } from "../../app/shared/t.ts";
import { requireApiKey } from "../api/keys.ts";
import { keyLimit, largestBody } from "../api/limits.ts";
import type { Config } from "../config.ts";
import type { LogPosition } from "../db/replica.ts";
import { AppError } from "../errors.ts";
import { askedLanguage } from "../language.ts";
import { createAvifPictures } from "../media/avif-pictures.ts";
import type { Metrics, RequestLabels } from "../metrics.ts";
import { inLanguage, type Reader } from "../reading.ts";
import type { Live } from "../realtime/live.ts";
import { withRequestId } from "../request-id.ts";
import type { Services } from "../services.ts";
import type { Visit } from "../static-copy/artist-copy.ts";
import { isSiteFile } from "../static-copy/copied-names.ts";
import { type Operation, watched } from "../watching.ts";
import { bodyOf, endWhenStalled, type LeastRate } from "./body.ts";
import { clientAddress } from "./client-address.ts";
import type { Health } from "./health.ts";
import { limitKey, networkOf } from "./limits.ts";
import { ownOrigins, refuseForeignOrigin } from "./origin.ts";
import { codingFor, encode, Page, type PageCache, type Render, type Rendered } from "./page-cache.ts";
import type { PublicFiles } from "./public-files.ts";
import type { RestoreRequests } from "./restore.ts";
import { serveArchive, servePrivately, serveUpload } from "./stored-files.ts";
import type { Sender, Uploads } from "./uploads.ts";

/** The built (or, in development, freshly loaded) screens, with what the app exports to the server. */
export interface App {
  exports: typeof AppExports;
  handle: RequestHandler;
}

/** @param build React Router's; its entry module exports everything of `server-exports.server.ts` */
export function appFrom(
  build: ServerBuild & { entry: { module: typeof AppExports } },
  config: Config,
  mode: "development" | "production",
): App {
  const exports = build.entry.module;
  const allowedActionOrigins = ownOrigins(config).map(({ host }) => host);
  const routes = exports.withDocumentData(exports.withPublicErrors(build.routes));
  const entry = config.traces
    ? { ...build.entry, module: { ...exports, instrumentations: [{ route: watchRoute }] } }
    : build.entry;
  return { exports, handle: createRequestHandler({ ...build, entry, routes, allowedActionOrigins }, mode) };
}

const watchRoute: NonNullable<ServerInstrumentation["route"]> = (route) => {
  const watch =
    (kind: "loader" | "action") =>
    (handler: () => Promise<{ status: string }>): Promise<void> => {
      const operation: Operation = { kind, name: route.id };
      return watched(operation, async () => {
        const { status } = await handler();
        if (status === "error") operation.outcome = "failed";
      });
    };
  route.instrument({ loader: watch("loader"), action: watch("action") });
};

export interface ListenerParts {
  services: Services;
  health: Health;
  metrics: Pick<Metrics, "observeRequest">;
  uploads: Uploads;
  restoring: RestoreRequests;
  live: Pick<Live, "open">;
  pages: PageCache;
  publicFiles: Pick<PublicFiles, "isPublic">;
  /** Takes what pages report of themselves. */
  counter: AppExports.Counter;
  /** Say which requests `pages` may answer, and under which key. */
  publicPath: typeof AppExports.publicPath;
  publicCacheKey: typeof AppExports.publicCacheKey;
  isPersonal: typeof AppExports.isPersonal;
  /** The language that a visitor has chosen. @param cookies the request's header */
  chosenLanguage: typeof AppExports.chosenLanguage;
  /** Loads the screens: once in production, for every request in development. */
  loadApp(): Promise<App>;
  /** Answers requests for the client's files; false when the path is none. */
  serveStatic(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> | boolean;
}

interface PublicPage {
  path: string;
  /** Of the copy that the page cache may hold. */
  key: string;
}

interface Caller {
  network: string;
  requestId: string;
}

/** The options of the server that calls this listener. */
export const serverOptions: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  // A request without a body gets no stream for one: a tenth more pages a second. Such a stream never ends, so no code
  // may wait for it; see `refuseUnreadableBodies`.
  optimizeEmptyRequests: true,
};

/** Addresses whose cache key is remembered; longer ones are rare, and would take the room of many. */
const longestKnownUrl = 200;

/** A form's body; files travel another way. */
const maxBodyBytes = 1024 * 1024;
/**
 * The longest newsletter issue, every character of which takes nine bytes. A larger body is taken from accounts only.
 */
const maxAnonymousBytes = 256 * 1024;
/** The largest report that a page may send about itself. */
const maxReportBytes = 8 * 1024;

/** Time limits for the bodies of requests. */
interface BodyTimes {
  /** A form's, as a whole. */
  formMs: number;
  /** A piece of a file takes as long as it comes at this rate, up to `requestTimeout`. */
  piece: LeastRate;
}

/** Of a file's piece. */
export const leastRate: LeastRate = { bytes: 20 * 1024, everyMs: 20_000 };

/**
 * The way in: pages that are kept, health, client files, limits, stored files, uploads, live updates, and at last the screens.
 */
export function createRequestListener(
  {
    services,
    health,
    metrics,
    uploads,
    restoring,
    live,
    pages,
    publicFiles,
    counter,
    publicPath,
    publicCacheKey,
    isPersonal,
    chosenLanguage,
    loadApp,
    serveStatic,
  }: ListenerParts,
  times: BodyTimes = { formMs: 30_000, piece: leastRate },
): RequestListener {
  const { config, log } = services;
  const publicAddress = new URL(config.origin);
  const origins = ownOrigins(config);
  const headers = commonHeaders(config);
  let knownRoot: string | undefined;
  /** Requests are numbered within a process, which costs less than a random identifier for each. */
  const firstOfRequestIds = `${randomBytes(8).toString("hex")}-`;
  let requests = 0;
  /** The paths of the public pages whose addresses were asked for lately. */
  const publicPaths = new LRUCache<string, string>({ max: 2_000 });
  const avifPictures = createAvifPictures(services);
  const clientNetwork = (request: IncomingMessage) => networkOf(clientAddress(request, config.trustProxy));

  return (request, response) => {
    request.url = targetOf(request.url);
    const started = performance.now();
    const requestId = firstOfRequestIds + requests++;
    const finished = () => {
      const ms = performance.now() - started;
      const { statusCode: status } = response;
      const { method = "" } = request;
      const path = pathOf(request);
      // How long a live connection stays open says nothing about how long an answer takes.
      if (path !== livePath) {
        const handler = publicPage ? "page" : handlerOf(path);
        metrics.observeRequest({ handler, method, status }, ms / 1000);
      }
      const level = status === 507 ? "error" : status >= 500 ? "warn" : "debug";
      if (!log.isLevelEnabled(level)) return;
      const message =
        status === 507 ? "there is no room left: DATA_DIR's disk or the database's is full" : "answered";
      log[level]({ requestId, method, path, status, ms: Math.round(ms) }, message);
    };
    const asked = languageOf(request);
    const publicPage = publicPageOf(request, asked);
    const isForAll = publicPage && !isPersonal(config, publicPage.path, request.headers.cookie);
    const page = isForAll ? pages.find(publicPage.key) : undefined;
    const compressed = page?.answer(request, response, requestId);
    // It is handed over whole; to hear of its end would cost more than it took to find the page.
    if (page && !compressed) return finished();
    // `on`, since it comes once anyway: `once` costs every request a wrapper.
    response.on("close", finished);
    const answered =
      compressed ??
      withRequestId(requestId, () =>
        inLanguage(readerOf(asked), () =>
          watchedAnswer(request, response, requestId, { asked, publicPage, isForAll }),
        ),
      );
    answered.catch((error: unknown) => fail(response, error, requestId));
  };

  function watchedAnswer(...[request, response, ...more]: Parameters<typeof answer>): Promise<void> {
    const handler = more[1].publicPage ? "page" : handlerOf(pathOf(request));
    const operation: Operation = { kind: "request", name: `${request.method} ${handler}` };
    return watched(operation, async () => {
      await answer(request, response, ...more);
      operation.outcome = String(response.statusCode);
    });
  }

  /** The language that the request asks for, undefined for none of ours. */
  function languageOf({ url = "/", headers: { cookie, "accept-language": accepted } }: IncomingMessage) {
    return askedLanguage(url, cookie && chosenLanguage(config, cookie), accepted);
  }

  /** The public page that is asked for, if it is one. */
  function publicPageOf(
    { method, url = "/" }: IncomingMessage,
    asked: Language | undefined,
  ): PublicPage | undefined {
    if (method !== "GET" && method !== "HEAD") return undefined;
    const known = publicPaths.get(url);
    const path = known ?? publicPath(url);
    if (path === undefined) return undefined;
    if (known === undefined && url.length <= longestKnownUrl) publicPaths.set(url, path);
    return { path, key: publicCacheKey(path, asked) };
  }

  /**
   * @param asked the language that the visitor asks for
   * @param publicPage the public page that is asked for
   * @param isForAll whether the answer may be cached, as it is the same for every visitor. Where it isn't, the page is what a
   *   request with a session gets that can't be looked up
   */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    {
      asked,
      publicPage,
      isForAll,
    }: { asked: Language | undefined; publicPage: PublicPage | undefined; isForAll: boolean | undefined },
  ): Promise<void> {
    const path = pathOf(request);
    response.setHeader("X-Request-Id", requestId);
    for (let at = 0; at < headers.length; at += 2)
      response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");

    if (path === apiPath || path.startsWith(`${apiPath}/`)) {
      return inLanguage(sourceLanguage, () => serveApi(request, response, requestId));
    }
    refuseOtherMethods(request, response);
    refuseUnreadablePath(path);
    if (await health.answer(request, response, path)) return;
    if (await serveStatic(request, response, path)) return;

    refuseForeignOrigin(request, origins);
    if (await restoring.answer(request, response, path)) return;
    const app = await loadApp();
    if (path.startsWith(`${storedFilesPath}/`)) {
      return serveUpload(request, response, path, services, publicFiles, avifPictures, app.exports.viewerOf);
    }
    if (path.startsWith(`${privateFilesPath}/`)) return servePrivately(request, response, path, services);
    if (path === archivePath) return serveArchive(request, response, services, app.exports.viewerOf);
    if (path === uploadPath || path.startsWith(`${uploadPath}/`)) {
      endWhenStalled(request, response, times.piece);
      return uploads.handle(request, response, () => senderOf(app, request));
    }
    if (path === livePath) {
      const end = await live.open(request, response, await activeViewer(app, request));
      // A session that ended between the check and the opening sent its notice before this connection could get it.
      await activeViewer(app, request).catch(end);
      return;
    }

    refuseUnreadableBodies(request);
    if (Number(request.headers["content-length"] ?? 0) > maxAnonymousBytes) await activeViewer(app, request);
    if (path === counterPath) return receiveReport(request, response, app);
    // Answers to signed-in accounts stay out of every cache, the one behind the Back button included. A route that
    // knows better says so itself.
    response.setHeader("Cache-Control", request.headers.cookie ? "private, no-store" : "private, no-cache");
    const caller = { network: clientNetwork(request), requestId };
    const root = path === "/" ? await rootPath(app) : undefined;
    const isLanding = path === "/" && root === undefined;
    if (publicPage && isForAll && !isLanding) {
      const render: Render = async (position) => {
        // Asked for once more: a change between the first answer and here would go unnoticed.
        const target = publicPage.path === "/" ? ((await rootPath(app)) ?? "/") : publicPage.path;
        return renderForVisitors(app, target, asked, caller, position);
      };
      const page = await pages.load(publicPage.key, render);
      if (page instanceof Page) return page.answer(request, response, requestId);
      return send(request, response, withQuery(page, request.url));
    }
    if (root !== undefined) request.url = root + (request.url ?? "").replace(/^[^?]*/, "");
    const webRequest = await webRequestOf(request, response);
    if (!webRequest) return;
    const reader = readerOf(asked);
    const context = contextFor(app, services, caller, reader, root === undefined ? null : path);
    const screen = await inLanguage(reader, () => app.handle(webRequest, context));
    const page = publicPage && screen.status === 503 ? pages.standIn(publicPage.key) : undefined;
    return page ? page.answer(request, response, requestId) : send(request, response, screen);
  }

  /**
   * The path of the artist's page that stands at the root, undefined for the landing page. Where it can't be asked, what
   * was last known holds.
   */
  async function rootPath({ exports }: App): Promise<string | undefined> {
    try {
      knownRoot = await exports.rootPath(services);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "unavailable") throw error;
    }
    return knownRoot;
  }

  /** The signed-in account, which must not be suspended. @throws AppError `unauthenticated`, `forbidden` */
  async function activeViewer({ exports }: App, request: IncomingMessage) {
    const viewer = await exports.viewerOf(services, request.headers.cookie);
    if (!viewer) throw new AppError("unauthenticated", t("Please sign in to continue."));
    if (viewer.suspension) throw new AppError("forbidden", t("Your account is suspended."));
    return viewer;
  }

  /** Who sends a file: a program with a key, or a session. @throws AppError `unauthenticated`, `forbidden`, `too-many` */
  async function senderOf(app: App, request: IncomingMessage): Promise<Sender> {
    const { authorization = "" } = request.headers;
    if (!/^bearer /i.test(authorization)) return { userId: (await activeViewer(app, request)).userId };
    const { id, userId, scopes } = await requireApiKey(services, authorization);
    await services.limits.spend(keyLimit, limitKey(id));
    return { userId, scopes };
  }

  /**
   * The request as the screens get it, undefined when its sender has gone. A form's body has arrived whole by then: the
   * session is looked up when the body is there, not when the head arrived.
   */
  async function webRequestOf(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Request | undefined> {
    const { method = "GET", url = "/" } = request;
    if (method === "GET" || method === "HEAD") {
      return createRequest(request, response, {
        host: publicAddress.host,
        protocol: publicAddress.protocol,
      });
    }
    const body = await bodyOf(request, times.formMs);
    if (!body) return undefined;
    const gone = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const headers = createHeaders(request);
    return new Request(`${publicAddress.origin}${url}`, {
      method,
      headers,
      body: new Uint8Array(body),
      signal: gone.signal,
    });
  }

  /** A program with a key asks: no cookie and no origin counts here, and every problem is told as JSON. */
  async function serveApi(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const { method = "", url = "" } = request;
    const headers = createHeaders(request);
    const answer = await (await loadApp()).exports.answerApi(services, {
      ...{ method, url, headers, requestId },
      body: () => apiBody(request, times.formMs),
    });
    return send(request, response, answer);
  }

  /** The answer is the same whether the report was stored or not. */
  async function receiveReport(
    request: IncomingMessage,
    response: ServerResponse,
    { exports: { viewerOf } }: App,
  ): Promise<void> {
    if (request.method !== "POST") throw new AppError("not-found", t("There is no such address."));
    if (Number(request.headers["content-length"]) > maxReportBytes) {
      throw new AppError("too-large", t("This is too much to send at once."));
    }
    const body = await bodyOf(request, times.formMs);
    if (!body) return;
    const viewer = await viewerOf(services, request.headers.cookie);
    const from = { network: clientNetwork(request), headers: request.headers, userId: viewer?.userId };
    counter.receive(body.toString(), from);
    response.writeHead(204, { "Cache-Control": "no-store" }).end();
  }

  /**
   * Renders a page for every visitor who asks for this language: nothing else of the first caller's request goes into it,
   * and it continues when that caller leaves.
   */
  async function renderForVisitors(
    app: App,
    path: string,
    asked: Language | undefined,
    caller: Caller,
    position?: LogPosition,
  ): Promise<Rendered> {
    const reader = readerOf(asked);
    const context = contextFor(app, services, caller, reader);
    const db = position && services.db.readingAt?.(position);
    if (db) context.set(app.exports.servicesContext, { ...services, db });
    const request = new Request(new URL(path, publicAddress));
    const answer = await inLanguage(reader, () => app.handle(request, context));
    return { answer, cacheDirective: context.get(app.exports.cacheContext).cacheDirective };
  }

  function fail(response: ServerResponse, error: unknown, requestId: string): void {
    const known = error instanceof AppError ? error : undefined;
    if (!known) log.error({ err: error, requestId }, "request failed");
    else if (known.kind === "unavailable") log.warn({ err: known, requestId }, "something is out of reach");
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // The rest of its body isn't read.
    if (known?.kind === "timeout") response.setHeader("Connection", "close");
    if (known?.retryAfterSeconds) response.setHeader("Retry-After", known.retryAfterSeconds);
    response.writeHead(known?.status ?? 500, { "Content-Type": "text/plain; charset=utf-8" });
    response.end(known?.publicText ?? t("Something went wrong ({id}).", { id: requestId }));
  }
}

/** A request's reader, until it is known whose screen or whose page is asked for. */
function readerOf(asked: Language | undefined): Reader {
  return { asked, page: undefined };
}

/** @param shownPath the path that was asked for, where the request has another */
function contextFor(
  { exports }: Pick<App, "exports">,
  services: Services,
  caller: Caller,
  reader: Reader,
  shownPath: string | null = null,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(exports.shownPathContext, shownPath);
  context.set(exports.servicesContext, services);
  context.set(exports.readerContext, reader);
  context.set(exports.callerContext, { ...caller, nonce: randomBytes(16).toString("base64url") });
  context.set(exports.cacheContext, {});
  return context;
}

const clientFiles = join(import.meta.dirname, "..", "..", "build", "client");

/** Renders pages for copies of them, as visitors without an account get them. */
export function visitorOf(app: App, services: Services): Visit {
  return async (path) => {
    if (isSiteFile(path)) {
      const file = await readFile(join(clientFiles, path)).catch(() => undefined);
      if (file) return new Response(file);
    }
    const reader = readerOf(undefined);
    const context = contextFor(app, services, { network: "copy", requestId: randomUUID() }, reader);
    context.set(app.exports.copyContext, true);
    const request = new Request(new URL(path, services.config.origin));
    return inLanguage(reader, () => app.handle(request, context));
  };
}

/**
 * Answers that are sent whole and are text: documents, the data of screens and of the router, calendars, feeds, the sitemap.
 */
const compressible = /^(text\/(html|x-script|calendar)|application\/((feed\+)?json|((atom|rss)\+)?xml))\b/;

/** Sends an answer, a text as small as the browser can take it: nothing waits for its end. */
async function send(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const { status, headers } = answer;
  if (!answer.body || !compressible.test(headers.get("Content-Type") ?? ""))
    return sendResponse(response, answer);
  headers.append("Vary", "Accept-Encoding");
  const coding = codingFor(request.headers["accept-encoding"]);
  if (coding === "identity") return sendResponse(response, answer);
  headers.set("Content-Encoding", coding);
  const body = await encode[coding](Buffer.from(await answer.arrayBuffer()));
  await sendResponse(response, new Response(new Uint8Array(body), { status, headers }));
}

/** The headers that every answer carries, names and values by turns. */
export function commonHeaders(config: Config): string[] {
  const headers = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
  ];
  if (config.origin.startsWith("https:")) headers.push(["Strict-Transport-Security", "max-age=31536000"]);
  return headers.flat();
}

/** A page is rendered without the query: where it has moved to another address, that gets it. */
function withQuery(answer: Response, url = ""): Response {
  const to = answer.headers.get("Location");
  const at = url.indexOf("?");
  if (answer.status === 308 && to && !to.includes("?") && at >= 0)
    answer.headers.set("Location", to + url.slice(at));
  return answer;
}

/** The path alone: a query may hold a reset ticket and must not reach the log. */
function pathOf(request: IncomingMessage): string {
  const { url = "/" } = request;
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** What an address that is no page's is asked for. */
function handlerOf(path: string): RequestLabels["handler"] {
  if (path === archivePath) return "file";
  if (path.startsWith(`${storedFilesPath}/`) || path.startsWith(`${privateFilesPath}/`)) return "file";
  if (path === apiPath || path.startsWith(`${apiPath}/`)) return "api";
  return path === uploadPath || path.startsWith(`${uploadPath}/`) ? "upload" : "other";
}

/** Whatever is answered at all; uploads know some more than pages. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers a CONNECT, which is no request to `createServer`: nothing is tunnelled here. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => {});
  socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
}

function refuseOtherMethods({ method = "" }: IncomingMessage, response: ServerResponse): void {
  if (methods.includes(method)) return;
  response.setHeader("Allow", "GET, HEAD, POST");
  throw new AppError("not-allowed", t("This cannot be asked of any address here."));
}

/** A request's target as path and query: a proxy may send the whole address. */
function targetOf(url = "/"): string {
  return url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, "/");
}

function refuseUnreadablePath(path: string): void {
  if (!path.startsWith("/")) throw new AppError("invalid", t("This is no address."));
  try {
    if (!decodeURIComponent(path).includes("\0")) return;
  } catch {}
  throw new AppError("not-found", t("There is no such address."));
}

/** The body of a request to the API: a DELETE has none, and says so by leaving its length out. */
async function apiBody(request: IncomingMessage, withinMs: number): Promise<Buffer> {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding) throw new AppError("invalid", t("A request's body must say its length."));
  if (Number(length ?? 0) === 0) return Buffer.alloc(0);
  if (Number(length) > largestBody) throw new AppError("too-large", t("This is too much to send at once."));
  const body = await bodyOf(request, withinMs);
  if (!body) throw new AppError("timeout", t("The body didn't arrive."));
  return body;
}

function refuseUnreadableBodies(request: IncomingMessage): void {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding || (length === undefined && request.method !== "GET" && request.method !== "HEAD")) {
    throw new AppError("invalid", t("A request's body must say its length."));
  }
  if (Number(length ?? 0) > maxBodyBytes) {
    throw new AppError("too-large", t("This is too much to send at once."));
  }
}
