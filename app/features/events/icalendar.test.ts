import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { type Calendar, type CalendarEvent, icalendar, type WithdrawnEvent } from "./icalendar.ts";

// Read back by a parser that knows nothing of ours.

const event: CalendarEvent = {
  id: "00000000-0000-4000-8000-000000000001",
  title: "Night",
  eventType: "concert",
  date: "2026-11-20",
  time: "20:30:00",
  endDate: null,
  endTime: null,
  timeZone: "Europe/Stockholm",
  location: null,
  venueName: null,
  address: null,
  admission: "tickets",
  description: null,
  ticketUrl: null,
  isFeatured: false,
  isCancelled: false,
  sequence: 3,
  createdAt: new Date("2026-01-01T10:00:00Z"),
  updatedAt: new Date("2026-02-01T10:00:00.789Z"),
};

function text(events: Partial<CalendarEvent>[], rest: Partial<Calendar> = {}): string {
  return icalendar({
    siteName: "Nightboard; Söhne",
    artistName: "Nova",
    url: "https://music.example/artist/nova/events.ics",
    events: events.map((overrides) => ({ ...event, ...overrides })),
    withdrawn: [],
    pageOf: ({ id }) => `https://music.example/artist/nova/events#event-${id}`,
    ...rest,
  });
}

/** The only event in it, and its start and end as the parser reads them. */
function parsed(calendar: string) {
  const [component] = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents("vevent");
  if (!component) throw new Error("There is no event in it.");
  const value = (name: string) => component.getFirstPropertyValue(name);
  const time = (name: string) => {
    const at = value(name);
    return at instanceof ICAL.Time ? at : undefined;
  };
  return { component, value, start: time("dtstart"), end: time("dtend") };
}

const instant = (time: ICAL.Time | undefined) => time?.toJSDate().toISOString();

test("it names the installation that has made it", () => {
  expect(text([])).toContain("\r\nPRODID:-//Nightboard\\; Söhne//Events//EN\r\n");
});

test("an event is there with all that is known of it", () => {
  const { value, start, end } = parsed(
    text([
      {
        endTime: "23:00:00",
        venueName: "The Loft",
        address: "Kungsgatan 1",
        location: "Malmö",
        description: "Bring a friend.",
        ticketUrl: "https://tickets.example/?a=1,2;b",
      },
    ]),
  );
  expect(value("uid")).toBe(event.id);
  expect(value("sequence")).toBe(3);
  expect(value("summary")).toBe("Nova: Night");
  expect(value("status")).toBe("CONFIRMED");
  expect(value("categories")).toBe("Concert");
  expect(value("location")).toBe("The Loft, Kungsgatan 1, Malmö");
  expect(value("description")).toBe("Bring a friend.\n\nTickets: https://tickets.example/?a=1,2;b");
  expect(value("url")).toBe(`https://music.example/artist/nova/events#event-${event.id}`);
  expect(String(value("dtstamp"))).toBe("2026-02-01T10:00:00Z");
  expect(String(value("created"))).toBe("2026-01-01T10:00:00Z");
  expect(String(value("last-modified"))).toBe("2026-02-01T10:00:00Z");
  expect(instant(start)).toBe("2026-11-20T19:30:00.000Z");
  expect(instant(end)).toBe("2026-11-20T22:00:00.000Z");
});

test.each([
  ["tickets", "Tickets: https://tickets.example/1"],
  ["free", "Free tickets: https://tickets.example/1"],
  ["sold-out", null],
] as const)("the ticket link of an event that is '%s' reads '%s'", (admission, words) => {
  const { value } = parsed(text([{ admission, ticketUrl: "https://tickets.example/1" }]));
  expect(value("description")).toBe(words);
});

test("the event's artist is named once", () => {
  expect(parsed(text([{ title: "An evening with NOVA" }])).value("summary")).toBe("An evening with NOVA");
});

