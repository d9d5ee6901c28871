import { once } from "node:events";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { deleteUser, setRole } from "../../app/features/admin/users.server.ts";
import { usersAction } from "../../app/features/admin/users-route.server.ts";
import { sessionMiddlewareFor, startSession } from "../../app/features/auth/session.server.ts";
import { saveSocialLink } from "../../app/features/social-links/commands.server.ts";
import * as appExports from "../../app/server-exports.server.ts";
import { requireViewer, type Viewer } from "../../app/viewer.server.ts";
import { makeMusician, makeUser } from "../../tests/factories/accounts.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { atRest } from "../backup/browser-restore.ts";
import { AppError } from "../errors.ts";
import { createMetrics } from "../metrics.ts";
import { createLive } from "../realtime/live.ts";
import { createSemaphores } from "../semaphores.ts";
import { machineOfOne } from "../start/machine.ts";
import { createHealth } from "./health.ts";
import { createPageCache } from "./page-cache.ts";
import { createPublicFiles } from "./public-files.ts";
import { commonHeaders, createRequestListener, leastRate, serverOptions } from "./request-listener.ts";
import { createRestoreRequests } from "./restore.ts";
import { createUploads } from "./uploads.ts";

// The session is looked up when a request's body is there. The session, the rights and the writes are the application's
// own.

const services = await freshServices();
const { config, db } = services;
afterAll(() => services[Symbol.asyncDispose]());
await makeUser(db, { role: "admin" }); // one always remains

/** The users' screen, a musician's links, and the sent files, each behind the application's own session. */
const actions: Record<string, (request: Request, context: RouterContextProvider) => Promise<unknown>> = {
  "/admin.data": (request, context) => usersAction({ request, context }),
  "/social-links.data": async (request, context) => {
    const url = String((await request.formData()).get("url"));
    return saveSocialLink({ db }, requireViewer(context).userId, { platform: "website", url });
  },
  "/length": async (request) => String((await request.text()).length),
};

async function handle(request: Request, context = new RouterContextProvider()): Promise<Response> {
  const url = new URL(request.url);
  const args = { request, context, url, params: {}, pattern: url.pathname };
  const answer = await sessionMiddlewareFor(() => false)(args, async () => {
    try {
      const result = await actions[url.pathname]?.(request, context);
      if (typeof result === "string") return new Response(result);
      const status =
        typeof result === "object" && result && "init" in result ? Object(result.init).status : 200;
      return new Response(null, { status });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return new Response(error.publicText, { status: error.status });
    }
  });
  return answer ?? new Response(null, { status: 404 });
}

async function startServer(times?: Parameters<typeof createRequestListener>[1]) {
  const pages = createPageCache(commonHeaders(config), { isAway: () => false });
  const publicFiles = createPublicFiles();
  const metrics = createMetrics({ ...services, dataDir: services.config.dataDir, pages, publicFiles });
  const parts = {
    services,
    health: createHealth(services, metrics, { isLeaving: () => false }),
    metrics,
    uploads: await createUploads(services, {
      track: { admit() {}, accept: async (_services, _userId, file) => void accepted.push(file.name) },
    }),
    live: createLive(createSemaphores()),
    restoring: createRestoreRequests(services, atRest(), {
      machine: machineOfOne(atRest(), () => {}),
      piece: leastRate,
    }),
    pages,
    publicFiles,
    counter: { receive() {}, flush: async () => {}, close: async () => {} },
    publicPath: appExports.publicPath,
    publicCacheKey: appExports.publicCacheKey,
    chosenLanguage: appExports.chosenLanguage,
    isPersonal: appExports.isPersonal,
    loadApp: async () => ({ exports: appExports, handle }),
    serveStatic: () => false,
  };
  const server = createServer(serverOptions, createRequestListener(parts, times));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, arrival: () => once(server, "request") };
}

/** The names of files that were taken. */
const accepted: string[] = [];

