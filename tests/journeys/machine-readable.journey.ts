/// <reference lib="esnext.temporal" />
// What search engines and chats read of a public page, read by parsers that know nothing of Handbill.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import jsonld from "jsonld";
import openGraph from "open-graph-scraper";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makeMusician } from "../factories/accounts.ts";
import { makeIssue } from "../factories/audience.ts";
import {
  makeEvent,
  makePrivateLink,
  makeRelease,
  makeReleaseLink,
  makeReleaseTrack,
  makeSocialLink,
  makeStoredImage,
  makeTrack,
} from "../factories/page.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, db } = await openTestApp();
const { origin } = handbill;

const names = [
  `Say “it's” "me" & <b>you</b>`,
  "</script><script>alert(1)</script>",
  "東京の夜に浮かぶとても長い名前の楽団",
  "نجم الليل والبحر",
  "👩🏽‍🎤 Girls & Gïants 🎸",
  "The Sixty Letters Long Orchestra of the North Sea and Beyond",
];
/** Without a space where it could be cut; each letter is of many halves. */
const unbroken = "👩🏽‍🎤".repeat(60);

type Artist = Awaited<ReturnType<typeof makeArtist>>;
const artists: Artist[] = [];

beforeAll(async () => {
  for (const name of names) artists.push(await makeArtist(name));
});

/** An artist with one of each thing that has a page; all their names and texts are this. */
async function makeArtist(name: string) {
  const { id: user_id } = await makeMusician(db, {
    artist_name: name,
    custom_url: null,
    bio: `${name} ${unbroken}`,
    location: name,
    performs_as: "group",
  });
  const { url: picture } = await makeStoredImage(db, { user_id });
  const song = (title: string, changes = {}) =>
    makeTrack(db, { user_id, title, cover_image: picture, duration: 3661, ...changes });
  const record = (title: string, changes: Partial<Parameters<typeof makeRelease>[1]>) =>
    makeRelease(db, { user_id, title, cover_image: picture, description: `${name} ${unbroken}`, ...changes });

  const heard = await song(name, { isrc: "GBABC2600001", lyrics: name, credits: name, licence: "cc-by" });
  const out = await record(name, { kind: "ep", release_date: "2025-05-05", upc: "036000291452" });
  await makeReleaseTrack(db, out, heard.id);
  await makeReleaseLink(db, out, { url: "https://example.org/out?a=1&b=2" });
  const late = await song("Late");
  const coming = await record("Coming", { kind: "album", release_date: "2031-02-03", upc: "4006381333931" });
  await makeReleaseTrack(db, coming, late.id);
  const early = await song("Early");
  await makeReleaseTrack(db, coming, early.id, { is_early: true });
  const hidden = await song("Hidden", { is_visible: false });
  const { token } = await makePrivateLink(db, { user_id, track_id: hidden.id });

  await makeSocialLink(db, { user_id, url: "https://example.org/elsewhere?a=1&b=2" });
  const event = await makeEvent(db, {
    user_id,
    title: name,
    event_date: "2031-12-04",
    event_time: "20:30",
    end_time: "01:00",
    time_zone: "Europe/Berlin",
    venue_name: name,
    location: name,
    description: name,
    ticket_url: "https://example.org/tickets?a=1&b=2",
  });
  const issue = await makeIssue(db, {
    musician_id: user_id,
    title: name,
    body: `${name} ${unbroken}`,
    status: "sent",
    started_at: new Date("2026-03-04T05:06:07Z"),
    in_archive: true,
  });
  const url = `${origin}/artist/${encodeURIComponent(name)}`;
  return {
    name,
    url,
    track: `${url}/tracks/${heard.slug}`,
    out: `${url}/music/${out.slug}`,
    coming: `${url}/music/${coming.slug}`,
    early: `${url}/tracks/${early.slug}`,
    event: `${url}/events#event-${event.id}`,
    issue: `${url}/letters/${issue.id}`,
    privateLink: `${url}/private/${token}`,
    picture: `${origin}${picture}`,
    sound: `${origin}${heard.file_url}`,
    earlySound: `${origin}${early.file_url}`,
  };
}

/** A page's structured data, and its preview without what the parser would make up from the rest of the page. */
async function read(address: string) {
  const answer = await fetch(address);
  expect(answer.status, address).toBe(200);
  const html = await answer.text();
  const [all, preview] = await Promise.all([
    openGraph({ html, jsonLDOptions: { throwOnJSONParseError: true } }),
    openGraph({ html, onlyGetOpenGraphInfo: true }),
  ]);
  return { html, data: all.result.jsonLD ?? [], preview: preview.result };
}

const graphSchema = z.object({
  "@context": z.literal("https://schema.org"),
  "@graph": z.array(z.looseObject({ "@type": z.string() })),
});

/** The things of a page that has data, which may be put together only by what schema.org knows. */
async function thingsAt(address: string) {
  const { data } = await read(address);
  expect(data).toHaveLength(1);
  await expectWholeLinks(data[0] ?? {});
  return graphSchema.parse(data[0])["@graph"];
}

