import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { RouterContextProvider } from "react-router";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import * as appExports from "../../app/server-exports.server.ts";
import { cacheContext, servicesContext } from "../../app/services.server.ts";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makePhoto, uploadAddress } from "../../tests/factories/page.ts";
import { serial } from "../../tests/factories/serial.ts";
import { endListeners } from "../../tests/harness/database.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { testSecret } from "../../tests/harness/settings.ts";
import { openWire, type Wire } from "../../tests/harness/wire.ts";
import { atRest } from "../backup/browser-restore.ts";
import type { Config } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { AppError } from "../errors.ts";
import { createMetrics } from "../metrics.ts";
import { startListener } from "../realtime/listener.ts";
import { createLive } from "../realtime/live.ts";
import { createSemaphores } from "../semaphores.ts";
import { machineOfOne } from "../start/machine.ts";
import { createHealth } from "./health.ts";
import { createPageCache } from "./page-cache.ts";
import { openPageStore } from "./page-store.ts";
import { createPublicFiles } from "./public-files.ts";
import {
  commonHeaders,
  createRequestListener,
  leastRate,
  refuseTunnel,
  serverOptions,
} from "./request-listener.ts";
import { createRestoreRequests } from "./restore.ts";
import { createUploads } from "./uploads.ts";

// A page's way through the listener: the database, its notices and the cache are real, the screens are one line.

const services = await freshServices();
const { config, db, log } = services;
afterAll(() => services[Symbol.asyncDispose]());

/** An artist's bio and the query, as a page that may be kept. */
async function bioPage(request: Request, context: RouterContextProvider): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname === "/full") return new Response("No room", { status: 507 });
  const slug = pathname.split("/")[2] ?? "";
  const artist = await context
    .get(servicesContext)
    .db.asVisitor()
    .read((tx) =>
      tx
        .selectFrom("musician_profiles")
        .select(["user_id", "bio"])
        .where("custom_url", "=", slug)
        .executeTakeFirst(),
    );
  if (!artist) return new Response("Nobody", { status: 404 });
  context.get(cacheContext).cacheDirective = { tags: [artist.user_id], until: new Date(Date.now() + 60_000) };
  return new Response(`${artist.bio}${search}`, { headers: { "Content-Type": "text/html" } });
}

/** The reports that pages have sent, in order. */
const reports: { body: string; userId: string | undefined }[] = [];
const counter: appExports.Counter = {
  receive: (body, { userId }) => void reports.push({ body, userId }),
  flush: async () => {},
  close: async () => {},
};

const leaving = { isLeaving: () => false };

/**
 * A server process of its own on the same database, by whichever way it is reached.
 * @param build its screens' build; without one it has no stored pages
 */
async function startServer(database: Database = db, settings: Partial<Config> = {}, build?: string) {
  const own = { ...services, db: database, config: { ...config, ...settings } };
  const store = build === undefined ? undefined : await openPageStore({ ...own, build });
  const pages = createPageCache(commonHeaders(config), { isAway: database.circuit.isOpen, store });
  const publicFiles = createPublicFiles();
  const listener = await startListener({ database, subscribers: { pages: [pages, publicFiles] }, log });
  const metrics = createMetrics({ ...own, dataDir: config.dataDir, pages, publicFiles });
  let renders = 0;
  const handle = (request: Request, context?: RouterContextProvider) => {
    renders++;
    if (!context) throw new TypeError("The listener always gives a context.");
    return bioPage(request, context).catch((error: unknown) => {
      if (error instanceof AppError) return new Response(error.publicText, { status: error.status });
      throw error;
    });
  };
  const server = createServer(
    serverOptions,
    createRequestListener({
      services: own,
      health: createHealth(own, metrics, leaving),
      metrics,
      uploads: await createUploads(own, appExports.uploadKinds),
      live: createLive(createSemaphores()),
      restoring: createRestoreRequests(own, atRest(), {
        machine: machineOfOne(atRest(), () => {}),
        piece: leastRate,
      }),
      pages,
      publicFiles,
      counter,
      publicPath: appExports.publicPath,
      publicCacheKey: appExports.publicCacheKey,
      chosenLanguage: appExports.chosenLanguage,
      isPersonal: appExports.isPersonal,
      loadApp: async () => ({ exports: appExports, handle }),
      serveStatic: () => false,
    }),
  ).on("connect", refuseTunnel);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    get: (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers }),
    /** Sends a request's head as it is. @returns what comes back first */
    async send(head: string): Promise<string> {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1").setEncoding("latin1");
      socket.write(`${head}\r\nOrigin: ${config.origin}\r\n\r\n`);
      const [answer] = await once(socket, "data");
      socket.destroy();
      return answer;
    },
    /** Sends a request's head and the beginning of its body, and is gone. Resolves when the server has seen that. */
    async breakOff(head: string): Promise<void> {
      const arrived = once(server, "request");
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      socket.write(`${head}\r\nContent-Length: 100\r\nOrigin: ${config.origin}\r\n\r\n{`);
      const [, response] = await arrived;
      const closed = once(response, "close");
      socket.destroy();
      await closed;
    },
    post: (path: string, body = "", headers: Record<string, string> = {}) =>
      fetch(`${origin}${path}`, { method: "POST", body, headers: { Origin: config.origin, ...headers } }),
    listener,
    renders: () => renders,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await listener.close();
      await store?.close();
    },
  };
}

