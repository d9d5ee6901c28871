import fc from "fast-check";
import { expect, test } from "vitest";
import { parseForm } from "~/shared/forms";
import { today } from "~/shared/today";
import { bookingSchema, budgetRanges, eventTypes } from "./schema.ts";

const required = { requester_name: "Pat", requester_email: "pat@example.org", message: "Would you play?" };

function parse(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return parseForm(bookingSchema, form);
}
function errorsOf(fields: Record<string, string>) {
  const parsed = parse(fields);
  return parsed.ok ? {} : parsed.errors;
}

test("name, email and message are required; a form says so, and each field", () => {
  expect(errorsOf({})).toEqual({
    requester_name: "Please enter your name",
    requester_email: "Please enter your email address",
    message: "Please write a message",
    form: "Please fill in all required fields",
  });
  for (const name of Object.keys(required)) {
    expect(errorsOf({ ...required, [name]: " \u200b\n" })).toEqual({
      form: "Please fill in all required fields",
      [name]: expect.any(String),
    });
  }
});

test("an address must look like one", () => {
  const problem = { requester_email: "Please enter a valid email address" };
  for (const address of [
    "pat",
    "pat@",
    "pat@example",
    "a b@example.org",
    "a@b@c.org",
    "a@b.c,d@e.f",
    "<a@b.c>",
  ]) {
    expect(errorsOf({ ...required, requester_email: address })).toEqual(problem);
  }
  expect(errorsOf({ ...required, requester_email: `${"x".repeat(250)}@example.org` })).toEqual(problem);
  for (const address of ["p+a.t@sub.example.org", "PAT@EXAMPLE.ORG", "ö@ü.de"]) {
    expect(errorsOf({ ...required, requester_email: address })).toEqual({});
  }
});

test("the day is today or later, or none", () => {
  const problemWith = (event_date: string) => errorsOf({ ...required, event_date }).event_date;
  const yesterday = new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10);
  expect(problemWith(yesterday)).toBe("The event date cannot be in the past");
  expect(problemWith("1066-10-14")).toBe("The event date cannot be in the past");
  expect(problemWith(today())).toBeUndefined();
  expect(problemWith("")).toBeUndefined();
  for (const nonsense of ["tomorrow", "2030-02-30", "20301-01-01", "2030-1-1"]) {
    expect(problemWith(nonsense)).toBe("Please enter a date");
  }
  expect(problemWith("9999-12-31")).toMatch(/century/);
});

test("every documented kind and budget is taken, and no other", () => {
  for (const event_type of Object.keys(eventTypes)) expect(errorsOf({ ...required, event_type })).toEqual({});
  for (const budget_range of ["", ...Object.keys(budgetRanges)]) {
    expect(errorsOf({ ...required, budget_range })).toEqual({});
  }
  expect(errorsOf({ ...required, event_type: "circus" })).toHaveProperty("event_type");
  expect(errorsOf({ ...required, budget_range: "1" })).toHaveProperty("budget_range");
  // As amounts, in the visitor's form.
  expect(Object.values(budgetRanges)).toEqual([
    "Under $500",
    "$500 to 1,000",
    "$1,000 to 2,500",
    "$2,500 to 5,000",
    "$5,000 and more",
    "Negotiable",
  ]);
});

test("a message of a thousand characters passes as a browser sends it, with two for each line break", () => {
  const lines = `${"line\n".repeat(199)}12345`;
  expect(errorsOf({ ...required, message: lines.replaceAll("\n", "\r\n") })).toEqual({});
  expect(errorsOf({ ...required, message: `${lines}6` })).toEqual({
    message: "Please use at most 1,000 characters",
  });
  expect(errorsOf({ ...required, message: "🎸".repeat(501) })).toHaveProperty("message");
});

test("whatever is typed comes back as it was, or goes through within the limits", () => {
  const pieces = ["a", " ", "\n", "\r\n", "\t", "字", "é", "🎸", "\0", "\u202e", "\u2028", "\u200b", "<b>"];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 700 }).map((some) => some.join(""));
  fc.assert(
    fc.property(text, text, text, (requester_name, event_location, message) => {
      const fields = { ...required, requester_name, event_location, message };
      const parsed = parse(fields);
      if (!parsed.ok) {
        expect(parsed.values).toEqual(fields);
        return;
      }
      const { value } = parsed;
      expect([...value.requester_name].length).toBeLessThanOrEqual(100);
      expect(value.requester_name).not.toMatch(/[\n\r\t\0]/);
      expect([...(value.event_location ?? "")].length).toBeLessThanOrEqual(200);
      expect([...value.message].length).toBeLessThanOrEqual(1000);
      expect(value.message).not.toMatch(/\0|\n\n\n/);
    }),
  );
});
