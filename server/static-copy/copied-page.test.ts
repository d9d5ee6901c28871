import { expect, test } from "vitest";
import { pageName } from "./copied-names.ts";
import { copiedPage, type Needs } from "./copied-page.ts";

const origin = "https://handbill.example";
const artistPath = "/artist/nova";

function copied(html: string, { path = artistPath, isForWeb = false } = {}) {
  const needs: Needs = {
    pages: new Set(),
    stored: new Set(),
    assets: new Set(),
    texts: new Map(),
    characters: new Set(),
  };
  const url = new URL(path, origin);
  const page = copiedPage(html, {
    url,
    name: pageName(artistPath, url) ?? "",
    names: {
      page: (address) => pageName(artistPath, address),
      stored: (address) => `files/${address.split("/").at(-1)}`,
      asset: (at) => (at.startsWith("/assets/") ? at.slice(1) : undefined),
    },
    needs,
    isForWeb,
  });
  return { page, needs };
}

const nameOf = (path: string) => pageName(artistPath, new URL(path, origin));

test("the pages of an artist have names that a disk and any web host take", () => {
  expect(nameOf("/artist/nova")).toBe("index.html");
  expect(nameOf("/artist/nova/events")).toBe("events.html");
  expect(nameOf("/artist/nova/tracks/first-light")).toBe("tracks/first-light.html");
  expect(nameOf("/artist/nova/events.ics")).toBe("events.ics");
  expect(nameOf("/artist/nova.json")).toBe("page.json");
  expect(nameOf("/artist/nova/comments?before=a")).toMatch(/^comments-[0-9a-f]{8}\.html$/);
  expect(nameOf("/artist/nova/events?month=2026-05")).toMatch(/^events-[0-9a-f]{8}\.html$/);
});

test.each([
  ["another artist's", "/artist/novalis"],
  ["a form", "/artist/nova/booking"],
  ["a report", "/artist/nova/comments/1/report"],
  ["a private link", "/artist/nova/private/secret"],
  ["a month of the calendar, which goes on for ever", "/artist/nova/events?month=2026-05#calendar"],
  ["a page in another state", "/artist/nova?welcome"],
  ["a name that leads elsewhere", "/artist/nova/%2e%2e%2fetc"],
  ["the site's own", "/terms"],
])("%s is left to the site", (_, path) => {
  expect(nameOf(path)).toBeUndefined();
});

test("addresses lead to the copy's files, and what it hasn't got to the site", () => {
  const { page, needs } = copied(
    `<a href="/artist/nova/events#event-1">1</a><a href="/terms">2</a><a href="https://else.example/">3</a>
     <link rel="canonical" href="${origin}/artist/nova/letters"><a href="#music">4</a>
     <img src="/uploads/photos/u/a.webp" srcset="/uploads/photos/u/a-80w.webp 80w, /uploads/photos/u/a.webp 100w" sizes="9rem">
     <button data-play="1" data-src="/uploads/music/u/b.mp3"></button>`,
    { path: "/artist/nova/tracks/one" },
  );
  expect([...page.matchAll(/(?:href|src|data-src)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    "../events.html#event-1",
    `${origin}/terms`,
    "https://else.example/",
    `${origin}/artist/nova/letters`,
    "#music",
    "../files/a.webp",
    "../files/b.mp3",
  ]);
  expect(page).not.toContain("srcset");
  expect([...needs.pages]).toEqual([`${origin}/artist/nova/events`]);
  expect([...needs.stored]).toEqual(["/uploads/photos/u/a.webp", "/uploads/music/u/b.mp3"]);
});

test("for the web pictures keep their sizes", () => {
  const { page, needs } = copied(
    `<img srcset="/uploads/photos/u/a-80w.webp 80w, /uploads/photos/u/a.webp 100w">`,
    {
      isForWeb: true,
    },
  );
  expect(page).toContain(`srcset="files/a-80w.webp 80w, files/a.webp 100w"`);
  expect(needs.stored.size).toBe(2);
});

test("a form is a link to its place on the site", () => {
  const { page } = copied(
    `<section id="comments"><form method="post" aria-label="Write a comment"><input name="secret"></form></section>`,
  );
  expect(page).toContain(`href="${origin}/artist/nova#comments"`);
  expect(page).toContain("Write a comment (on handbill.example)");
  expect(page).not.toContain("<form");
  expect(page).not.toContain("secret");
});

test("the player alone is left of the scripts and of what needs them", () => {
  const { page, needs } = copied(
    `<meta name="handbill:counts-for" content="id"><nav aria-label="Account"><a href="/signin">Sign In</a></nav>
     <button class="needs-script" data-video-step="1">Next</button><button class="needs-script" data-play="1">Play</button>
     <script type="application/ld+json">{}</script><noscript><audio src="/uploads/music/u/b.mp3"></audio></noscript>
     <script>play()</script>`,
  );
  for (const gone of ["counts-for", "Sign In", "Next", "ld+json", "play()"]) expect(page).not.toContain(gone);
  expect(page).toContain(`<audio src="files/b.mp3"></audio>`);
  expect(page).toMatch(/<script src="assets\/[0-9a-f]{12}\.js"><\/script>/);
  expect([...needs.texts.values()]).toEqual(["play()"]);
});

test("style sheets are files, the fonts apart from the rest", () => {
  const { page, needs } = copied(
    `<style>@font-face{font-family:A;src:url(/assets/a.woff2)}p{color:red}</style>`,
  );
  expect([...needs.texts.values()]).toEqual([
    "@font-face{font-family:A;src:url(/assets/a.woff2)}",
    "p{color:red}",
  ]);
  expect(page.match(/rel="stylesheet"/g)).toHaveLength(2);
});

test("the day of a comment stands in the place of its age", () => {
  const { page } = copied(`<time data-age="true" datetime="2026-11-20T10:00:00Z">3 days ago</time>`);
  expect(page).toContain(">2026-11-20</time>");
});
