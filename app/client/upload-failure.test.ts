import { expect, test, vi } from "vitest";
import { goesOnByItself, uploadFailure } from "./upload-failure.ts";

test.each([
  [null, "Network error during upload. Please check your connection and try again.", true],
  [
    [403, "text/plain", "Forbidden"],
    "Upload permission denied. Please refresh the page and try again.",
    true,
  ],
  [[401, "", ""], "Upload permission denied. Please refresh the page and try again.", true],
  [[507, "text/plain; charset=utf-8", "No room.\n"], "No room.", true],
  [[429, "text/plain", "Only 20 at a time."], "Only 20 at a time.", true],
  [[400, "text/plain", "Not a song."], "Not a song.", false],
  [[413, "", "Too large."], "Too large.", false],
  // A proxy's answer.
  [[413, "text/html", "<h1>413</h1>"], "Upload failed: the server answered 413. Please try again.", false],
  [[502, "text/html", "<h1>502</h1>"], "Upload failed: the server answered 502. Please try again.", true],
] as const)("%j is told as %j", (answer, reason, mayHelp) => {
  const [status = 0, type = "", body = ""] = answer ?? [];
  const isLost = answer === null || status === 502;
  expect(uploadFailure(answer && { status, type, body })).toEqual({ reason, mayHelp, isLost });
});

test("a browser that knows that it is offline says so", () => {
  vi.stubGlobal("navigator", { onLine: false });
  const { reason } = uploadFailure(null);
  vi.unstubAllGlobals();
  expect(reason).toBe("You are offline. Please try again once you are connected.");
  // The text asks for nothing that happens by itself.
  expect(goesOnByItself(reason)).toBe("You are offline. It goes on by itself once you are connected.");
});
