import { expect, test } from "vitest";
import { statusesBefore, transitions, updated } from "./management.ts";

test("only a pending request is answered, and only an accepted one completed", () => {
  expect(transitions).toEqual({
    pending: { accepted: "Accept", declined: "Decline", reviewed: "Mark Reviewed" },
    reviewed: {},
    accepted: { completed: "Mark Completed" },
    declined: {},
    completed: {},
  });
  expect(statusesBefore("reviewed")).toEqual(["pending"]);
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
