import { expect, test } from "vitest";
import { allOf, chosenField } from "./chosen.ts";

test("several items are named by their ids, or as all that a list's address finds", () => {
  const id = "0f0e5a5e-7c1b-4c39-9d68-3c7b9d1f0a11";
  expect(chosenField.parse(`${id} ${id}`)).toEqual({ ids: [id, id] });
  const all = chosenField.parse(allOf(20_000, { search: "a&b=c", show: "waiting" }));
  if ("ids" in all) throw new Error("These are all of them.");
  expect(all.count).toBe(20_000);
  expect(all.asked.get("search")).toBe("a&b=c");
  expect(all.asked.get("show")).toBe("waiting");
});

test.each([
  "",
  "all",
  "all=",
  "all=0",
  "all=-1",
  "all=1e9",
  "all=12345678901",
  `all=1&search=${"x".repeat(1000)}`,
])("'%s' names nothing", (text) => expect(chosenField.safeParse(text).success).toBe(false));
