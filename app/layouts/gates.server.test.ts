import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { type Viewer, viewerContext } from "~/viewer.server";
import { adminOnly, guestsOnly, notSuspended, signedInOnly } from "./gates.server.ts";

const musician: Viewer = {
  userId: "7",
  email: "ada@example.org",
  role: "musician",
  isAdmin: false,
  isOwner: false,
};
const suspended: Viewer = { ...musician, suspension: { since: new Date(), reason: "Spam" } };

/** The outcome of a request: a redirect's target, the kind of its refusal, or nothing. */
async function outcome(
  gate: typeof signedInOnly,
  path: string,
  { viewer = null, ...init }: RequestInit & { viewer?: Viewer | null } = {},
) {
  const context = new RouterContextProvider();
  context.set(viewerContext, viewer);
  const request = new Request(`http://localhost:3000${path}`, init);
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/\.data$/, "");
  try {
    await gate({ request, url, context, params: {}, pattern: "/" }, async () => new Response());
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get("Location");
    return Reflect.get(Object(thrown), "kind");
  }
}

const post = { method: "POST" };

test("a visitor's page leads to the sign-in page and from there back; a script gets 401", async () => {
  expect(await outcome(signedInOnly, "/events?month=2026-12")).toBe("/signin?to=%2Fevents%3Fmonth%3D2026-12");
  expect(await outcome(signedInOnly, "/profile", post)).toBe("/signin?to=%2Fprofile");
  const form = { ...post, body: new URLSearchParams({ bio: "Long" }) };
  expect(await outcome(signedInOnly, "/profile?a=b", form)).toBe("/signin/save?to=%2Fprofile%3Fa%3Db");
  expect(await outcome(adminOnly, "/admin")).toBe("/signin?to=%2Fadmin");
  for (const gate of [signedInOnly, adminOnly]) {
    expect(await outcome(gate, "/music.data")).toBe("unauthenticated");
    expect(await outcome(gate, "/music.data", post)).toBe("unauthenticated");
  }
});

test("a request of another account's screen is refused like a visitor's", async () => {
  const sent = (account: string) => ({ ...post, viewer: musician, headers: { "X-Account": account } });
  expect(await outcome(signedInOnly, "/profile.data", sent("7"))).toBeUndefined();
  expect(await outcome(signedInOnly, "/profile.data", sent("8"))).toBe("unauthenticated");
  expect(await outcome(signedInOnly, "/messages/feed", sent("8"))).toBe("unauthenticated");
});

test("a suspended account is led to the page that gives the reason, but a form keeps its screen", async () => {
  for (const gate of [signedInOnly, notSuspended]) {
    expect(await outcome(gate, "/profile", { viewer: suspended })).toBe("/suspended");
    expect(await outcome(gate, "/profile.data", { viewer: suspended })).toBe("/suspended");
    expect(await outcome(gate, "/profile.data", { ...post, viewer: suspended })).toBe("forbidden");
  }
});

test("a signed-in account goes on to the wanted address", async () => {
  expect(await outcome(guestsOnly, "/signin?to=%2Fmusic", { viewer: musician })).toBe("/music");
  expect(await outcome(guestsOnly, "/signin?to=%2F%2Fevil.example", { viewer: musician })).toBe("/dashboard");
  expect(await outcome(guestsOnly, "/signin?to=%2Fmusic")).toBeUndefined();
});
