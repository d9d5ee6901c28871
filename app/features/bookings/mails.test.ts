import { expect, test } from "vitest";
import { acknowledgement, decisionMail, requestMail } from "./mails.server.ts";
import { bookingSchema } from "./schema.ts";

test("no address in a name gets into a subject, nor into the receipt that a requester may get", () => {
  const name = "Account locked: https://evil.example";
  const request = bookingSchema.parse({
    requester_name: name,
    requester_email: "pat@example.org",
    event_type: "performance",
    message: "Would you play?",
  });
  const news = requestMail({ origin: "https://music.example" }, { email: "me@example.org" }, request);
  expect(news.subject).toBe("Booking request from a visitor");
  const decision = decisionMail({ email: "me@example.org", artistName: name }, "pat@example.org", "Yes!");
  expect(decision.subject).toBe("Your booking request to an artist on Handbill");
  const receipt = acknowledgement(name, request);
  expect(receipt.subject).toBe("Your booking request to an artist on Handbill");
  expect(receipt.text).not.toContain("evil");
});