test("a subscribed calendar has its address, its name, and the time between requests; a single event doesn't", () => {
  const calendar = new ICAL.Component(ICAL.parse(text([])));
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.getFirstPropertyValue("name")).toBe("Nova: events");
  expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Nova: events");
  expect(calendar.getFirstPropertyValue("source")).toBe("https://music.example/artist/nova/events.ics");
  expect(String(calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT6H");
  expect(text([{}], { url: null })).not.toMatch(/^(REFRESH|SOURCE|NAME|METHOD)/m);
  expect(text([{}])).toBe(text([{}]));
});

describe("when it is", () => {
  test.each<[string, Partial<CalendarEvent>, string, string | undefined]>([
    [
      "before the clocks go forward",
      { date: "2026-03-28", time: "20:00:00", endTime: "22:00:00" },
      "2026-03-28T19:00:00.000Z",
      "2026-03-28T21:00:00.000Z",
    ],
    [
      "after that",
      { date: "2026-03-29", time: "20:00:00", endTime: "22:00:00" },
      "2026-03-29T18:00:00.000Z",
      "2026-03-29T20:00:00.000Z",
    ],
    [
      "through that night",
      { date: "2026-03-28", time: "22:00:00", endTime: "04:00:00" },
      "2026-03-28T21:00:00.000Z",
      "2026-03-29T02:00:00.000Z",
    ],
    [
      "through the night when they go back, an hour longer",
      { date: "2026-10-24", time: "22:00:00", endTime: "04:00:00" },
      "2026-10-24T20:00:00.000Z",
      "2026-10-25T03:00:00.000Z",
    ],
    [
      "ending before it begins, on the night when clocks go forward",
      { date: "2026-03-29", time: "02:30:00", endTime: "03:00:00" },
      "2026-03-29T01:30:00.000Z",
      undefined,
    ],
    [
      "at midnight",
      { date: "2026-06-01", time: "00:00:00", timeZone: "America/New_York" },
      "2026-06-01T04:00:00.000Z",
      undefined,
    ],
    [
      "until midnight",
      { date: "2026-06-01", time: "20:00:00", endTime: "00:00:00", timeZone: "UTC" },
      "2026-06-01T20:00:00.000Z",
      "2026-06-02T00:00:00.000Z",
    ],
    [
      "on 29 February, past midnight",
      { date: "2028-02-29", time: "23:00:00", endTime: "02:00:00", timeZone: "UTC" },
      "2028-02-29T23:00:00.000Z",
      "2028-03-01T02:00:00.000Z",
    ],
    [
      "for several days, with an end",
      { date: "2026-07-03", endDate: "2026-07-05", endTime: "18:00:00", timeZone: "UTC" },
      "2026-07-03T20:30:00.000Z",
      "2026-07-05T18:00:00.000Z",
    ],
    [
      "for several days, the last one whole",
      { date: "2026-07-03", endDate: "2026-07-05", timeZone: "UTC" },
      "2026-07-03T20:30:00.000Z",
      "2026-07-06T00:00:00.000Z",
    ],
  ])("%s", (_, when, from, until) => {
    const { start, end } = parsed(text([when]));
    expect([instant(start), instant(end)]).toEqual([from, until]);
  });

  test("where the zone isn't known, the clocks there say", () => {
    const { start, end } = parsed(text([{ timeZone: null, endTime: "01:00:00" }]));
    expect([String(start), String(end)]).toEqual(["2026-11-20T20:30:00", "2026-11-21T01:00:00"]);
    expect(start?.zone).toBe(ICAL.Timezone.localTimezone);
  });

  test.each<[string, Partial<CalendarEvent>]>([
    ["zone", {}],
    ["zone, of a place whose zone isn't known", { timeZone: null }],
    [
      "zone, with an end that the clocks make none",
      { date: "2026-03-29", time: "02:30:00", endTime: "03:00:00" },
    ],
  ])("a time without an end lasts two hours, in its %s", (_, when) => {
    const { value, end } = parsed(text([when]));
    expect([String(value("duration")), end]).toEqual(["PT2H", undefined]);
  });

  test.each<[string, Partial<CalendarEvent>, string, string]>([
    ["a day", { date: "2028-02-29" }, "2028-02-29", "2028-03-01"],
    ["days", { date: "2026-12-30", endDate: "2027-01-02" }, "2026-12-30", "2027-01-03"],
  ])("whole %s, without a time", (_, when, from, until) => {
    const { start, end, value } = parsed(text([{ time: null, ...when }]));
    expect([start?.isDate, end?.isDate]).toEqual([true, true]);
    expect([String(start), String(end)]).toEqual([from, until]);
    expect(value("transp")).toBe("TRANSPARENT");
  });
});

test("a cancelled event says so, to programs and to people", () => {
  const { value } = parsed(text([{ isCancelled: true }]));
  expect([value("status"), value("summary")]).toEqual(["CANCELLED", "Cancelled: Nova: Night"]);
});

test("a withdrawn event is taken back, and no word of it is left", () => {
  const gone: WithdrawnEvent = {
    id: event.id,
    sequence: 4,
    date: "2026-11-20",
    time: "20:30:00",
    endDate: null,
    endTime: null,
    timeZone: "Europe/Stockholm",
    withdrawnAt: new Date("2026-03-01T00:00:00Z"),
  };
  const { value, start } = parsed(text([], { withdrawn: [gone] }));
  expect([value("uid"), value("sequence"), value("status")]).toEqual([event.id, 4, "CANCELLED"]);
  expect(value("summary")).toBe("Cancelled");
  expect(instant(start)).toBe("2026-11-20T19:30:00.000Z");
});

describe("hostile text is text", () => {
  const hostile = [
    "A;B,C\\D:E\"F'\\n",
    "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:evil",
    "x\u2028ATTENDEE:mailto:a@example.org\u2029y",
    "a\u0000b\u0007c\u0085d\te",
    "🎸".repeat(60),
    "e\u0301".repeat(99),
    `${" ".repeat(40)}x`,
    "العربية \u202egnp.exe",
    `<script>${"&".repeat(80)}`,
  ];
  /** As it comes back: line breaks as one, other control characters as spaces. */
  const readable = (words: string) =>
    words.replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n]/gu, " ");

  test.each(hostile)("%j in every field", (words) => {
    const calendar = text(
      [{ title: words, description: words, venueName: words, location: words, ticketUrl: null }],
      { artistName: words },
    );
    const bytes = calendar.split("\r\n").map((line) => Buffer.byteLength(line));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(75);
    // Every line break is one of the format's, and no character was cut.
    expect(calendar.replaceAll("\r\n", "")).not.toMatch(/[\r\n\ufffd]/);
    const all = new ICAL.Component(ICAL.parse(calendar));
    expect(all.getAllSubcomponents("vevent")).toHaveLength(1);
    expect(all.getAllProperties().map(({ name }) => name)).toEqual([
      "version",
      "prodid",
      "calscale",
      "name",
      "x-wr-calname",
      "source",
      "refresh-interval",
      "x-published-ttl",
    ]);
    const { component, value } = parsed(calendar);
    expect(value("summary")).toBe(readable(words));
    expect(value("description")).toBe(readable(words));
    expect(value("location")).toBe(`${readable(words)}, ${readable(words)}`);
    expect(component.getAllProperties("attendee")).toEqual([]);
  });
});
