import { expect, test } from "vitest";
import { formatsFor, standardFormat } from "~/shared/formats";
import { acknowledgement, decisionMail, requestMail } from "./mails.server.ts";
import { bookingSchema } from "./schema.ts";

const formats = formatsFor(standardFormat);
const footer = { text: "Stop them.", unsubscribeUrl: "https://music.example/stop-mails" };

test("no address in a name gets into a subject, nor into the receipt that a requester may get", () => {
  const name = "Account locked: https://evil.example";
  const request = bookingSchema.parse({
    requester_name: name,
    requester_email: "pat@example.org",
    event_type: "performance",
    message: "Would you play?",
  });
  const news = requestMail(
    { origin: "https://music.example" },
    "Nightboard",
    { email: "me@example.org" },
    request,
    formats,
    footer,
  );
  expect(news.subject).toBe("Booking request from a visitor");
  const decision = decisionMail(
    "Nightboard",
    { email: "me@example.org", artistName: name },
    "pat@example.org",
    "Yes!",
  );
  expect(decision.subject).toBe("Your booking request to an artist on Nightboard");
  const receipt = acknowledgement("Nightboard", name, request);
  expect(receipt.subject).toBe("Your booking request to an artist on Nightboard");
  expect(receipt.text).not.toContain("evil");
});

test("what a requester gets comes in the artist's name, and says whose site it is", () => {
  const request = bookingSchema.parse({
    requester_name: "Pat",
    requester_email: "pat@example.org",
    event_type: "performance",
    message: "Would you play?",
  });
  const receipt = acknowledgement("Nightboard", "Nova Reyes", request);
  expect(receipt).toMatchObject({ fromName: "Nova Reyes", subject: "Your booking request to Nova Reyes" });
  expect(receipt.text).toMatch(/has reached Nova Reyes[\s\S]+Nightboard$/);
  const musician = { email: "me@example.org", artistName: "Nova Reyes" };
  const decision = decisionMail("Nightboard", musician, "pat@example.org", "Yes!");
  expect(decision).toMatchObject({ fromName: "Nova Reyes", subject: "Your booking request to Nova Reyes" });
  expect(decision.text).toMatch(/on Nightboard\.$/);
  const news = requestMail(
    { origin: "https://music.example" },
    "Nightboard",
    musician,
    request,
    formats,
    footer,
  );
  expect(news.fromName).toBeUndefined();
  expect(news.text).toMatch(/on Nightboard: [\s\S]+Nightboard$/);
});
