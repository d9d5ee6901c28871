import { expect, test } from "vitest";
import { sampleContent } from "../sample-content.ts";
import { structuredData } from "./structured-data.ts";

const page = sampleContent(new Date("2026-11-22T12:00:00Z"));
const typesOf = (changes: Partial<typeof page>) =>
  JSON.stringify(structuredData({ ...page, ...changes }, "https://music.example")).match(/"@type":"\w+"/g) ??
  [];

test.each([
  ["solo", "Person", "homeLocation"],
  ["group", "MusicGroup", "location"],
  [null, "Thing", null],
] as const)("who performs as %s is a %s", (performsAs, type, place) => {
  const serialized = JSON.stringify(
    structuredData({ ...page, performsAs, events: null }, "https://music.example"),
  );
  const artist = JSON.parse(serialized)["@graph"][0];
  expect(artist["@type"]).toBe(type);
  expect(Object.keys(artist).filter((key) => /location$/i.test(key))).toEqual(place ? [place] : []);
  expect(serialized).toContain(`"byArtist":{"@id":"${artist["@id"]}"}`);
});

test.each([
  ["concert", "MusicEvent"],
  ["festival", "Festival"],
  ["interview", "Event"],
  ["workshop", "EducationEvent"],
] as const)("a %s is a %s", (eventType, type) => {
  const event = {
    id: "1",
    title: "Late",
    eventType,
    date: "2026-12-04",
    time: null,
    endDate: null,
    endTime: null,
    timeZone: null,
    location: null,
    venueName: null,
    description: null,
    ticketUrl: null,
    isFeatured: false,
    isCancelled: false,
  };
  expect(typesOf({ tracks: null, events: [event] })).toContain(`"@type":"${type}"`);
});
