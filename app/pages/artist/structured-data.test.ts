import { expect, test } from "vitest";
import type { PublicEvent } from "~/features/events/public-event";
import { sampleContent } from "../sample-content.ts";
import { eventsData, structuredData } from "./structured-data.ts";

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

const late: PublicEvent = {
  id: "1",
  title: "Late",
  eventType: "concert",
  date: "2026-12-04",
  time: null,
  endDate: null,
  endTime: null,
  timeZone: null,
  location: null,
  venueName: null,
  address: null,
  admission: "tickets",
  description: null,
  ticketUrl: "https://tickets.example/1",
  isFeatured: false,
  isCancelled: false,
};

test.each([
  ["concert", "MusicEvent"],
  ["festival", "Festival"],
  ["interview", "Event"],
  ["workshop", "EducationEvent"],
] as const)("a %s is a %s", (eventType, type) => {
  expect(typesOf({ tracks: null, events: [{ ...late, eventType }] })).toContain(`"@type":"${type}"`);
});

test.each([
  ["tickets", "https://schema.org/InStock", undefined],
  ["sold-out", "https://schema.org/SoldOut", undefined],
  ["free", "https://schema.org/InStock", true],
] as const)("how one gets in is said where it is %s", (admission, availability, isAccessibleForFree) => {
  const events = [{ ...late, admission }];
  const data = JSON.stringify(structuredData({ ...page, tracks: null, events }, "https://music.example"));
  const event = JSON.parse(data)["@graph"].at(-1);
  expect(event).toMatchObject({ offers: { availability } });
  expect(event.isAccessibleForFree).toBe(isAccessibleForFree);
});

test("the page of events names the first fifty", () => {
  const events = Array.from({ length: 60 }, (_, at) => ({ ...late, id: String(at), isCancelled: at === 0 }));
  const { "@graph": things } = JSON.parse(JSON.stringify(eventsData(page, events, "https://music.example")));
  expect(things).toHaveLength(51);
  expect(things[1]).toMatchObject({
    eventStatus: "https://schema.org/EventCancelled",
    performer: { "@id": things[0]["@id"] },
  });
  expect(things[1].offers).toBeUndefined();
});
