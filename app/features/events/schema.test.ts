import { describe, expect, test } from "vitest";
import { parseForm } from "~/shared/forms";
import { today } from "~/shared/today";
import { dateProblem, eventActionSchema, saveSchemaFor } from "./schema.ts";
import { dayAfter } from "./span.ts";

const soon = dayAfter(today(), 30);
const night = { intent: "save-event", title: "Night", event_type: "concert", event_date: soon };

function parsed(fields: Record<string, string>, schema: Parameters<typeof parseForm>[0] = eventActionSchema) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseForm(schema, form);
}

test("a title, a type and a date are enough; an empty field is null, and an unticked box is off", () => {
  const empty = {
    event_time: "",
    end_time: "",
    end_date: "",
    time_zone: "",
    venue_name: " ",
    location: "",
    ticket_url: " ",
    description: "\n ",
  };
  expect(parsed({ ...night, ...empty })).toEqual({
    ok: true,
    value: {
      ...night,
      event_time: null,
      end_time: null,
      end_date: null,
      time_zone: null,
      venue_name: null,
      location: null,
      address: null,
      ticket_url: null,
      admission: "tickets",
      description: null,
      is_featured: false,
      is_published: false,
    },
  });
});

test("all fields are kept, written out in full", () => {
  const fields = {
    ...night,
    event_type: "festival",
    event_time: "20:30",
    end_time: "01:00",
    end_date: dayAfter(soon, 2),
    time_zone: "europe/stockholm",
    venue_name: "  The   Loft ",
    location: "Malmö",
    ticket_url: "tickets.example/1",
    description: "One\r\n\r\n\r\nTwo",
    is_featured: "on",
    is_published: "on",
  };
  expect(parsed(fields)).toMatchObject({
    ok: true,
    value: {
      event_type: "festival",
      event_time: "20:30:00",
      end_time: "01:00:00",
      end_date: dayAfter(soon, 2),
      time_zone: "Europe/Stockholm",
      venue_name: "The Loft",
      ticket_url: "https://tickets.example/1",
      description: "One\n\nTwo",
      is_featured: true,
      is_published: true,
    },
  });
});

test("an event that ends on its first day has no last one; after midnight it needs none", () => {
  const ends = { event_time: "20:00", end_time: "01:00", end_date: soon };
  expect(parsed({ ...night, ...ends })).toMatchObject({ ok: true, value: { end_date: null } });
});

describe("refuses", () => {
  test.each<[Record<string, string>, Record<string, string>]>([
    [{ title: " \u200b " }, { title: "Event title is required" }],
    [{ title: "x".repeat(201) }, { title: "Please use at most 200 characters" }],
    [{ event_date: "" }, { event_date: "Event date is required" }],
    [{ event_date: "2027-02-29" }, { event_date: "Please enter a date" }],
    [{ event_date: "9999-01-01" }, { event_date: "Please enter a date within this century or the next" }],
    [{ event_type: "wedding" }, { event_type: "Please choose a type" }],
    [{ event_type: "constructor" }, { event_type: "Please choose a type" }],
    [{ event_time: "25:00" }, { event_time: "Please enter a time" }],
    [{ end_time: "23:00" }, { event_time: "Please enter when it starts, too" }],
    [{ event_time: "20:00", end_time: "20:00" }, { end_time: "The end must be after the start" }],
    [{ end_date: dayAfter(soon, -1) }, { end_date: "The last day cannot be before the first" }],
    [{ end_date: dayAfter(soon, 367) }, { end_date: "An event can last a year at most" }],
    [{ time_zone: "Europe/Gotham" }, { time_zone: "Please choose a time zone" }],
    [{ ticket_url: "javascript:alert(1)" }, { ticket_url: "Please enter a valid URL" }],
    [{ description: "x".repeat(5001) }, { description: "Please use at most 5,000 characters" }],
    [{ id: "1" }, { id: expect.any(String) }],
  ])("%o", (fields, errors) => {
    expect(parsed({ ...night, ...fields })).toMatchObject({ ok: false, errors });
  });

  test("requests that this screen never sends", () => {
    expect(parsed({ intent: "toString" }).ok).toBe(false);
    expect(parsed({ intent: "set-published", id: "1", isOn: "true" }).ok).toBe(false);
    expect(parsed({ intent: "set-published", id: crypto.randomUUID(), isOn: "maybe" }).ok).toBe(false);
  });
});

describe("the date cannot be before today", () => {
  const yesterday = dayAfter(today(), -1);
  const past = "The event date cannot be in the past";

  test.each<[string | null, string, string | undefined]>([
    // While it is the 21st in Kiribati, it still is the 19th in some places.
    [null, "2026-11-19", undefined],
    [null, "2026-11-18", past],
    ["Pacific/Kiritimati", "2026-11-21", undefined],
    ["Pacific/Kiritimati", "2026-11-20", past],
    ["Europe/Stockholm", "2026-11-20", undefined],
    ["Europe/Stockholm", "2026-11-19", past],
    ["Pacific/Pago_Pago", "2026-11-19", undefined],
    ["Pacific/Pago_Pago", "2026-11-18", past],
  ])("where the event is: in %s, %s", (time_zone, event_date, problem) => {
    const now = new Date("2026-11-20T10:30:00Z");
    expect(dateProblem({ event_date, time_zone }, undefined, now)).toBe(problem);
  });

  test("unless the event is on that day already", () => {
    const event = { event_date: yesterday, time_zone: null };
    expect(dateProblem(event, dayAfter(yesterday, -1))).toBe(past);
    expect(dateProblem(event, yesterday)).toBeUndefined();
  });

  test("so the form says before it is sent", () => {
    const fields = { ...night, event_date: yesterday };
    expect(parsed(fields, saveSchemaFor(undefined))).toMatchObject({
      ok: false,
      errors: { event_date: "The event date cannot be in the past" },
    });
    expect(parsed(fields, saveSchemaFor(yesterday)).ok).toBe(true);
  });
});
