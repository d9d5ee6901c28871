import { expect, test } from "vitest";
import { choicesIn, sheetPath } from "./choices.ts";

test("what an address doesn't say, or says wrongly, is the usual choice", () => {
  const usual = { design: "poster", paper: "a4", ink: "black" };
  expect(choicesIn(new URLSearchParams(), "en-GB")).toEqual(usual);
  expect(choicesIn(new URLSearchParams("design=toString&paper=a0&ink="), "iso")).toEqual(usual);
  expect(choicesIn(new URLSearchParams(), "en-US").paper).toBe("letter");
});

test("a sheet's address says what was chosen", () => {
  const path = sheetPath({ design: "strips", paper: "letter", ink: "colour" }, { print: "" });
  const { pathname, searchParams } = new URL(path, "http://localhost");
  expect(pathname).toBe("/handbill/sheet");
  expect(choicesIn(searchParams, "en-GB")).toEqual({ design: "strips", paper: "letter", ink: "colour" });
  expect(searchParams.has("print")).toBe(true);
});
