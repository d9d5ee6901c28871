import { expect, test } from "vitest";
import { codeOfAnswer, isPermanent } from "./status-code.ts";

test("only an address that can't be reached at all is given up", () => {
  const permanent = ["5.1.1", "5.1.2", "5.1.10", "5.2.1", "5.4.4", "5.0.0"];
  const temporary = ["5.2.2", "5.7.1", "5.7.26", "4.4.7", "4.1.1", "5.3.4"];
  expect(permanent.filter(isPermanent)).toEqual(permanent);
  expect(temporary.filter(isPermanent)).toEqual([]);
});

test.each([
  ["550 5.1.1 <fan@fans.example>: Recipient address rejected: no such user here", "5.1.1"],
  ["552-5.2.2 The mailbox is full\n552 5.2.2 see https://mx.example", "5.2.2"],
  ["554 5.7.26", "5.7.26"],
  ["550 no such user, see 5.7.1", "5.0.0"],
  ["550 5.1.1.9 is no code", "5.0.0"],
  ["", "5.0.0"],
])("the answer '%s' is a refusal with %s", (answer, code) => {
  expect(codeOfAnswer(answer)).toBe(code);
});
