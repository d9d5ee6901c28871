import { expect, test } from "vitest";
import { inLanguage } from "../../../server/reading.ts";
import { offerLanguage } from "../../../tests/harness/language.ts";
import { formatDay, isMonth, monthAfter, weekdays, weeksOf, whenInWords } from "./calendar.ts";

test("a month begins on its weekday and ends with its last day", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks[5]).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeksOf("2027-02").flat()).toEqual(
    Array.from({ length: 28 }, (_, day) => `2027-02-${String(day + 1).padStart(2, "0")}`),
  );
  expect(weeksOf("2028-02").flat().filter(Boolean)).toHaveLength(29);
});

test("months follow each other across the year", () => {
  expect(monthAfter("2026-12", 1)).toBe("2027-01");
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
});

test.each(["2026-13", "2026-00", "2026-1", "26-11", "2026-11-01", "", "<b>"])("%j is no month", (text) => {
  expect(isMonth(text)).toBe(false);
});

test("days in words", () => {
  expect(formatDay("2026-11-20", { dateStyle: "full" })).toBe("Friday, November 20, 2026");
  expect(formatDay("2026-11", { month: "long", year: "numeric" })).toBe("November 2026");
});

test("days, weekdays and times are written as the reader's language does", () => {
  const dutch = offerLanguage("nl", {});
  const festival = {
    ...{ date: "2026-11-20", time: "20:30:00", timeZone: null },
    ...{ endDate: "2026-11-22", endTime: "23:00:00" },
  };
  const read = () => ({
    day: formatDay("2026-11-20", { dateStyle: "long" }),
    when: whenInWords(festival, { withZone: false }),
    first: weekdays()[0],
  });
  expect(inLanguage(dutch, read)).toEqual({
    day: "20 november 2026",
    when: "vr, 20:30 – zo, 22 nov, 23:00",
    first: { name: "maandag", short: "M" },
  });
  expect(read()).toEqual({
    day: "November 20, 2026",
    when: "Fri, 8:30 PM – Sun, Nov 22, 11:00 PM",
    first: { name: "Monday", short: "Mo" },
  });
});