/** Begins a request and holds back the end of its body. */
async function begin(
  { port, arrival }: Awaited<ReturnType<typeof startServer>>,
  requestLine: string,
  body: string,
  headers: Record<string, string>,
): Promise<{ socket: Socket; answer: Promise<string>; finish(): void }> {
  const arrived = arrival();
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const lines = {
    Host: "localhost",
    Origin: config.origin,
    Connection: "close",
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${requestLine} HTTP/1.1\r\n${head.join("")}\r\n${body.slice(0, 5)}`);
  await arrived;
  return { socket, answer: text(socket), finish: () => void socket.write(body.slice(5)) };
}

async function signIn(userId: string): Promise<string> {
  const [setCookie = ""] = await db.asSystem().write((tx) =>
    startSession(tx, config, {
      userId,
      remember: false,
      browser: { network: "127.0.0.1", cookies: null, userAgent: null, languages: null },
    }),
  );
  return setCookie.split(";")[0] ?? "";
}

const roleOf = (id: string) =>
  db
    .asSystem()
    .read((tx) => tx.selectFrom("users").select("role").where("id", "=", id).executeTakeFirstOrThrow());

test("an admin who is demoted and deleted while their body arrives makes no account an admin", async () => {
  const server = await startServer();
  const rogue = await makeUser(db, { role: "admin" });
  const accomplice = await makeUser(db);
  const other = await makeUser(db, { role: "admin" });
  const body = new URLSearchParams({ intent: "set-role", id: accomplice.id, role: "admin" }).toString();
  const request = await begin(server, "POST /admin.data", body, { Cookie: await signIn(rogue.id) });

  const admin: Viewer = {
    userId: other.id,
    email: other.email,
    role: "admin",
    isAdmin: true,
    isOwner: false,
  };
  await setRole(services, admin, rogue.id, "musician");
  await deleteUser(services, admin, rogue.id);
  request.finish();

  expect(await request.answer).toMatch(/^HTTP\/1.1 401 /);
  expect(await roleOf(accomplice.id)).toEqual({ role: "musician" });
});

test("an admin who is only demoted gets the answer that this is for admins", async () => {
  const server = await startServer();
  const rogue = await makeUser(db, { role: "admin" });
  const accomplice = await makeUser(db);
  const body = new URLSearchParams({ intent: "set-role", id: accomplice.id, role: "admin" }).toString();
  const request = await begin(server, "POST /admin.data", body, { Cookie: await signIn(rogue.id) });
  await db
    .asSystem()
    .write((tx) => tx.updateTable("users").set({ role: "musician" }).where("id", "=", rogue.id).execute());
  request.finish();
  expect(await request.answer).toMatch(/^HTTP\/1.1 403 /);
  expect(await roleOf(accomplice.id)).toEqual({ role: "musician" });
});

test("a musician who signs out while a link comes stores none, and one who stays stores it", async () => {
  const server = await startServer();
  for (const [staysIn, status] of [
    [false, 401],
    [true, 200],
  ] as const) {
    const { id } = await makeMusician(db);
    const cookie = await signIn(id);
    const request = await begin(server, "POST /social-links.data", "url=https://example.org", {
      Cookie: cookie,
    });
    if (!staysIn) {
      await db.asSystem().write((tx) => tx.deleteFrom("sessions").where("user_id", "=", id).execute());
    }
    request.finish();
    expect(await request.answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const { rows } = await db
      .asSystem()
      .read((tx) => sql`select from social_links where user_id = ${id}`.execute(tx));
    expect(rows).toHaveLength(staysIn ? 1 : 0);
  }
});

test("a form that doesn't come whole in time is answered, and its connection closed", async () => {
  const server = await startServer({ formMs: 50, piece: { bytes: 1, everyMs: 60_000 } });
  for (const path of ["/length", "/count"]) {
    const request = await begin(server, `POST ${path}`, "never whole", { Connection: "keep-alive" });
    expect(await request.answer).toMatch(
      /^HTTP\/1.1 408 [\s\S]*\r\nConnection: close\r\n[\s\S]*This took too long to arrive\. Please try again\./,
    );
  }
});

test("a body larger than a visitor's longest form is accepted from accounts only, before it arrives", async () => {
  const server = await startServer();
  const large = "x".repeat(300_000);
  const refused = await begin(server, "POST /length", large, {});
  expect(await refused.answer).toMatch(/^HTTP\/1.1 401 /);
  const { id } = await makeMusician(db);
  const taken = await begin(server, "POST /length", large, { Cookie: await signIn(id) });
  taken.finish();
  expect(await taken.answer).toContain("300000");
});

const tus = { "Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream" };

async function announce(port: number, size: number, cookie: string): Promise<string> {
  const fields = { kind: "track", filename: `song-${size}.mp3`, filetype: "audio/mpeg" };
  const metadata = Object.entries(fields).map(([name, value]) => `${name} ${btoa(value)}`);
  const answer = await fetch(`http://127.0.0.1:${port}/upload`, {
    method: "POST",
    headers: {
      ...tus,
      Origin: config.origin,
      Cookie: cookie,
      "Upload-Length": String(size),
      "Upload-Metadata": metadata.join(","),
    },
  });
  return answer.headers.get("Location") ?? "";
}

test("a piece of a file that has stopped coming is ended, and the file goes on where it was", async () => {
  const server = await startServer({ formMs: 60_000, piece: { bytes: 100, everyMs: 500 } });
  const { id } = await makeMusician(db);
  const headers = { ...tus, Origin: config.origin, Cookie: await signIn(id) };
  const path = await announce(server.port, 11, headers.Cookie);
  const body = "eleven byte";
  const stalled = await begin(server, `PATCH ${path}`, body, { ...headers, "Upload-Offset": "0" });
  expect(await stalled.answer).toBe("");

  const address = `http://127.0.0.1:${server.port}${path}`;
  const headAnswer = await fetch(address, { method: "HEAD", headers });
  const offset = headAnswer.headers.get("Upload-Offset") ?? "";
  const rest = await fetch(address, {
    method: "PATCH",
    headers: { ...headers, "Upload-Offset": offset },
    body: body.slice(Number(offset)),
  });
  expect([headAnswer.status, rest.status]).toEqual([200, 200]);
  expect(accepted).toContain("song-11.mp3");
});

test("a file whose sender signs out while its last piece arrives is refused and removed", async () => {
  const server = await startServer();
  const { id } = await makeMusician(db);
  const cookie = await signIn(id);
  const path = await announce(server.port, 12, cookie);
  const last = await begin(server, `PATCH ${path}`, "twelve bytes", {
    ...tus,
    Cookie: cookie,
    "Upload-Offset": "0",
  });
  const staged = join(config.dataDir, "staging", basename(path));
  await expect.poll(async () => (await stat(staged)).size).toBe(5); // the session was looked at before the first byte
  await db.asSystem().write((tx) => tx.deleteFrom("sessions").where("user_id", "=", id).execute());
  last.finish();
  expect(await last.answer).toMatch(/^HTTP\/1.1 401 /);
  const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: "HEAD",
    headers: { ...tus, Cookie: await signIn(id) },
  });
  expect(status).toBe(404);
  expect(accepted).not.toContain("song-12.mp3");
});
