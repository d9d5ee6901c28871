import { data, RouterContextProvider, redirect, type ServerBuild } from "react-router";
import { expect, test, vi } from "vitest";
import { AppError } from "#server/errors.ts";
import { callerContext, servicesContext } from "~/services.server";
import { publicError, reportFault, sayWhenToRetry, withPublicErrors } from "./errors.server.ts";

const fault = new Error("password=hunter2");

function call() {
  const error = vi.fn();
  const context = new RouterContextProvider();
  context.set(callerContext, { network: "192.0.2.1", nonce: "n", requestId: "request-1" });
  // Only the log is asked for here.
  context.set(servicesContext, Object.assign(Object.create(null), { log: { error } }));
  return { context, request: new Request("https://handbill.example/music?q=1"), logged: error };
}

/** The error of a route's loader among `withPublicErrors`. */
async function thrownBy(work: () => unknown, { context, request } = call()): Promise<unknown> {
  const routes = {
    music: { id: "music", path: "music", module: { loader: work, default: () => null } },
  } satisfies ServerBuild["routes"];
  const loader = withPublicErrors(routes).music?.module.loader;
  const url = new URL(request.url);
  try {
    return await loader?.({ request, context, params: {}, pattern: "/music", url });
  } catch (error) {
    return error;
  }
}

const throws = (error: unknown) => () => {
  throw error;
};

test("an AppError leaves with its own text and status", async () => {
  const thrown = await thrownBy(throws(new AppError("not-found", "There is no such track.")));
  expect(thrown).toBeInstanceOf(Response);
  expect(thrown).toMatchObject({ status: 404 });
  expect(await readJson(thrown)).toEqual({ text: "There is no such track." });
});

test("a fault leaves as the request's id alone, and goes to the log whole and without the query", async () => {
  const request = call();
  const thrown = await thrownBy(throws(fault), request);
  expect(thrown).toMatchObject({ status: 500 });
  expect(await readJson(thrown)).toEqual({ requestId: "request-1" });
  expect(request.logged.mock.calls).toEqual([
    [{ err: fault, requestId: "request-1", method: "GET", path: "/music" }, "request failed"],
  ]);
});

test("a response or redirect that was thrown passes untouched and unlogged", async () => {
  for (const answer of [redirect("/signin"), data("gone", { status: 410 })]) {
    const request = call();
    expect(await thrownBy(throws(answer), request)).toBe(answer);
    expect(request.logged).not.toHaveBeenCalled();
  }
});

test("a request that the browser broke off is no fault", () => {
  const { context, logged } = call();
  const request = new Request("https://handbill.example/", { signal: AbortSignal.abort() });
  reportFault(fault, { request, context });
  expect(logged).not.toHaveBeenCalled();
});

test("an error that knows when to try again says so in the answer", async () => {
  const { context, request } = call();
  publicError(new AppError("too-many", "Too many attempts.", { retryAfterSeconds: 90 }), context);
  const url = new URL(request.url);
  const response = await sayWhenToRetry(
    { request, context, params: {}, pattern: "/", url },
    async () => new Response(),
  );
  expect(response).toBeInstanceOf(Response);
  expect(response instanceof Response && response.headers.get("Retry-After")).toBe("90");
});

test("a route without loader or middleware gets none", () => {
  const routes = { bare: { id: "bare", module: { default: () => null } } } satisfies ServerBuild["routes"];
  expect(Object.keys(withPublicErrors(routes).bare?.module ?? {})).toEqual(["default"]);
});

async function readJson(response: unknown): Promise<unknown> {
  return response instanceof Response ? response.json() : response;
}
