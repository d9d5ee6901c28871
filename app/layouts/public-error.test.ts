import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { shownError } from "./public-error.ts";

test.each([
  [new ErrorResponse(404, "", { text: "There is no such track." }), 404, "There is no such track."],
  [new ErrorResponse(503, "", { text: "The database is away." }), 503, "The database is away."],
  // React Router's own words name routes and methods: they are not for people.
  [new ErrorResponse(405, "Method Not Allowed", "Error: You made a POST request", true), 405, undefined],
])("%o is a refusal", (error, status, text) => {
  expect(shownError(error)).toEqual({ kind: "refusal", status, text });
});

test("a fault brings its id and nothing else", () => {
  expect(shownError(new ErrorResponse(500, "", { requestId: "r-1" }))).toEqual({
    kind: "fault",
    requestId: "r-1",
  });
});

test.each([new Error("insides"), "a string", undefined, new ErrorResponse(500, "", "insides")])(
  "%o is a fault without an id",
  (error) => {
    expect(shownError(error)).toEqual({ kind: "fault", requestId: undefined });
  },
);
