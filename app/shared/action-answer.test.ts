import { expect, test } from "vitest";
import { answerOrFailed, failureText, isNothingDone } from "./action-answer.ts";

test("whatever keeps the server from answering becomes an answer, but a redirect leads on", async () => {
  expect(await answerOrFailed(async () => ({ saved: true }))).toEqual({ saved: true });
  expect(await answerOrFailed(() => Promise.reject(new TypeError("Failed to fetch")))).toMatchObject({
    data: { failed: true },
    init: { status: 503 },
  });
  const refusal = (status: number) =>
    answerOrFailed(() =>
      Promise.reject({ status, statusText: "", internal: false, data: { text: "This page is for admins." } }),
    );
  expect(await refusal(403)).toMatchObject({ data: { failed: true, text: "This page is for admins." } });
  expect(await refusal(500)).toMatchObject({ data: { failed: true }, init: { status: 500 } });
  expect((await refusal(500)).data).not.toHaveProperty("text");
  const redirect = new Response(null, { status: 302, headers: { Location: "/signin" } });
  await expect(answerOrFailed(() => Promise.reject(redirect))).rejects.toBe(redirect);
});

test("a form may have the reason in its text, and stay when the session has ended", async () => {
  const texts = {
    failed: (reason: string) => `Failed to save: ${reason}`,
    signedOut: "You must be logged in",
  };
  const answer = async (error: unknown) => answerOrFailed(() => Promise.reject(error), texts);
  const refusal = { status: 503, statusText: "", internal: false, data: { text: "Try again in a moment." } };
  expect(await answer(refusal)).toMatchObject({
    data: { failed: true, text: "Failed to save: Try again in a moment." },
  });
  expect(await answer(new Error("a secret"))).toMatchObject({
    data: { text: "Failed to save: something unexpected happened. Please try again." },
  });
  expect(await answer(new TypeError("Failed to fetch"))).toMatchObject({
    data: { text: expect.stringContaining("Failed to save: Network connection failed.") },
  });
  const unexpected = "Failed. Please try again.";
  expect(
    await answerOrFailed(() => Promise.reject(new Error("a secret")), { ...texts, unexpected }),
  ).toMatchObject({
    data: { text: unexpected },
  });
  const signedOut = { status: 401, statusText: "", internal: false, data: { text: "Please sign in." } };
  expect(await answer(signedOut)).toMatchObject({
    data: { failed: true, text: "You must be logged in" },
    init: { status: 401 },
  });
  expect(await answerOrFailed(() => Promise.reject(signedOut))).toMatchObject({
    data: { text: "You are signed out. Sign in to save." },
  });
});

test("a toast shows the server's text about the whole form, else the documented text, and leaves fields alone", () => {
  const refused = (errors: Record<string, string>) => ({ refused: { errors, values: {} } });
  expect(failureText({ failed: true }, "Failed to save")).toBe("Failed to save");
  expect(failureText(refused({ form: "Maximum of 4" }), "Failed to save")).toBe("Maximum of 4");
  expect(failureText(refused({ url: "Please enter a valid URL" }), "Failed to save")).toBeUndefined();
  expect(failureText(refused({}), "Failed to save")).toBe("Failed to save");
  expect(isNothingDone(refused({}))).toBe(true);
  expect(isNothingDone({ deleted: true })).toBe(false);
  expect(isNothingDone(undefined)).toBe(false);
});
