import { expect, test } from "vitest";
import { answerOrFailed, failureText, isNothingDone } from "./action-answer.ts";

test("whatever keeps the server from answering becomes an answer, but a redirect leads on", async () => {
  expect(await answerOrFailed(async () => ({ saved: true }))).toEqual({ saved: true });
  expect(await answerOrFailed(() => Promise.reject(new TypeError("Failed to fetch")))).toEqual({
    failed: true,
  });
  const redirect = new Response(null, { status: 302, headers: { Location: "/signin" } });
  await expect(answerOrFailed(() => Promise.reject(redirect))).rejects.toBe(redirect);
});

test("a toast says what the server said of the whole, else the documented text, and leaves fields alone", () => {
  const refused = (errors: Record<string, string>) => ({ refused: { errors, values: {} } });
  expect(failureText({ failed: true }, "Failed to save")).toBe("Failed to save");
  expect(failureText(refused({ form: "Maximum of 4" }), "Failed to save")).toBe("Maximum of 4");
  expect(failureText(refused({ url: "Please enter a valid URL" }), "Failed to save")).toBeUndefined();
  expect(failureText(refused({}), "Failed to save")).toBe("Failed to save");
  expect(isNothingDone(refused({}))).toBe(true);
  expect(isNothingDone({ deleted: true })).toBe(false);
  expect(isNothingDone(undefined)).toBe(false);
});
