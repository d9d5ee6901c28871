import { expect, test } from "vitest";
import { listAsked, listPage } from "./list-asked.ts";

const filters = { all: "All", hidden: "Hidden" };
const orders = { own: "Your order", title: "Title" };
const asked = (query: string) => listAsked(new URLSearchParams(query), filters, orders);

test("an address says what of a list is asked for; what it can't mean counts as the usual", () => {
  expect(asked("")).toEqual({ search: "", filter: "all", order: "own", isWhole: true });
  expect(asked("search=+rain%00+&filter=hidden&sort=title")).toEqual({
    ...{ search: "rain", filter: "hidden", order: "title" },
    isWhole: false,
  });
  expect(asked("filter=toString&sort=x")).toMatchObject({ filter: "all", order: "own", isWhole: true });
  expect(asked(`search=${"x".repeat(200)}`).search).toHaveLength(100);
});

test("another page keeps the search", () => {
  const parameters = new URLSearchParams("search=rain&page=3");
  expect(listPage(parameters, 2)).toBe("?search=rain&page=2");
  expect(listPage(parameters, 1)).toBe("?search=rain");
});
