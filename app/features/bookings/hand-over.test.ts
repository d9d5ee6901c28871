import { expect, test } from "vitest";
import { formatsFor, standardFormat } from "~/shared/formats";
import { draftEventAddress, replyAddress } from "./hand-over.ts";
import { budgetText, statusesBefore } from "./owner-schema.ts";

const formats = formatsFor(standardFormat);
const request = {
  requester_name: "Pat & Co",
  requester_email: "pat+gigs@example.org",
  event_type: "wedding" as const,
  event_date: "2030-05-04",
  event_location: "The Old Library, Leeds",
  message: "Would you play?\n\nIn the garden & 100% outside?",
};

test("an answer opens with the address, a subject and the message quoted", () => {
  const address = new URL(replyAddress(request, formats));
  expect(address.protocol).toBe("mailto:");
  expect(decodeURIComponent(address.pathname)).toBe("pat+gigs@example.org");
  expect(address.searchParams.get("subject")).toBe("Re: Your booking request (wedding on May 4, 2030)");
  expect(address.searchParams.get("body")).toBe(
    "Hello Pat & Co,\r\n\r\n\r\n\r\nYou wrote:\r\n> Would you play?\r\n> \r\n> In the garden & 100% outside?",
  );
});

test("the musician's own format writes the day", () => {
  const address = new URL(replyAddress(request, formatsFor({ format: "en-GB", timeZone: "Asia/Tokyo" })));
  expect(address.searchParams.get("subject")).toMatch(/wedding on 4 May 2030/);
});

test("nothing typed can add to the answer's address, and it stays short enough", () => {
  const nasty = { ...request, requester_email: "a?bcc=b&c=d@example.org", requester_name: "x&bcc=e@f.g" };
  expect([...new URL(replyAddress(nasty, formats)).searchParams.keys()]).toEqual(["subject", "body"]);
  for (const character of ["字", "🎸", "\n", "x"]) {
    const message = character.repeat(character === "🎸" ? 500 : 1000);
    const address = replyAddress({ ...request, message }, formats);
    expect(address.length).toBeLessThanOrEqual(1900);
    expect(new URL(address).searchParams.get("body")).toMatch(/^Hello Pat/);
  }
});

test("a draft event takes over the request's event, and no name", () => {
  expect(draftEventAddress(request)).toBe(
    "/events?draft=Wedding+at+The+Old+Library%2C+Leeds&type=other&date=2030-05-04&location=The+Old+Library%2C+Leeds",
  );
  const bare = { ...request, event_type: "performance" as const, event_date: null, event_location: null };
  expect(draftEventAddress(bare)).toBe("/events?draft=Performance&type=concert");
});

test("only a pending request can be accepted, declined or reviewed; only an accepted one completed", () => {
  expect(statusesBefore("accepted")).toEqual(["pending"]);
  expect(statusesBefore("declined")).toEqual(["pending"]);
  expect(statusesBefore("reviewed")).toEqual(["pending"]);
  expect(statusesBefore("completed")).toEqual(["accepted"]);
});

test("a budget shows with spaces instead of the characters that join it", () => {
  expect(budgetText("1000_2500")).toBe("1000 2500");
  expect(budgetText("under-500")).toBe("under 500");
});
