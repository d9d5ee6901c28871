import { type DataStrategyResult, RouterContextProvider, UNSAFE_ErrorResponseImpl } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { networkText, offlineText } from "~/shared/connection";
import { setAsker } from "~/shared/sign-in-again";
import { screen, stayWhenOutOfReach } from "./stay-when-out-of-reach.ts";

type Results = Record<string, DataStrategyResult>;

const here: Results = { gallery: { type: "data", result: "photos" } };
let told: [text: string, wanted?: string][];
/** Whether a form on the screen holds what isn't saved. */
let isWriting = false;
vi.mock("~/ui/leave-guard", () => ({ hasUnsaved: () => isWriting }));

beforeEach(() => {
  told = [];
  isWriting = false;
  Object.assign(screen, {
    shown: { path: "/gallery", results: here },
    next: undefined,
    going: undefined,
    failed: undefined,
    showProblem: (...message: [string, string?]) => told.push(message),
  });
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the router gets when it loads this address. */
async function load(path: string, results: Results, init: RequestInit = {}): Promise<unknown> {
  const url = new URL(path, "http://localhost");
  const request = new Request(url, init);
  const args = { request, url, pattern: url.pathname, params: {}, context: new RouterContextProvider() };
  return stayWhenOutOfReach(args, async () => results);
}

const failed = (result: unknown): Results => ({ videos: { type: "error", result } });
const answered = (status: number, data: unknown = null) =>
  failed(new UNSAFE_ErrorResponseImpl(status, "", data));
const noAnswer = failed(new TypeError("Failed to fetch"));

/** Leads to an address, as a press on a link does. */
async function go(path: string, results: Results): Promise<unknown> {
  screen.next = path;
  return load(path, results).catch((thrown: unknown) => thrown);
}

/** Expects to stay where one was, and to be told why. */
function expectStayed(result: unknown, text: string): void {
  if (!(result instanceof Response)) throw new Error("It leads on.");
  expect(result.headers.get("Location")).toBe("/gallery");
  expect(result.headers.get("X-Remix-Replace")).toBe("true");
  expect(told).toEqual([[text, screen.next]]);
}

test("what has come is shown, and what a form brings is the form's own", async () => {
  expect(await load("/videos", here)).toBe(here);
  expect(await load("/gallery", noAnswer, { method: "POST" })).toBe(noAnswer);
  expect(told).toEqual([]);
});

test("a navigation that gets no answer leads back to where one is, and says why", async () => {
  expectStayed(await go("/videos?page=2", noAnswer), networkText);
  for (const status of [502, 504]) {
    told = [];
    expectStayed(await go("/videos", answered(status)), networkText);
  }
  told = [];
  vi.stubGlobal("navigator", { onLine: false });
  expectStayed(await go("/videos", noAnswer), offlineText);
});

test("a refresh that gets no answer changes nothing, and was asked for by nobody", async () => {
  expect(await load("/gallery", noAnswer)).toBe(here);
  expect(told).toEqual([[networkText]]);
});

test("any other fault is the error screen's", async () => {
  for (const fault of [answered(500), answered(404), failed(new TypeError("x is undefined"))]) {
    expect(await go("/videos", fault)).toBe(fault);
  }
  expect(told).toEqual([]);
});

test("a fault of the server's costs nobody what they have typed, and a refresh nobody the screen", async () => {
  const text = "Something unexpected happened on the server. What you have typed is still here.";
  expect(await load("/gallery", answered(500, { requestId: "1" }))).toBe(here);
  expect(told).toEqual([[text]]);
  isWriting = true;
  told = [];
  expectStayed(await go("/videos", answered(500, { requestId: "1" })), text);
  told = [];
  expectStayed(await go("/videos", answered(503, { text: "Too much at once." })), "Too much at once.");
});

test("a session that has ended keeps the screen of an account, and leads a stranger to the sign-in", async () => {
  const text = "You are signed out. Sign in to go on.";
  const forget = setAsker({ account: "1", ask: async () => false });
  expectStayed(await go("/videos", answered(401)), text);
  forget();
  const stranger = await go("/videos", answered(401));
  if (!(stranger instanceof Response)) throw new Error("It leads nowhere.");
  expect(stranger.headers.get("Location")).toMatch(/^\/signin/);
});

test("a refusal keeps the screen where it comes with a refresh; on the way to another, that one says it", async () => {
  const refused = answered(403, { text: "This is for admins." });
  expect(await load("/gallery", refused)).toBe(here);
  const suspended = failed(new Response(null, { status: 302, headers: { Location: "/suspended" } }));
  expect(await load("/gallery", suspended)).toBe(here);
  expect(told).toEqual([["This is for admins."], ["Your account is suspended."]]);
  expect(await go("/videos", refused)).toBe(refused);
});

test("React may take a while to say where one goes; what it never says isn't answered for", async () => {
  vi.useFakeTimers();
  const late = load("/videos", noAnswer).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(500);
  screen.next = "/videos";
  await vi.advanceTimersByTimeAsync(20);
  expectStayed(await late, networkText);

  screen.next = undefined;
  const never = load("/events", noAnswer);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await never).toBe(noAnswer);

  const leaving = new AbortController();
  leaving.abort();
  expect(await load("/events", noAnswer, leaving)).toBe(noAnswer);
});

test("the address that failed is known at once, because its code may fail before React reports anything", async () => {
  vi.useFakeTimers();
  const loading = load("/videos", noAnswer);
  await vi.advanceTimersByTimeAsync(0);
  expect(screen).toMatchObject({ going: undefined, next: undefined, failed: "/videos" });
  await vi.runAllTimersAsync();
  await loading;
  await load("/gallery", noAnswer);
  expect(screen.failed).toBe("/videos");
});
