import { expect, test } from "vitest";
import { dayOrderOf, readDay, readTime } from "./read-day.ts";

test.each([
  ["2027-06-05", "2027-06-05"],
  ["2027/6/5", "2027-06-05"],
  ["05.06.2027", "2027-06-05"],
  ["5 June 2027", "2027-06-05"],
  ["Saturday, June 5th, 2027", "2027-06-05"],
  ["Jun 5 2027", "2027-06-05"],
])("%s is a day", (text, day) => {
  expect(readDay(text, dayOrderOf([text], -1)).day).toBe(day);
});

test("a day with its time is both", () => {
  expect(readDay("2027-06-05T20:30:00Z", "unknown")).toEqual({ day: "2027-06-05", time: "20:30" });
  expect(readDay("06/25/2027 8:30 PM", "month first")).toEqual({ day: "2027-06-25", time: "20:30" });
});

test("what can be read in two ways is decided by the column or by the musician, never guessed", () => {
  expect(readDay("5/6/2027", dayOrderOf(["5/6/2027"], -1)).problem).toContain("day or with the month");
  expect(readDay("5/6/2027", dayOrderOf(["5/6/2027", "13/6/2027"], -1)).day).toBe("2027-06-05");
  expect(readDay("5/6/2027", dayOrderOf(["5/6/2027", "6/13/2027"], -1)).day).toBe("2027-05-06");
  expect(readDay("5/6/2027", dayOrderOf(["5/6/2027"], 1)).day).toBe("2027-05-06");
});

test.each(["2027-02-30", "soon", "31.06.2027", "June 2027", "5 Juny 27", "=NOW()"])(
  "%s is no day",
  (text) => {
    expect(readDay(text, "day first").problem).toContain("no date");
  },
);

test.each([
  ["20:00", "20:00"],
  ["8:30 PM", "20:30"],
  ["8pm", "20:00"],
  ["12 a.m.", "00:00"],
  ["20.15 Uhr", "20:15"],
  ["20h30", "20:30"],
  ["20:00:00", "20:00"],
])("%s is a time", (text, time) => {
  expect(readTime(text)).toBe(time);
});

test.each(["late", "25:00", "20:75", "13 pm", ""])("%s is no time", (text) => {
  expect(readTime(text)).toBe(undefined);
});
