import { expect, test } from "vitest";
import { parseForm } from "~/shared/forms";
import { instantsOf, linkSchema } from "./schema";

const form = {
  title: "Vinyl pre-order",
  url: "shop.example.org/vinyl",
  icon: "",
  shown_from: "",
  shown_until: "",
  time_zone: "Europe/Stockholm",
};

function parsed(fields: Partial<Record<keyof typeof form, string>>) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...form, ...fields })) data.set(name, value);
  return parseForm(linkSchema, data);
}

test("a link has a title and an address; all else may be left out", () => {
  expect(parsed({})).toEqual({
    ok: true,
    value: {
      title: "Vinyl pre-order",
      url: "https://shop.example.org/vinyl",
      icon: null,
      shown_from: null,
      shown_until: null,
      time_zone: "Europe/Stockholm",
    },
  });
  expect(parsed({ title: "x".repeat(80), icon: "record", shown_from: "2027-01-31T18:00" })).toMatchObject({
    ok: true,
    value: { icon: "record", shown_from: "2027-01-31T18:00" },
  });
});

test.each([
  [{ title: " " }, { title: "Please give it a title" }],
  [{ title: "x".repeat(81) }, { title: "Please use at most 80 characters" }],
  [{ url: "" }, { url: "Please enter a valid URL" }],
  [{ url: "javascript:alert(1)" }, { url: "Please enter a valid URL" }],
  [{ icon: "toString" }, { icon: "Please choose an icon" }],
  [{ shown_from: "tomorrow" }, { shown_from: "Please enter a date and a time" }],
  [{ shown_until: "2027-13-01T00:00" }, { shown_until: "Please enter a date and a time" }],
  [{ shown_until: "9999-01-01T00:00" }, { shown_until: "Please enter a date and a time" }],
  [{ time_zone: "Evil/Zone" }, { time_zone: "This is no time zone that is known here." }],
  [
    { shown_from: "2027-01-01T10:00", shown_until: "2027-01-01T10:00" },
    { shown_until: "It has to end after it begins" },
  ],
  // The clocks leave out the hour after two, so that this end is before the beginning.
  [
    { shown_from: "2027-03-28T02:30", shown_until: "2027-03-28T03:10" },
    { shown_until: "It has to end after it begins" },
  ],
])("%o is refused with its text", (fields, errors) => {
  expect(parsed(fields)).toMatchObject({ ok: false, errors });
});

test("its times are those of the zone in which they were typed", () => {
  const times = { shown_from: "2027-01-31T18:00", shown_until: null };
  expect(instantsOf({ ...times, time_zone: "Asia/Tokyo" })).toEqual({
    shown_from: new Date("2027-01-31T09:00Z"),
    shown_until: null,
  });
  expect(instantsOf({ ...times, time_zone: "UTC" }).shown_from).toEqual(new Date("2027-01-31T18:00Z"));
});
