import { expect, test } from "vitest";
import { sampleContent } from "../sample-content.ts";
import { structuredData } from "./structured-data.ts";

const page = sampleContent(new Date("2026-11-22T12:00:00Z"));
const typesOf = (changes: Partial<typeof page>) =>
  JSON.stringify(structuredData({ ...page, ...changes }, "https://music.example")).match(/"@type":"\w+"/g) ??
  [];

test.each([
  ["solo", "Person"],
  ["group", "MusicGroup"],
  [null, "MusicGroup"],
] as const)("who performs as %s is a %s", (performsAs, type) => {
  expect(typesOf({ performsAs, tracks: null, events: null })[0]).toBe(`"@type":"${type}"`);
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
