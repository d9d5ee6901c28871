import { globSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "./routes.ts";

const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);

test("a route module can be told by its file's name, and every file named so stands in the route table", () => {
  const files = filesOf(routes).filter((file) => !/^layouts\/|\/dashboard\.tsx$/.test(file));
  const named = globSync("**/*.route.{ts,tsx}", { cwd: import.meta.dirname });
  expect(files.toSorted()).toEqual(named.map((file) => file.replaceAll("\\", "/")).toSorted());
});