const link = { "@type": "@id" };
/** What schema.org's own context says of these; it stands here, so that the test needs no network. */
const context = {
  "@vocab": "https://schema.org/",
  ...{ url: link, sameAs: link, image: link, license: link, contentUrl: link, availability: link },
  ...{ eventStatus: link, albumReleaseType: link, musicReleaseFormat: link },
};

const flatSchema = z.array(z.looseObject({ "@id": z.string() }));

/** Each address is whole, and each thing of the page that is pointed at is there. */
async function expectWholeLinks(data: object): Promise<void> {
  const options = {
    // Without it, what isn't understood would be left out silently.
    safe: true,
    async documentLoader(documentUrl: string) {
      expect(documentUrl).toBe("https://schema.org");
      return { documentUrl, document: { "@context": context } };
    },
  };
  const things = flatSchema.parse(await jsonld.flatten(data, undefined, options));
  const ids = things.map((thing) => thing["@id"]);
  const pointedAt = [...JSON.stringify(things).matchAll(/\{"@id":"([^"]*)"\}/g)].map(([, id = ""]) => id);
  expect(pointedAt.filter((id) => !/^(https?:\/\/|_:)/.test(id))).toEqual([]);
  expect(pointedAt.filter((id) => /^_:|#(artist|album|recording)$/.test(id) && !ids.includes(id))).toEqual(
    [],
  );
}

/** Compiles it as schema.org's types, by Google's description of them. @returns the compiler's complaints */
async function complaintsAbout(data: object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-schema-"));
  try {
    const types = dirname(fileURLToPath(import.meta.resolve("schema-dts/package.json")));
    const lines = data.map((one, at) => `export const data${at}: Graph = ${JSON.stringify(one)};`);
    const file = join(folder, "data.ts");
    await writeFile(file, [`import type { Graph } from ${JSON.stringify(types)};`, ...lines].join("\n"));
    const compiler = join(dirname(types), "typescript", "bin", "tsc");
    const options = ["--noEmit", "--strict", "--skipLibCheck", file];
    return await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: folder }).then(
      ({ stdout }) => stdout,
      ({ stdout }) => String(stdout),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("all data are of schema.org's vocabulary, whatever the names are", async () => {
  const pages = artists.flatMap(({ url, track, out, coming, issue }) => [
    ...[url, track, out, coming],
    ...[`${url}/events`, issue],
  ]);
  const data = await Promise.all(pages.map(async (address) => (await read(address)).data));
  expect(data.map((ofPage) => ofPage.length)).toEqual(pages.map(() => 1));
  expect(await complaintsAbout(data.flat())).toBe("");
});

test("an artist's page says who plays what, when and where", async () => {
  for (const artist of artists) {
    const { name, url, picture, sound } = artist;
    const [who, ...others] = await thingsAt(url);
    expect(who).toMatchObject({
      "@type": "MusicGroup",
      "@id": `${url}#artist`,
      name,
      url,
      description: `${name} ${unbroken}`,
      location: { "@type": "Place", name },
      sameAs: ["https://example.org/elsewhere?a=1&b=2"],
    });
    const recording = others.find((thing) => thing.name === name && thing["@type"] === "MusicRecording");
    expect(recording).toMatchObject({
      byArtist: { "@id": `${url}#artist` },
      url: artist.track,
      image: picture,
      audio: { "@type": "AudioObject", contentUrl: sound },
    });
    expect(Temporal.Duration.from(String(recording?.duration)).total("seconds")).toBe(3661);
    const event = others.find((thing) => thing["@type"] === "MusicEvent");
    expect(event).toMatchObject({
      name,
      url: artist.event,
      eventStatus: "https://schema.org/EventScheduled",
      performer: { "@id": `${url}#artist` },
      location: { "@type": "Place", name, address: name },
      offers: { "@type": "Offer", url: "https://example.org/tickets?a=1&b=2" },
    });
    // An instant must have a zone; this one is of Berlin in winter.
    expect(Temporal.Instant.from(String(event?.startDate)).toString()).toBe("2031-12-04T19:30:00Z");
    expect(Temporal.Instant.from(String(event?.endDate)).toString()).toBe("2031-12-05T00:00:00Z");
  }
});

test("the page of events names each as the artist's own page does, and a letter says by whom and when", async () => {
  for (const { name, url, event, issue } of artists) {
    const [who, onItsPage] = await thingsAt(`${url}/events`);
    expect(who).toMatchObject({ "@type": "MusicGroup", "@id": `${url}#artist`, name, url });
    expect(onItsPage).toMatchObject({ "@type": "MusicEvent", url: event });
    const others = await thingsAt(url);
    expect(onItsPage).toEqual(others.find((thing) => thing["@type"] === "MusicEvent"));
    expect((await thingsAt(issue))[1]).toMatchObject({
      "@type": "Article",
      headline: name,
      url: issue,
      datePublished: "2026-03-04T05:06:07.000Z",
      author: { "@id": `${url}#artist` },
      image: `${url}/card.jpg`,
    });
  }
});

test("a track's page says what it is, by whom, on what and under which number", async () => {
  for (const { name, url, track, out, picture, sound } of artists) {
    const [who, recording] = await thingsAt(track);
    expect(who).toMatchObject({ "@type": "MusicGroup", "@id": `${url}#artist`, name, url });
    expect(recording).toMatchObject({
      "@type": "MusicRecording",
      name,
      url: track,
      byArtist: { "@id": `${url}#artist` },
      isrcCode: "GBABC2600001",
      image: picture,
      license: "https://creativecommons.org/licenses/by/4.0/",
      creditText: name,
      audio: { "@type": "AudioObject", contentUrl: sound },
      recordingOf: { "@type": "MusicComposition", name, lyrics: { "@type": "CreativeWork", text: name } },
      inAlbum: [{ "@type": "MusicAlbum", name, url: out, albumReleaseType: "https://schema.org/EPRelease" }],
    });
    expect(Temporal.Duration.from(String(recording?.duration)).total("seconds")).toBe(3661);
  }
});

test("a release's page says the same of what is out and of what is announced", async () => {
  for (const { name, url, track, out, coming, early, picture } of artists) {
    const byArtist = { "@id": `${url}#artist` };
    expect((await thingsAt(out))[1]).toMatchObject({
      "@type": "MusicAlbum",
      name,
      url: out,
      byArtist,
      albumReleaseType: "https://schema.org/EPRelease",
      datePublished: "2025-05-05",
      numTracks: 1,
      image: picture,
      sameAs: ["https://example.org/out?a=1&b=2"],
      track: [{ "@type": "MusicRecording", name, url: track }],
      albumRelease: {
        "@type": "MusicRelease",
        datePublished: "2025-05-05",
        identifier: { "@type": "PropertyValue", propertyID: "UPC", value: "036000291452" },
      },
    });
    expect((await thingsAt(coming))[1]).toMatchObject({
      "@type": "MusicAlbum",
      name: "Coming",
      url: coming,
      byArtist,
      albumReleaseType: "https://schema.org/AlbumRelease",
      datePublished: "2031-02-03",
      numTracks: 2,
      track: [{ name: "Late" }, { name: "Early", url: early }],
      albumRelease: { identifier: { propertyID: "EAN", value: "4006381333931" } },
    });
  }
});

test("a link to each page has a preview: title, text, picture, and of music its sound", async () => {
  for (const artist of artists) {
    const { name, url, track, out, coming, early, sound, earlySound } = artist;
    const text = expect.stringMatching(/^[^�]{10,}$/u);
    const common = { ogSiteName: "Handbill", ogDescription: text, twitterCard: "summary_large_image" };
    const song = { ...common, ogAudioType: "audio/mpeg", musicMusician: url };
    const expected: [string, object, string][] = [
      [url, { ...common, ogType: "profile", ogTitle: name }, name],
      [
        track,
        { ...song, ogType: "music.song", ogTitle: `${name}: ${name}`, ogAudio: sound, musicDuration: "3661" },
        `${name}: ${name}`,
      ],
      [
        out,
        { ...song, ogType: "music.album", ogAudio: sound, musicReleaseDate: "2025-05-05" },
        `${name}: ${name}`,
      ],
      [
        coming,
        { ...song, ogType: "music.album", ogAudio: earlySound, musicSong: [{ url: early }] },
        `Coming: ${name}`,
      ],
      [`${url}/events`, { ...common, ogType: "website", ogTitle: `Events: ${name}` }, name],
      [
        artist.issue,
        {
          ...common,
          ogType: "article",
          ogTitle: `${name}: ${name}`,
          articlePublishedTime: "2026-03-04T05:06:07.000Z",
        },
        name,
      ],
    ];
    for (const [address, preview, alt] of expected) {
      const found = await read(address);
      expect(found.preview, address).toMatchObject({ ...preview, ogUrl: address });
      const card = [track, out, coming].includes(address) ? `${address}/card.jpg` : `${url}/card.jpg`;
      const picture = { url: card, type: "image/jpeg", width: "1200", height: "630", alt };
      expect(found.preview.ogImage, address).toEqual([picture]);
      expect(found.preview.twitterImage, address).toEqual([{ url: card }]);
      // Nothing that stands in the text of a page ends its head, or runs.
      expect(found.html.match(/alert\(1\)<\/script>/g), address).toBeNull();
      const image = Buffer.from(await (await fetch(card)).arrayBuffer());
      const { format, width, height } = await sharp(image).metadata();
      expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
    }
  }
});

test("a private link's page says nothing of itself to machines", async () => {
  for (const { privateLink } of artists) {
    const { html, data, preview } = await read(privateLink);
    expect(data).toEqual([]);
    expect(preview).toEqual({ success: true });
    expect(html.includes('rel="canonical"')).toBe(false);
  }
});