async function makePage() {
  const slug = `artist-${serial()}`;
  const { id } = await makeMusician(db, { custom_url: slug, bio: "first" });
  const setBio = (bio: string) =>
    db
      .asMusician(id)
      .write((tx) => tx.updateTable("musician_profiles").set({ bio }).where("user_id", "=", id).execute());
  return { id, path: `/artist/${slug}`, setBio };
}

async function textOf(answer: Promise<Response>): Promise<string> {
  return (await answer).text();
}

test("an answer for lack of room is one clear line in the log", async () => {
  await using server = await startServer();
  vi.spyOn(log, "isLevelEnabled").mockReturnValue(true);
  const error = vi.spyOn(log, "error");
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await server.get("/full")).status).toBe(507);
  await expect.poll(() => error.mock.calls.length).toBe(1);
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ method: "GET", path: "/full", status: 507 }),
    expect.stringContaining("there is no room left"),
  );
});

test("visitors get one cached render, wherever their link was found", async () => {
  await using server = await startServer();
  const { path } = await makePage();
  // Else the notice that the page's own creation sends may arrive late and drop the copy that has just been cached.
  await server.listener.caughtUp();
  const first = await server.get(path, { Cookie: "theme=dark" });
  const second = await server.get(`${path}?utm_source=a`);
  expect([await first.text(), await second.text()]).toEqual(["first", "first"]);
  expect(server.renders()).toBe(1);
  for (const { headers } of [first, second]) {
    expect(headers.get("Cache-Control")).toBe("public, no-cache");
    expect(headers.get("Content-Type")).toBe("text/html");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  }
  expect(first.headers.get("X-Request-Id")).not.toBe(second.headers.get("X-Request-Id"));
  expect(await textOf(server.get("/metrics"))).toMatch(
    /^handbill_page_cache_requests_total{result="hit"} 1$/m,
  );
});

test("a page is kept once for each language that visitors ask for, and all are dropped together", async () => {
  await using server = await startServer();
  const { path, setBio } = await makePage();
  db.afterCommit(async () => void (await server.listener.caughtUp()));
  await server.listener.caughtUp();
  const ask = (query: string, headers: Record<string, string>) =>
    textOf(server.get(`${path}${query}`, headers));
  const visits = () => [
    ask("", {}),
    ask("", { "Accept-Language": "nl, *;q=0.1" }),
    ask("", { "Accept-Language": "fr-CA, en;q=0.8" }),
    ask("?utm_source=a", { "Accept-Language": "fr" }),
    ask("?lang=fr", { "Accept-Language": "ja" }),
    ask("", { Cookie: "handbill_language=ja", "Accept-Language": "fr" }),
  ];
  expect(new Set(await Promise.all(visits()))).toEqual(new Set(["first"]));
  // In the page's own language, in French, in Japanese.
  expect(server.renders()).toBe(3);
  await Promise.all(visits());
  expect(server.renders()).toBe(3);
  await setBio("second");
  expect(new Set(await Promise.all(visits()))).toEqual(new Set(["second"]));
  expect(server.renders()).toBe(6);
  expect((await server.get(path)).headers.get("Vary")).toContain("Accept-Language");
});

