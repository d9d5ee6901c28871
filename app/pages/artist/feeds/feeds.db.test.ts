import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inLanguage, type Reader } from "../../../../server/reading.ts";
import { makeMusician } from "../../../../tests/factories/accounts.ts";
import { makeIssue } from "../../../../tests/factories/audience.ts";
import {
  makeEvent,
  makeFormerAddress,
  makeRelease,
  makeReleaseTrack,
  makeTrack,
} from "../../../../tests/factories/page.ts";
import { freshServices } from "../../../../tests/harness/services.ts";
import { cacheContext, readerContext, servicesContext } from "../../../services.server.ts";
import type { Language } from "../../../shared/languages.ts";
import { loader } from "./atom-feed.route.ts";
import { findFeed } from "./feeds.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const origin = "https://music.example";
const entriesOf = async (slug: string, kind: string) =>
  (await findFeed(services.db.asVisitor(), slug, kind, origin))?.feed().entries;

test("releases come the newest first, each with the tracks that it is announced with", async () => {
  const { id: user_id } = await makeMusician(services.db, { custom_url: "nova" });
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const old = { user_id, title: "Old", published_at: days(9), release_date: "2020-05-01" };
  await makeReleaseTrack(
    services.db,
    await makeRelease(services.db, old),
    (await makeTrack(services.db, { user_id, title: "Salt & Spray", duration: 200 })).id,
  );
  const description = "First line\nsecond\n\nNext";
  const soon = { user_id, title: "Soon", published_at: days(2), release_date: "2199-01-01", description };
  await makeRelease(services.db, soon);
  const entries = await entriesOf("nova", "music");
  expect(entries?.map(({ title, url }) => [title, url])).toEqual([
    ["Soon", `${origin}/artist/nova/music/soon`],
    ["Old", `${origin}/artist/nova/music/old`],
  ]);
  expect(entries?.map(({ content }) => content.text)).toEqual([
    "<p>Single, out on Tuesday, January 1, 2199: 0 tracks</p><p>First line<br/>second</p><p>Next</p>",
    "<p>Single, out since Friday, May 1, 2020: 1 track, 3 min</p><ol><li>Salt &amp; Spray</li></ol>",
  ]);
});

test("dates to come are announced with when and where, and what is called off says so", async () => {
  const { id: user_id } = await makeMusician(services.db, { custom_url: "on-tour" });
  const night = { event_date: "2199-03-01", event_time: "20:30:00", venue_name: "Club", location: "Oslo" };
  await makeEvent(services.db, {
    user_id,
    title: "Night",
    ...night,
    ticket_url: "https://tickets.example/1",
  });
  await makeEvent(services.db, { user_id, title: "Off", event_date: "2199-04-01", cancelled_at: new Date() });
  await makeEvent(services.db, { user_id, title: "Past", event_date: "2020-04-01" });
  const entries = await entriesOf("on-tour", "events");
  expect(entries?.map(({ title }) => title)).toEqual(["Cancelled: Off, Apr 1, 2199", "Night, Mar 1, 2199"]);
  const [, shown] = entries ?? [];
  expect(shown?.content.text).toBe(
    '<p>March 1, 2199: Fri, 8:30 PM<br/>Club, Oslo</p><p><a href="https://tickets.example/1">Tickets</a></p>',
  );
  expect(shown?.url).toMatch(/^https:\/\/music\.example\/artist\/on-tour\/events\?month=2199-03#event-/);
});

test("letters are whole", async () => {
  const { id: musician_id } = await makeMusician(services.db, { custom_url: "writer" });
  const sent = { status: "sent", started_at: new Date(), in_archive: true } as const;
  const blocks = JSON.stringify([
    { kind: "heading", words: [{ text: "News" }] },
    {
      kind: "paragraph",
      words: [{ text: "One\n" }, { text: "a < b", bold: true, href: "https://x.example/" }],
    },
  ]);
  await makeIssue(services.db, { musician_id, title: "Hello", body: "News", blocks, ...sent });
  const [entry] = (await entriesOf("writer", "letters")) ?? [];
  expect(entry?.content.text).toBe(
    '<h2>News</h2><p>One<br/><strong><a href="https://x.example/">a &lt; b</a></strong></p>',
  );
});

test("an artist without a section has no feed of it, and other kinds there are none", async () => {
  await makeMusician(services.db, {
    custom_url: "quiet",
    show_music_section: false,
    show_events_section: false,
  });
  expect(await entriesOf("quiet", "music")).toBeUndefined();
  expect(await entriesOf("quiet", "events")).toBeUndefined();
  expect(await entriesOf("quiet", "letters")).toEqual([]);
  expect(await entriesOf("quiet", "constructor")).toBeUndefined();
  expect(await entriesOf("nobody", "letters")).toBeUndefined();
});

async function load(artistSlug: string, kind: string, asked?: Language) {
  const context = new RouterContextProvider();
  const reader: Reader = { asked, page: undefined };
  context.set(readerContext, reader);
  context.set(servicesContext, services);
  context.set(cacheContext, {});
  const request = new Request(`http://localhost:3000/artist/${artistSlug}/${kind}.atom?from=reader`);
  const answer = await inLanguage(reader, () => loader({ params: { artistSlug, kind }, request, context }));
  return { answer, directive: context.get(cacheContext).cacheDirective };
}

test("a feed is kept until the artist's next change, and a former address leads to it", async () => {
  const { id, profile } = await makeMusician(services.db, { custom_url: "moved" });
  await makeFormerAddress(services.db, { user_id: id, custom_url: "before" });
  const { answer, directive } = await load("moved", "music");
  expect(answer.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  expect(Date.parse(answer.headers.get("Last-Modified") ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(directive?.tags).toEqual([profile.user_id]);
  const text = await answer.text();
  expect(text).toContain(
    `<link rel="self" type="application/atom+xml" href="${services.config.origin}/artist/moved/`,
  );
  const moved = await load("before", "music").catch((thrown: unknown) => thrown);
  expect(moved).toMatchObject({ status: 308 });
  expect(moved instanceof Response && moved.headers.get("Location")).toBe(
    "/artist/moved/music.atom?from=reader",
  );
  await expect(load("nobody", "music")).rejects.toMatchObject({ kind: "not-found" });
});

test("the one copy of a feed is in the page's language, whatever its first reader asks for", async () => {
  await makeMusician(services.db, { custom_url: "cached", artist_name: "Cached", page_language: "fr" });
  const french = await (await load("cached", "events")).answer.text();
  const german = await (await load("cached", "events", "de")).answer.text();
  expect(german).toBe(french);
  expect(german).toContain("<title>Cached\u00a0: dates");
});
