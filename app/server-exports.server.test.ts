import { describe, expect, test } from "vitest";
import { loadConfig } from "#server/config.ts";
import { chosenLanguage, isPersonal, publicCacheKey, publicPath } from "./server-exports.server.ts";

const http = loadConfig({});
const https = loadConfig({ ORIGIN: "https://music.example" });

describe("a public page is the same for every visitor", () => {
  test.each([
    ["/artist/nova", "/artist/nova"],
    ["/artist/No%20Va", "/artist/No%20Va"],
    ["/artist/dr.no", "/artist/dr.no"],
    ["/artist/n%6Fva", "/artist/nova"],
    ["/artist/%6e%6F%76%61/events", "/artist/nova/events"],
    ["/artist/%e6%97%a5", "/artist/%E6%97%A5"],
    ["/artist/a%2fb", "/artist/a%2Fb"],
    ["/artist/nova/events", "/artist/nova/events"],
    ["/artist/nova/comments", "/artist/nova/comments"],
    ["/artist/nova/tracks/first-light?t=75", "/artist/nova/tracks/first-light"],
    ["/artist/n%6Fva/music/tide-2", "/artist/nova/music/tide-2"],
    ["/artist/nova/events.ics", "/artist/nova/events.ics"],
    [
      "/artist/nova/events/00000000-0000-4000-8000-000000000000.ics",
      "/artist/nova/events/00000000-0000-4000-8000-000000000000.ics",
    ],
    ["/artist/nova.json", "/artist/nova.json"],
    ["/artist/nova/podcast.rss", "/artist/nova/podcast.rss"],
    ["/artist/nova/tracks.m3u", "/artist/nova/tracks.m3u"],
    ["/artist/nova/music.atom", "/artist/nova/music.atom"],
    ["/artist/n%6Fva/letters.json?from=reader", "/artist/nova/letters.json"],
    ["/sample-bio", "/sample-bio"],
    ["/", "/"],
    ["/?utm_source=a", "/"],
    ["/artist/nova?utm_source=a&fbclid=b", "/artist/nova"],
    ["/artist/nova?", "/artist/nova"],
    ["/artist/nova?x=1?month=2", "/artist/nova"],
  ])("%s as %s", (url, path) => {
    expect(publicPath(url)).toBe(path);
  });

  test.each([
    "/signin",
    "/?month=2026-12",
    "/artist/",
    "/artist/%zz",
    "/artist/%ff",
    "/artist/nova/",
    "/artist//nova",
    "/artist/nova/%63omments",
    "/artist/nova/contact.vcf",
    "/artist/nova/card.jpg",
    "/artist/nova/tracks/First-Light",
    "/artist/nova/music/%74ide",
    "/artist/nova/music/tide/card.jpg",
    "/artist/nova/events/1.ics",
    "/artist/nova/music/tide.json",
    "/sample-bio/x",
    "http://localhost/artist/nova",
    "/artist/nova/events?month=2026-12",
    "/artist/nova/comments?utm_source=a&before=3",
    "/artist/nova?%6donth=2026-12",
  ])("unless it is another page, or part of one: %s", (url) => {
    expect(publicPath(url)).toBeUndefined();
  });
});

describe("cookies", () => {
  test.each([
    [http, "handbill_session=a"],
    [http, "theme=dark; handbill_flash=comment"],
    [https, "__Host-handbill_session=a"],
    [https, "__Host-handbill_flash=comment"],
  ])("of an account make the page personal", (config, cookies) => {
    expect(isPersonal(config, "/artist/nova", cookies)).toBe(true);
  });

  test.each([
    [http, "theme=dark"],
    [http, "handbill_reset=a"],
    [https, "handbill_session=a"],
    [http, "xhandbill_session=a"],
  ])("of any other kind don't", (config, cookies) => {
    expect(isPersonal(config, "/artist/nova", cookies)).toBe(false);
  });

  test("don't make a frame on another site personal", () => {
    const frame = publicPath("/artist/nova/tracks/open-water/embed/small/dark?from=blog") ?? "";
    expect(frame).toBe("/artist/nova/tracks/open-water/embed/small/dark");
    expect(isPersonal(http, frame, "handbill_session=a")).toBe(false);
  });
});

describe("one copy of a public page", () => {
  test.each([
    ["/artist/nova", "fr", "/artist/nova?lang=fr"],
    ["/artist/dr.no", "pt-BR", "/artist/dr.no?lang=pt-BR"],
    ["/", "ja", "/?lang=ja"],
    ["/artist/nova", undefined, "/artist/nova"],
  ] as const)("for each language: %s in %s", (path, asked, key) => {
    expect(publicCacheKey(path, asked)).toBe(key);
  });

  test.each([
    "/artist/nova.json",
    "/artist/nova/events.ics",
    "/artist/nova/podcast.rss",
    "/artist/nova/tracks.m3u",
    "/artist/nova/music.atom",
  ])("for all languages where programs fetch it: %s", (path) => {
    expect(publicCacheKey(path, "fr")).toBe(path);
  });

  test("in the language that its visitor has chosen", () => {
    expect(chosenLanguage(http, "theme=dark; handbill_language=ja")).toBe("ja");
    expect(chosenLanguage(https, "handbill_language=ja")).toBeUndefined();
  });
});