test("an answer that isn't public is rendered each time, with the whole query, and never cached", async () => {
  await using server = await startServer();
  const { path } = await makePage();
  await server.get(path);
  const cases: [string, Record<string, string>][] = [
    [`${path}?before=3&utm_source=a`, {}],
    [`${path}?a=b`, { Cookie: "handbill_session=somebody" }],
    [`${path}?a=b`, { Cookie: "handbill_flash=comment" }],
  ];
  for (const [address, headers] of cases) {
    const renders = server.renders();
    const answer = await server.get(address, headers);
    expect(await answer.text()).toBe(`first${address.slice(path.length)}`);
    expect(answer.headers.get("Cache-Control")).toMatch(/^private, /);
    expect(server.renders()).toBe(renders + 1);
  }
  const renders = server.renders();
  await server.post(path);
  expect(server.renders()).toBe(renders + 1);
  expect((await server.get("/artist/nobody")).status).toBe(404);
  expect((await server.get("/artist/nobody")).status).toBe(404);
  expect(server.renders()).toBe(renders + 3);
});

test("a document goes out as small as the browser takes it, whether it is kept or not", async () => {
  await using server = await startServer();
  const { path } = await makePage();
  for (const address of [path, `${path}?before=3`]) {
    for (const [accepts, coding] of [
      ["gzip, br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ]) {
      const answer = await server.get(address, { "Accept-Encoding": accepts ?? "" });
      expect(answer.headers.get("Content-Encoding")).toBe(coding);
      expect(answer.headers.get("Vary")).toContain("Accept-Encoding");
      expect(await answer.text()).toBe(`first${address.slice(path.length)}`);
    }
  }
});

test("the next request after a write shows it, at once", async () => {
  await using server = await startServer();
  db.afterCommit(async () => void (await server.listener.caughtUp()));
  const changes = 60;
  const stale: string[] = [];
  const readAndWrite = async () => {
    const { path, setBio } = await makePage();
    for (let change = 0; change < changes; change++) {
      // Requests under way while it is written: their renders may be from before.
      const meanwhile = [server.get(path), server.get(path)];
      await setBio(`change ${change}`);
      const shown = await textOf(server.get(path));
      if (shown !== `change ${change}`) stale.push(shown);
      await Promise.all(meanwhile);
    }
  };
  await Promise.all(Array.from({ length: 4 }, readAndWrite));
  expect(stale).toEqual([]);
});

test("a page that another process has rendered isn't rendered again, in whichever coding it is asked for", async () => {
  const { path } = await makePage();
  await using here = await startServer(db, {}, "a build");
  const first = await here.get(path, { "Accept-Encoding": "gzip" });
  await first.text();
  await using there = await startServer(db, {}, "a build");
  await expect.poll(async () => (await storedPaths()).includes(path)).toBe(true);
  for (const coding of ["gzip", "br", "identity"]) {
    const answer = await there.get(path, { "Accept-Encoding": coding });
    expect(await answer.text()).toBe("first");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "public, no-cache",
      "content-type": "text/html",
      "x-content-type-options": "nosniff",
    });
  }
  expect([here.renders(), there.renders()]).toEqual([1, 0]);
  expect(await textOf(there.get("/metrics"))).toMatch(/^handbill_page_cache_stored_total 1$/m);
});

test("with stored pages too, the next request after a write shows it, from a process that begins as well", async () => {
  const listening = await startListener({ database: db, subscribers: { pages: [] }, log });
  onTestFinished(() => listening.close());
  db.afterCommit(async () => void (await listening.caughtUp()));
  const { path, setBio } = await makePage();
  const stale: string[] = [];
  for (let change = 0; change < 20; change++) {
    await using server = await startServer(db, {}, "a build");
    const meanwhile = [server.get(path), server.get(path)];
    await setBio(`change ${change}`);
    await using next = await startServer(db, {}, "a build");
    const shown = await textOf(next.get(path));
    if (shown !== `change ${change}`) stale.push(shown);
    await Promise.all(meanwhile);
  }
  expect(stale).toEqual([]);
});

