import { parseRssFeed } from "feedsmith";
import Parser from "rss-parser";
import { expect, test } from "vitest";
import { podcastRss } from "./podcast.ts";

const podcast = {
  title: "Nova & the Sea",
  description: "Songs <about> the sea.",
  artistUrl: "https://music.example/artist/nova",
  url: "https://music.example/artist/nova/podcast.rss",
  image: "https://music.example/mailed/avatars/5f0c/nova.jpg",
  episodes: [
    {
      id: "4e0a7c7e-8f3f-4a5e-9a86-0f27a1f0a001",
      title: "Salt & Spray",
      url: "https://music.example/artist/nova/tracks/salt",
      published: new Date("2026-11-01T10:00:00Z"),
      durationSeconds: 183,
      image: "https://music.example/mailed/photos/5f0c/salt.jpg",
      sound: { url: "https://music.example/uploads/music/5f0c/salt.m4a", type: "audio/mp4", bytes: 12_345 },
    },
    {
      id: "4e0a7c7e-8f3f-4a5e-9a86-0f27a1f0a002",
      title: "Tide",
      url: "https://music.example/artist/nova/tracks/tide",
      published: new Date("2026-10-01T10:00:00Z"),
      durationSeconds: null,
      image: null,
      sound: { url: "https://music.example/uploads/music/5f0c/tide.mp3", type: "audio/mpeg", bytes: 1 },
    },
  ],
};

test("two readers find what podcast apps require", async () => {
  const text = podcastRss(podcast);
  expect(parseRssFeed(text)).toMatchObject({
    title: podcast.title,
    link: podcast.artistUrl,
    description: podcast.description,
    language: "en",
    atom: { links: [{ rel: "self", href: podcast.url }] },
    itunes: {
      author: podcast.title,
      image: podcast.image,
      categories: [{ text: "Music" }],
      explicit: false,
    },
    items: [
      {
        title: "Salt & Spray",
        guid: { value: `urn:uuid:${podcast.episodes[0]?.id}`, isPermaLink: false },
        pubDate: "Sun, 01 Nov 2026 10:00:00 GMT",
        enclosures: [{ url: podcast.episodes[0]?.sound.url, length: 12_345, type: "audio/mp4" }],
        itunes: { duration: 183, image: podcast.episodes[0]?.image },
      },
      { title: "Tide", enclosures: [{ length: 1, type: "audio/mpeg" }] },
    ],
  });
  const other = await new Parser().parseString(text);
  expect(other).toMatchObject({
    title: podcast.title,
    feedUrl: podcast.url,
    itunes: { image: podcast.image, categories: ["Music"], explicit: "false" },
  });
  expect(other.items.map(({ guid, enclosure, itunes }) => [guid, enclosure?.url, itunes?.duration])).toEqual(
    podcast.episodes.map(({ id, sound }, at) => [`urn:uuid:${id}`, sound.url, at === 0 ? "183" : undefined]),
  );
});
