import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendForm, setAsker, withSession } from "./sign-in-again.ts";

const signedOut = () => new Response(null, { status: 401 });
let takeBack = () => {};
const noSession = vi.fn(async (..._: unknown[]) => signedOut());
beforeEach(() => vi.stubGlobal("fetch", noSession));
afterEach(() => {
  takeBack();
  vi.unstubAllGlobals();
});

test("a request that was refused at the session's end is sent again after signing in, for the same account", async () => {
  const question = Promise.withResolvers<boolean>();
  const ask = vi.fn(() => question.promise);
  takeBack = setAsker({ account: "7", ask });
  const sendOne = vi.fn(async (_: object) => signedOut());
  const sendOther = vi.fn(async (_: object) => signedOut());
  const answers = [withSession(sendOne), withSession(sendOther)];
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
  for (const send of [sendOne, sendOther]) send.mockResolvedValueOnce(new Response("saved"));
  question.resolve(true);
  for (const answer of answers) expect(await (await answer).text()).toBe("saved");
  expect(ask).toHaveBeenCalledOnce();
  expect(sendOne.mock.calls).toEqual([[{ "X-Account": "7" }], [{ "X-Account": "7" }]]);
});

test("a user who doesn't sign in gets the refusal, and is asked again the next time", async () => {
  const ask = vi.fn(async () => false);
  takeBack = setAsker({ account: "7", ask });
  const send = vi.fn(async () => signedOut());
  for (let times = 1; times <= 2; times++) {
    expect((await withSession(send)).status).toBe(401);
    expect([send, ask].map((called) => called.mock.calls.length)).toEqual([times, times]);
  }
});

test("no question is asked without a refusal, or without an account", async () => {
  const ask = vi.fn(async () => true);
  takeBack = setAsker({ account: "7", ask });
  expect((await withSession(async () => new Response(null, { status: 403 }))).status).toBe(403);
  takeBack();
  expect((await withSession(async () => signedOut())).status).toBe(401);
  expect(ask).not.toHaveBeenCalled();
});

test("a request that was led to the sign-in page instead is sent again too", async () => {
  takeBack = setAsker({ account: "7", ask: async () => true });
  const led = Object.defineProperties(new Response("<html>"), {
    redirected: { value: true },
    url: { value: "https://music.example/signin?to=%2Fmessages%2Ffeed" },
  });
  const send = vi.fn(async () => led).mockResolvedValueOnce(led);
  send.mockResolvedValueOnce(new Response("sent"));
  expect(await (await withSession(send)).text()).toBe("sent");
});

test("a request that was refused because another tab has renewed the session goes on without a question", async () => {
  const ask = vi.fn(async () => false);
  takeBack = setAsker({ account: "7", ask });
  const answered = Promise.withResolvers<Response>();
  const renewal = sendForm(() => answered.promise);
  const look = vi.fn(async (..._: unknown[]) => new Response("{}"));
  vi.stubGlobal("fetch", look);
  const send = vi.fn(async () => new Response("saved")).mockResolvedValueOnce(signedOut());
  const answer = withSession(send);
  // Nobody looks for a session before the other tab has the answer that brings its new token.
  await vi.waitFor(async () => expect((await navigator.locks.query()).pending).toHaveLength(1));
  expect([look, send].map((called) => called.mock.calls.length)).toEqual([0, 1]);
  answered.resolve(new Response("renewed"));
  expect(await (await renewal).text()).toBe("renewed");
  expect(await (await answer).text()).toBe("saved");
  expect(look).toHaveBeenCalledExactlyOnceWith("/confirm-password", { headers: { "X-Account": "7" } });
  expect(ask).not.toHaveBeenCalled();
});

test("where the session can't be looked for, the user is asked", async () => {
  const ask = vi.fn(async () => true);
  takeBack = setAsker({ account: "7", ask });
  const lost = async () => {
    throw new TypeError("Failed to fetch");
  };
  vi.stubGlobal("fetch", lost);
  const send = vi.fn(async () => new Response("saved")).mockResolvedValueOnce(signedOut());
  expect(await (await withSession(send)).text()).toBe("saved");
  expect(ask).toHaveBeenCalledOnce();
});