test("what isn't cached isn't stored either", async () => {
  await using server = await startServer(db, {}, "a build");
  const { path } = await makePage();
  for (const [address, headers] of [
    [`${path}?before=3`, {}],
    [path, { Cookie: "handbill_session=somebody" }],
    [path, { Cookie: "handbill_flash=comment" }],
    ["/artist/nobody", {}],
  ] as const)
    await (await server.get(address, headers)).text();
  await server[Symbol.asyncDispose]();
  expect(await storedPaths()).not.toContain(path);
  expect(await storedPaths()).not.toContain("/artist/nobody");
});

async function storedPaths(): Promise<string[]> {
  const rows = await db.asSystem().read((tx) => tx.selectFrom("rendered_pages").select("path").execute());
  return rows.map(({ path }) => path);
}

test("a request that promises a body without saying how long it is isn't waited for", async () => {
  await using server = await startServer();
  const { path } = await makePage();
  for (const method of ["POST", "DELETE", "PUT", "OPTIONS"]) {
    expect
      .soft(await server.send(`${method} ${path} HTTP/1.1\r\nHost: localhost`), method)
      .toMatch(/^HTTP\/1.1 4/);
  }
});

test("an invalid address or method gets 4xx, and an absolute address is read as a path", async () => {
  await using server = await startServer();
  const { path } = await makePage();
  const complained = vi.spyOn(services.log, "error");
  onTestFinished(() => complained.mockRestore());
  const statusOf = async (target: string) =>
    Number((await server.send(`${target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0`)).split(" ")[1]);
  for (const [target, status] of [
    [`GET http://localhost:3000${path}`, 200],
    [`GET https://elsewhere.example${path}?a=b`, 200],
    ["GET http://localhost/healthz", 200],
    ["GET *", 400],
    ["OPTIONS *", 400],
    [`TRACE ${path}`, 405],
    [`PROPFIND ${path}`, 405],
    ["CONNECT elsewhere.example:80", 405],
    ["GET /artist/%00", 404],
    ["GET /uploads/music/%00/b.mp3", 404],
  ] as const) {
    expect.soft(await statusOf(target), target).toBe(status);
  }
  expect(complained).not.toHaveBeenCalled();
});

test("another site's form is refused where the browser names no origin but says where it came from", async () => {
  await using server = await startServer();
  const { path } = await makePage();
  const post = (site: string) => server.post(path, "", { Origin: "", "Sec-Fetch-Site": site });
  expect((await post("cross-site")).status).toBe(400);
  expect((await post("same-origin")).status).toBe(200);
});

test("the metrics answer loopback, but no request that a proxy passed on", async () => {
  await using server = await startServer();
  expect((await server.get("/metrics")).status).toBe(200);
  for (const header of ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Real-IP", "Via"]) {
    expect.soft((await server.get("/metrics", { [header]: "1" })).status, header).toBe(403);
  }
});

test("the metrics answer through a proxy only with the token", async () => {
  await using server = await startServer(db, { metricsToken: "0123456789abcdef" });
  const status = async (Authorization: string) =>
    (await server.get("/metrics", { "X-Forwarded-For": "192.0.2.1", Authorization })).status;
  expect(await status("Bearer 0123456789abcdef")).toBe(200);
  for (const wrong of ["", "Bearer", "Bearer 0123456789abcdeX", "0123456789abcdef"])
    expect.soft(await status(wrong), wrong).toBe(403);
});

test("another process drops the page too", async () => {
  await using here = await startServer();
  await using there = await startServer();
  const { path, setBio } = await makePage();
  await Promise.all([here.get(path), there.get(path)]);
  await setBio("second");
  await Promise.all([here.listener.caughtUp(), there.listener.caughtUp()]);
  expect([await textOf(here.get(path)), await textOf(there.get(path))]).toEqual(["second", "second"]);
});

test("a page isn't believed any more once the connection that would say otherwise is lost", async () => {
  await using server = await startServer();
  const { path, setBio } = await makePage();
  await server.get(path);
  await endListeners(db);
  await setBio("second");
  expect(await textOf(server.get(path))).toBe("second");
});

