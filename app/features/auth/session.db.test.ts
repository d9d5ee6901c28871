import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeUser } from "../../../tests/factories/accounts.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import { sessionMiddlewareFor, startSession } from "./session.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

async function newSession(remember: boolean): Promise<{ userId: string; cookie: string }> {
  const { id: userId } = await makeUser(services.db);
  const [setCookie = ""] = await services.db.asSystem().write((tx) =>
    startSession(tx, services.config, {
      userId,
      remember,
      browser: { network: "127.0.0.1", cookies: null, userAgent: null, languages: null },
    }),
  );
  return { userId, cookie: setCookie.split(";")[0] ?? "" };
}

/** Lets a session grow older without a visit. */
async function letPass(userId: string, seconds: number): Promise<void> {
  await services.db.asSystem().write((tx) =>
    tx
      .updateTable("sessions")
      .set({
        created_at: sql`created_at - ${seconds} * interval '1 s'`,
        last_seen_at: sql`last_seen_at - ${seconds} * interval '1 s'`,
        expires_at: sql`expires_at - ${seconds} * interval '1 s'`,
      })
      .where("user_id", "=", userId)
      .execute(),
  );
}

/** The session as a page would see it, and the browser's new cookie. */
async function visit(cookie: string | undefined, answer = new Response("page")) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  const request = new Request("http://localhost:3000/music", { headers: cookie ? { Cookie: cookie } : {} });
  const args = { request, context, url: new URL(request.url), params: {}, pattern: "/music" };
  const response = await sessionMiddlewareFor(() => false)(args, async () => answer);
  return { viewer: context.get(viewerContext), cookies: (response ?? answer).headers.getSetCookie() };
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

test("a request without the cookie doesn't ask the database", async () => {
  const untouchable = {
    ...services.db,
    asSystem(): never {
      throw new Error("The database was asked.");
    },
  };
  const context = new RouterContextProvider();
  context.set(servicesContext, { ...services, db: untouchable });
  const request = new Request("http://localhost:3000/");
  const args = { request, context, url: new URL(request.url), params: {}, pattern: "/" };
  await sessionMiddlewareFor(() => false)(args, async () => new Response());
  expect(context.get(viewerContext)).toBeNull();
});

test("a visit within the hour writes and sends nothing", async () => {
  const { userId, cookie } = await newSession(true);
  await letPass(userId, 59 * minute);
  const { viewer, cookies } = await visit(cookie);
  expect(viewer?.userId).toBe(userId);
  expect(cookies).toEqual([]);
});

test("a later visit renews a remembered session for 30 days, once", async () => {
  const { userId, cookie } = await newSession(true);
  await letPass(userId, 29 * day);
  expect(await visit(cookie)).toMatchObject({
    viewer: { userId },
    cookies: [`${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`],
  });
  expect((await visit(cookie)).cookies).toEqual([]);
  await letPass(userId, 29 * day);
  expect((await visit(cookie)).viewer).not.toBeNull();
});

test("without 'Remember me' a day without a visit ends it", async () => {
  const { userId, cookie } = await newSession(false);
  await letPass(userId, 23 * hour);
  expect(await visit(cookie)).toMatchObject({
    viewer: { userId },
    cookies: [`${cookie}; Path=/; HttpOnly; SameSite=Lax`],
  });
  await letPass(userId, 24 * hour);
  expect(await visit(cookie)).toEqual({ viewer: null, cookies: [] });
});

test("with it, 30 days do", async () => {
  const { userId, cookie } = await newSession(true);
  await letPass(userId, 30 * day);
  expect(await visit(cookie)).toEqual({ viewer: null, cookies: [] });
});

test("a page that signs out or in has the last word on the cookie", async () => {
  const { userId, cookie } = await newSession(true);
  await letPass(userId, 2 * hour);
  const removed = "handbill_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";
  const { cookies } = await visit(cookie, new Response(null, { headers: { "Set-Cookie": removed } }));
  expect(cookies).toEqual([removed]);
});

test("a role that changes shows at the next visit", async () => {
  const { userId, cookie } = await newSession(false);
  expect((await visit(cookie)).viewer).toMatchObject({ role: "musician", isAdmin: false });
  await services.db
    .asSystem()
    .write((tx) => tx.updateTable("users").set({ role: "admin" }).where("id", "=", userId).execute());
  expect((await visit(cookie)).viewer).toMatchObject({ role: "admin", isAdmin: true, isOwner: false });
});

test("a deleted account's session is refused", async () => {
  const { userId, cookie } = await newSession(true);
  await services.db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", userId).execute());
  expect(await visit(cookie)).toEqual({ viewer: null, cookies: [] });
});
