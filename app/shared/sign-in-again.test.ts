import { afterEach, expect, test, vi } from "vitest";
import { setAsker, withSession } from "./sign-in-again.ts";

const signedOut = () => new Response(null, { status: 401 });
let takeBack = () => {};
afterEach(() => takeBack());

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