/** A server that reaches its database by a way that can fail. */
async function startServerBehind(wire: Wire) {
  const { dataDir } = config;
  const reached = await openDatabase({ databaseUrl: wire.url, dataDir, sessionSecret: testSecret, log });
  const server = await startServer(reached);
  const isAway = (away: boolean) => vi.waitFor(() => expect(reached.circuit.isOpen()).toBe(away));
  return {
    ...server,
    async goAway() {
      await wire.become("refused");
      await isAway(true);
    },
    async comeBack() {
      await wire.become("joined");
      await isAway(false);
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await reached.close();
    },
  };
}

test("pages that are kept, and files that were public, outlast the database", async () => {
  await using wire = await openWire(db.ownerUrl);
  await using server = await startServerBehind(wire);
  const { id, path, setBio } = await makePage();
  const { path: other } = await makePage();
  const file = async (name: string) => {
    const address = uploadAddress("photos", id, name);
    await services.storage.put(address.slice("/uploads/".length), Buffer.from("A picture"), {
      contentType: "image/webp",
    });
    return address;
  };
  const [shown, unnamed] = [await file("shown.webp"), await file("unnamed.webp")];
  const photo = await makePhoto(db, { user_id: id, image_url: shown });
  const status = async (address: string, cookies = "") =>
    (await server.get(address, { Cookie: cookies })).status;
  await server.listener.caughtUp();
  for (const address of [path, shown]) expect(await status(address)).toBe(200);
  expect(await status(unnamed)).toBe(404);

  await server.goAway();
  expect(await textOf(server.get(path))).toBe("first");
  expect(await textOf(server.get(shown))).toBe("A picture");
  for (const address of [other, unnamed]) {
    const answer = await server.get(address);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("try again")]);
  }
  // With a session cookie too: while the database is away no session can be looked up, and public pages are for every
  // visitor.
  for (const cookie of ["handbill_session=somebody", "handbill_flash=comment"])
    expect(await status(path, cookie)).toBe(200);
  expect(await status(shown, "handbill_session=somebody")).toBe(200);
  const metrics = await textOf(server.get("/metrics"));
  expect(metrics).toMatch(/^handbill_database_away 1$/m);
  expect(metrics).toMatch(/^handbill_stale_pages_served_total 3$/m);
  expect(metrics).toMatch(/^handbill_stale_files_served_total 2$/m);

  await setBio("second");
  await db.asSystem().write((tx) => tx.deleteFrom("photo_gallery").where("id", "=", photo.id).execute());
  await server.comeBack();
  expect(await textOf(server.get(path))).toBe("second");
  expect(await status(shown)).toBe(404);
  await server.goAway();
  expect(await textOf(server.get(path))).toBe("second");
  expect(await status(shown)).toBe(503);
});

test("a report that breaks off logs no error", async () => {
  await using server = await startServer();
  const complained = vi.spyOn(services.log, "error");
  onTestFinished(() => complained.mockRestore());
  await server.breakOff("POST /count HTTP/1.1\r\nHost: localhost");
  expect((await server.post("/count", "whole")).status).toBe(204);
  expect(complained).not.toHaveBeenCalled();
  expect(reports.splice(0)).toEqual([{ body: "whole", userId: undefined }]);
});

test("a page's report is taken from our own pages alone, in a size, and answered alike whatever it says", async () => {
  await using server = await startServer();
  const send = (body: string, headers = {}) =>
    server.post("/count", body, { Origin: config.origin, ...headers });
  for (const body of ["{}", "no JSON", JSON.stringify({ events: [] })]) {
    const answer = await send(body);
    expect([answer.status, await answer.text(), answer.headers.get("Set-Cookie")]).toEqual([204, "", null]);
  }
  expect((await send("x", { Origin: "https://elsewhere.example" })).status).toBe(400);
  expect((await send("x".repeat(8 * 1024 + 1))).status).toBe(413);
  expect((await server.get("/count")).status).toBe(404);
  expect(reports.splice(0)).toEqual(
    ["{}", "no JSON", '{"events":[]}'].map((body) => ({ body, userId: undefined })),
  );
});

test("balancers hear first that a server leaves, and go elsewhere", async () => {
  await using server = await startServer();
  expect((await server.get("/readyz")).status).toBe(200);
  vi.spyOn(leaving, "isLeaving").mockReturnValueOnce(true);
  const answer = await server.get("/readyz");
  expect([answer.status, await answer.json()]).toEqual([503, { status: "stopping" }]);
  expect((await server.get("/healthz")).status).toBe(200);
});
