import { expect, test } from "vitest";
import { formatsFor, standardFormat } from "~/shared/formats";
import { answerText, statusesBefore, transitions, updated } from "./owner-schema.ts";

test("only a pending request is answered, only an accepted one completed, and a decision taken back", () => {
  expect(transitions).toEqual({
    pending: { accepted: "Accept", declined: "Decline", reviewed: "Mark Reviewed" },
    reviewed: {},
    accepted: { completed: "Mark Completed", pending: "Take Back" },
    declined: { pending: "Take Back" },
    completed: {},
  });
  expect(statusesBefore("reviewed")).toEqual(["pending"]);
  expect(statusesBefore("pending")).toEqual(["accepted", "declined"]);
  expect(statusesBefore("completed")).toEqual(["accepted"]);
});

test("the toast names what has become of it", () => {
  expect(["reviewed", "accepted", "declined", "completed"].map(updated)).toEqual([
    "Booking request reviewed",
    "Booking request accepted",
    "Booking request declined",
    "Booking request completed",
  ]);
});

test("the default text of the mail to the requester", () => {
  const request = { requester_name: "Pat", event_date: "2030-05-04" };
  const formats = formatsFor(standardFormat);
  expect(answerText(request, "accepted", "Mara", formats)).toBe(
    "Hello Pat,\n\nthank you for asking. Yes, I'd be glad to play on May 4, 2030. Just answer this mail, and we settle the rest.\n\nMara",
  );
  expect(answerText({ ...request, event_date: null }, "declined", null, formats)).toBe(
    "Hello Pat,\n\nthank you for asking. I'm sorry, I can't play.",
  );
  const british = formatsFor({ format: "en-GB", timeZone: null });
  expect(answerText(request, "declined", null, british)).toContain("play on 4 May 2030.");
});
