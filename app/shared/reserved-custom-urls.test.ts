import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "../routes.ts";
import { reservedCustomUrls } from "./reserved-custom-urls.ts";
import * as serverPaths from "./server-paths.ts";

const root = join(import.meta.dirname, "..", "..");

const pathsOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => (path ? [path] : pathsOf(children)));

test("site-words.json has the first word of everything that is served (vitest -u writes it)", async () => {
  const addresses = [...pathsOf(routes), ...Object.values(serverPaths), ...readdirSync(join(root, "public"))];
  const words = addresses.map((address) => address.replace(/^\//, "").split(/[/.]/, 1)[0] ?? "");
  const site = [...new Set(words)].filter((word) => /^[a-z0-9-]+$/.test(word)).sort();
  expect(site).toContain("booking-requests");
  await expect(`${JSON.stringify(site, null, 2)}\n`).toMatchFileSnapshot("site-words.json");
});

test("the words of routes, files and streams are reserved", () => {
  for (const word of [
    "artist",
    "newsletter",
    "analytics",
    "confirm-subscription",
    "upload",
    "live",
    "favicon",
  ])
    expect(reservedCustomUrls, word).toContain(word);
});
