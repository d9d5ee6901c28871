import { expect, test } from "vitest";
import { z } from "zod";
import { sampleContent } from "../sample-content.ts";
import { artistDocument, artistDocumentOf } from "./artist-document.ts";

const page = sampleContent(new Date("2026-11-22T12:00:00Z"));
const origin = "https://music.example";

test("the schema in the documents is the one that the answer is made by", async () => {
  const schema = {
    title: "An artist's page, version 1",
    ...z.toJSONSchema(artistDocument, {
      // There may be more properties one day.
      override: ({ jsonSchema }) => {
        delete jsonSchema.additionalProperties;
      },
    }),
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    "../../../docs/artist-json.schema.json",
  );
});

test("a page with everything is as the schema says, and all of its addresses are whole", () => {
  const document = artistDocument.parse(artistDocumentOf(page, origin));
  expect(document).toMatchObject({ version: 1, name: page.artistName, bio: page.bio });
  expect(document.tracks?.map(({ title }) => title)).toEqual(page.tracks?.map(({ title }) => title));
  expect(document.events?.length).toBe(page.events?.length);
  const addresses = JSON.stringify(document).matchAll(/"(?:\w*[uU]rl|atom|json)":"([^"]*)"/g);
  expect(
    Array.from(addresses, ([, address = ""]) => address).filter((address) => !URL.canParse(address)),
  ).toEqual([]);
});

test("a page without sections is as the schema says", () => {
  const none = {
    ...{ tracks: null, latestTracks: null, releases: null, videos: null, photos: null, events: null },
    ...{ comments: null, supportLinks: null, links: null, pressKit: null, avatar: null, cover: null },
    ...{ hasEvents: false, hasLetters: false, hasBookingForm: false, location: null, bio: null },
  };
  const document = artistDocument.parse(artistDocumentOf({ ...page, ...none }, origin));
  expect(document).toMatchObject({ tracks: null, events: null, calendarUrl: null, bookingUrl: null });
  expect(document.feeds).toEqual({ releases: null, dates: null, letters: null });
});

test("a track that plays a lighter copy is downloaded as the original, and one that isn't offered is not", () => {
  const [track] = page.tracks ?? [];
  if (!track) throw new Error("The sample has no track.");
  const heard = { ...track, fileUrl: "/uploads/music/1/a.flac", playbackUrl: "/uploads/music/1/a.m4a" };
  const tracks = [
    { ...heard, downloadsEnabled: true },
    { ...heard, downloadsEnabled: false },
  ];
  const document = artistDocumentOf({ ...page, tracks }, origin);
  expect(document.tracks?.map(({ audioUrl, downloadUrl }) => [audioUrl, downloadUrl])).toEqual([
    [`${origin}/uploads/music/1/a.m4a`, `${origin}/uploads/music/1/a.flac`],
    [`${origin}/uploads/music/1/a.m4a`, null],
  ]);
});
