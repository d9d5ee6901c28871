import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import Parser from "rss-parser";
import { expect, test } from "vitest";
import { z } from "zod";
import { xml } from "~/shared/xml";
import { atomFeed, type Feed, jsonFeed } from "./feed.ts";

const title = `Rock & Roll <b>"forever"</b> ]]> 音 \u0007\ud800`;
/** What an XML document can hold of it. */
const fit = `Rock & Roll <b>"forever"</b> ]]> 音 \ufffd`;

const feed: Feed = {
  id: "tag:music.example,2026:5f0c/music",
  title: "Nova & the Sea: releases",
  author: "Nova & the Sea",
  pageUrl: "https://music.example/artist/nova#music",
  artistUrl: "https://music.example/artist/nova",
  icon: "https://music.example/uploads/avatars/5f0c/nova.webp",
  updated: new Date("2026-11-20T10:00:00Z"),
  entries: [
    {
      id: "urn:uuid:4e0a7c7e-8f3f-4a5e-9a86-0f27a1f0a001",
      title,
      url: "https://music.example/artist/nova/music/rock?a=1&b=2",
      published: new Date("2026-11-01T10:00:00Z"),
      updated: new Date("2026-11-20T10:00:00Z"),
      content: xml`<p>${"<script>alert(1)</script> & more"}</p>`,
      picture: "https://music.example/uploads/photos/5f0c/cover.webp",
    },
    {
      id: "urn:uuid:4e0a7c7e-8f3f-4a5e-9a86-0f27a1f0a002",
      title: "Second",
      url: "https://music.example/artist/nova/music/second",
      published: new Date("2026-10-01T10:00:00Z"),
      updated: new Date("2026-10-01T10:00:00Z"),
      content: xml`<p>Words</p>`,
      picture: null,
    },
  ],
};
const content = "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>";

test("two readers of Atom find the same in it", async () => {
  const url = "https://music.example/artist/nova/music.atom";
  const text = atomFeed(feed, url);
  const one = parseAtomFeed(text);
  expect(one).toMatchObject({
    id: feed.id,
    title: { value: feed.title },
    updated: "2026-11-20T10:00:00.000Z",
    authors: [{ name: feed.author }],
    links: [{ rel: "self", href: url }, { href: feed.pageUrl }],
    logo: feed.icon,
  });
  expect(one.entries?.[0]).toMatchObject({
    id: feed.entries[0]?.id,
    title: { value: fit },
    links: [{ rel: "alternate", href: feed.entries[0]?.url }],
    published: "2026-11-01T10:00:00.000Z",
    updated: "2026-11-20T10:00:00.000Z",
    content: { type: "html", value: content },
  });
  const other = await new Parser().parseString(text);
  expect(other).toMatchObject({ title: feed.title, feedUrl: url, link: feed.pageUrl });
  expect(other.items).toHaveLength(2);
  expect(other.items[0]).toMatchObject({
    id: feed.entries[0]?.id,
    title: fit,
    link: feed.entries[0]?.url,
    isoDate: "2026-11-01T10:00:00.000Z",
    content,
  });
});

/** JSON Feed 1.1, as far as we use it. */
const address = z.url({ protocol: /^https?$/ });
const author = z.strictObject({ name: z.string(), url: address });
const jsonFeedSchema = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: address,
  feed_url: address,
  icon: address.optional(),
  authors: z.array(author),
  items: z.array(
    z.strictObject({
      id: z.string().min(1),
      url: address,
      title: z.string(),
      content_html: z.string(),
      image: address.optional(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
    }),
  ),
});

test("a JSON Feed is one by its schema, and a reader finds the same in it", () => {
  const text = jsonFeed(feed, "https://music.example/artist/nova/music.json");
  const valid = jsonFeedSchema.parse(JSON.parse(text));
  expect(valid.items.map(({ id }) => id)).toEqual(feed.entries.map(({ id }) => id));
  expect(parseJsonFeed(JSON.parse(text))).toMatchObject({
    title: feed.title,
    authors: [{ name: feed.author }],
    items: [{ content_html: content, image: feed.entries[0]?.picture }, { title: "Second" }],
  });
});

test("a feed without entries and without a portrait is one", async () => {
  const empty = { ...feed, icon: null, entries: [] };
  expect(parseAtomFeed(atomFeed(empty, feed.pageUrl))).toMatchObject({ id: feed.id });
  expect((await new Parser().parseString(atomFeed(empty, feed.pageUrl))).items).toEqual([]);
  expect(jsonFeedSchema.parse(JSON.parse(jsonFeed(empty, feed.pageUrl))).items).toEqual([]);
});
