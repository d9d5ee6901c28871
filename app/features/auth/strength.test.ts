import { expect, test } from "vitest";
import { strengthOf } from "./strength.ts";

test.each([
  ["", 0, "Very Weak", "red"],
  ["abc", 1, "Weak", "red"],
  ["abcdefgh", 2, "Fair", "yellow"],
  ["abcdefgH", 3, "Good", "blue"],
  ["abcdefH1", 4, "Strong", "green"],
  ["abcdeH1!", 5, "Very Strong", "green"],
  ["aH1!", 4, "Strong", "green"],
  ["12345678", 2, "Fair", "yellow"],
  ["        ", 2, "Fair", "yellow"],
  ["äÖ", 2, "Fair", "yellow"],
  ["密码", 0, "Very Weak", "red"],
])("%j scores %d: %s, %s", (password, score, label, color) => {
  expect(strengthOf(password)).toEqual({ score, label, color });
});
