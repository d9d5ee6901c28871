import { expect, test } from "vitest";
import { moved, reordered } from "./reordered.ts";

test("an item moves up, down and nowhere", () => {
  expect(moved(["a", "b", "c", "d"], 3, 1)).toEqual(["a", "d", "b", "c"]);
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 2, 0)).toEqual(["a", "b"]);
});

test("items that the musician didn't see keep their side of those they saw", () => {
  expect(reordered(["new", "a", "b", "c", "beyond"], ["c", "a", "b"])).toEqual([
    "new",
    "c",
    "a",
    "b",
    "beyond",
  ]);
  expect(reordered(["a", "between", "b"], ["b", "a"])).toEqual(["b", "a", "between"]);
  expect(reordered(["a"], [])).toEqual(["a"]);
});

test("an unknown or repeated id makes no order", () => {
  expect(reordered(["a", "b"], ["a", "b", "c"])).toBeUndefined();
  expect(reordered(["a", "b"], ["a", "a"])).toBeUndefined();
});
