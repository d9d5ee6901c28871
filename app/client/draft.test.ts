import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftKeeper } from "./draft.ts";

const sent: string[] = [];
let earlier: object | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  earlier = null;
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    if (init.method !== "POST") return Response.json(earlier);
    const body = new URLSearchParams(String(init.body));
    sent.push(body.get("intent") === "drop-draft" ? "dropped" : (body.get("fields") ?? ""));
    return Response.json({ done: true });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rest = () => vi.advanceTimersByTimeAsync(2_000);

test("what is typed is kept once it rests, the last of it alone", async () => {
  const keeper = new DraftKeeper("event:new");
  // Typed before it is known whether there is an earlier draft.
  keeper.keep({ title: "N" });
  expect(await keeper.read()).toBe(null);
  keeper.keep({ title: "Night" });
  await rest();
  expect(sent).toEqual(['{"title":"Night"}']);
  keeper.keep({ title: "Nights" });
  keeper.close();
  await rest();
  expect(sent).toEqual(['{"title":"Night"}', '{"title":"Nights"}']);
});

test("an earlier draft isn't overwritten before it is decided about", async () => {
  earlier = { fields: { title: "Before" }, updated_at: "2026-11-23T12:00:00.000Z" };
  const keeper = new DraftKeeper("event:new");
  keeper.keep({ title: "Now" });
  expect(await keeper.read()).toEqual(earlier);
  await rest();
  expect(sent).toEqual([]);
  keeper.release();
  await rest();
  expect(sent).toEqual(['{"title":"Now"}']);
});

test("a saved form's draft goes, and nothing is asked of the server where there is none", async () => {
  const keeper = new DraftKeeper("event:new");
  await keeper.read();
  keeper.drop();
  await rest();
  expect(sent).toEqual([]);
  keeper.keep({ title: "Night" });
  await rest();
  keeper.keep({ title: "Nights" });
  keeper.drop();
  await rest();
  expect(sent).toEqual(['{"title":"Night"}', "dropped"]);
});

test("an earlier draft that is read after the form was saved isn't overwritten by the next words", async () => {
  earlier = { fields: { title: "Before" }, updated_at: "2026-11-23T12:00:00.000Z" };
  const keeper = new DraftKeeper("event:new");
  keeper.keep({ title: "Night" });
  keeper.drop();
  keeper.keep({ title: "Next" });
  await rest();
  expect(sent).toEqual([]);
  expect(await keeper.read()).toEqual(earlier);
  await rest();
  expect(sent).toEqual([]);
});
