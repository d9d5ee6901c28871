import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { cacheContext } from "~/services.server";
import { allowCaching, leadToPresent } from "./page-answer.server";

function answerTo(path: string, artist = { artistName: "Nova Šky", customUrl: "nova" as string | null }) {
  const slug = decodeURIComponent(path.split("/")[2]?.split("?")[0] ?? "");
  try {
    leadToPresent(new Request(`https://music.example${path}`), slug, artist);
    return undefined;
  } catch (answer) {
    if (!(answer instanceof Response)) throw answer;
    return [answer.status, answer.headers.get("Location"), answer.headers.get("Cache-Control")];
  }
}

test.each([
  "/artist/nova",
  "/artist/NOVA/events",
  "/artist/Nova%20%C5%A0ky",
  "/artist/nova%20%C5%A1ky/comments",
])("%s is an address that the artist has", (path) => {
  expect(answerTo(path)).toBeUndefined();
});

test.each([
  ["/artist/former", "/artist/nova"],
  ["/artist/former/events?month=2026-11", "/artist/nova/events?month=2026-11"],
  ["/artist/former/events.ics", "/artist/nova/events.ics"],
])("%s leads to %s, and no browser keeps that", (path, present) => {
  expect(answerTo(path)).toEqual([308, present, "no-cache"]);
});

test("an artist without a custom URL is at their name", () => {
  const artist = { artistName: "AC/DC", customUrl: null };
  expect(answerTo("/artist/former", artist)).toEqual([308, "/artist/AC%2FDC", "no-cache"]);
  expect(answerTo("/artist/AC%2FDC", artist)).toBeUndefined();
});

const until = new Date();

test.each([
  ["nova-sky", true],
  ["Nova Šky", true],
  ["nova šky", true],
  ["NOVA-SKY", false],
  ["Nova-sky", false],
  ["Nova šky", false],
  ["NOVA ŠKY", false],
])("a page is cached in its artist's spelling, or in small letters: %s", (slug, isCached) => {
  const context = new RouterContextProvider();
  context.set(cacheContext, {});
  allowCaching(context, slug, { userId: "nova", artistName: "Nova Šky" }, until);
  expect(context.get(cacheContext).cacheDirective).toEqual(isCached ? { tags: ["nova"], until } : undefined);
});
