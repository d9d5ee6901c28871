import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { cachedPaths } from "./cached-paths.ts";
import routes from "./routes.ts";

const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);

test("a route module can be told by its file's name, and every file named so stands in the route table", () => {
  const files = filesOf(routes).filter((file) => !/^layouts\/[^/]+$|\/dashboard\.tsx$/.test(file));
  const named = globSync("**/*.route.{ts,tsx}", { cwd: import.meta.dirname });
  expect(files.toSorted()).toEqual(named.map((file) => file.replaceAll("\\", "/")).toSorted());
});

test("every route whose loader lets its answer be cached has a key in the page cache", () => {
  const isCached = (file: string) =>
    /allowCaching\(|feedAnswer\(|\.cacheDirective = /.test(
      readFileSync(join(import.meta.dirname, file), "utf8"),
    );
  const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, path = "", children = [] }) => [
      ...(isCached(file) ? [path] : []),
      ...pathsOf(children),
    ]);
  expect(pathsOf(routes).toSorted()).toEqual(Object.values(cachedPaths).toSorted());
});
