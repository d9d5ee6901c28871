import { expect, test } from "vitest";
import { inLanguage } from "../../../server/reading.ts";
import { offerLanguage } from "../../../tests/harness/language.ts";
import { contentOf, contentProblem, feedActionSchema, sharedTracksText, shownContent, texts } from "./schema";

const id = "0b9a5a4e-3a3e-4b73-9d4e-6a1de5a1c0aa";

test("the texts are the documented ones", () => {
  expect(texts).toMatchObject({
    listFailure: "Failed to load conversations",
    messagesFailure: "Failed to load messages",
    sendFailure: "Failed to send message",
    startFailure: "Unable to start conversation. Please try again.",
    startConflict: "Conversation already exists. Please refresh and try again.",
  });
  const started = texts.started();
  expect(started).toMatchObject({
    unexpected: "Failed to create conversation. Please try again.",
    signedOut: "Permission denied. Please ensure you are logged in and try again.",
  });
  expect(started.failed("It is full.")).toBe("Failed to create conversation: It is full.");
  expect([1, 2, 20].map(sharedTracksText)).toEqual(["Shared 1 track", "Shared 2 tracks", "Shared 20 tracks"]);
});

test("what stands for tracks alone is read in the reader's language, and people's own words stay", () => {
  const dutch = offerLanguage("nl", {
    "{count, plural, one {Shared # track} other {Shared # tracks}}":
      "{count, plural, one {# nummer gedeeld} other {# nummers gedeeld}}",
  });
  const read = () => ["Shared 1 track", "Shared 20 tracks", "Shared 2 tracks with you"].map(shownContent);
  expect(inLanguage(dutch, read)).toEqual([
    "1 nummer gedeeld",
    "20 nummers gedeeld",
    "Shared 2 tracks with you",
  ]);
  expect(read()).toEqual(["Shared 1 track", "Shared 20 tracks", "Shared 2 tracks with you"]);
});

test("a text may have 5,000 characters, less what stands around it", () => {
  expect(contentProblem("")).toBeUndefined();
  expect(contentProblem(`  ${"x".repeat(5000)}\n`)).toBeUndefined();
  expect(contentProblem("x".repeat(5001))).toBe(
    "A message can have at most 5,000 characters. Please shorten it, or send it in parts.",
  );
});

test("a text without a visible character is no message", () => {
  for (const nothing of ["", " \r\n ", "\u200b\u200d\u2060", "\u3164"]) {
    expect(contentOf(nothing)).toBe("");
    const sent = { intent: "send-message", conversation: id, clientId: id, content: nothing, tracks: "" };
    expect(feedActionSchema.safeParse(sent).error?.issues[0]?.message).toBe(
      "Write something, or choose a track.",
    );
    expect(feedActionSchema.safeParse({ ...sent, tracks: id }).success).toBe(true);
  }
  expect(contentOf(" A\r\nB\n")).toBe("A\nB");
  expect(contentOf("👩‍🎤")).toBe("👩‍🎤");
});
