import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("a table is lines of fields; quotes, commas and line breaks stay inside theirs", () => {
  expect(
    csvOf([
      ["day", "title"],
      [3, 'Say "yes", twice\nor never'],
      ["", "Ærø"],
    ]),
  ).toBe('\ufeffday,title\r\n3,"Say ""yes"", twice\nor never"\r\n,Ærø\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1"])("%j is no formula any more", (text) => {
  expect(csvOf([[text]])).toBe(`\ufeff'${text}\r\n`);
});

test("a number stays one, be it below zero", () => {
  expect(csvOf([[-5, 0.25]])).toBe("\ufeff-5,0.25\r\n");
});
