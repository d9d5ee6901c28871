import { expect, test } from "vitest";
import { knownZones, timeZoneField } from "./time-zone.ts";
import { zoneText } from "./zone-names.ts";

const read = (text: string) => timeZoneField.safeParse(text).data;

test("zones are listed and shown by today's names", () => {
  const zones = knownZones();
  expect(zones).toEqual(expect.arrayContaining(["Europe/Kyiv", "Asia/Kolkata", "America/Nuuk", "UTC"]));
  expect(zones.filter((zone) => /Kiev|Calcutta|Saigon|Godthab|Katmandu/.test(zone))).toEqual([]);
  expect(zones).toHaveLength(new Set(zones).size);
  expect(zoneText("Europe/Kiev")).toBe("Europe/Kyiv");
  expect(zoneText("America/Buenos_Aires")).toBe("America/Argentina/Buenos Aires");
});

test("every listed zone can be chosen, and is read as itself", () => {
  for (const zone of knownZones()) expect(read(zoneText(zone)), zone).toBe(zone);
});

test.each([
  ["Europe/Kiev", "Europe/Kyiv"],
  ["asia/calcutta", "Asia/Kolkata"],
  ["kolkata", "Asia/Kolkata"],
  [" new york ", "America/New_York"],
  ["america/new_york", "America/New_York"],
  ["Buenos Aires", "America/Argentina/Buenos_Aires"],
  ["utc", "UTC"],
])("%j is typed for %s", (typed, zone) => {
  expect(read(typed)).toBe(zone);
});

test.each(["", " ", "/", "York", "Atlantis", "Europe", "+01:00", "_", "x".repeat(65)])(
  "%j is no zone",
  (typed) => expect(read(typed)).toBeUndefined(),
);
