import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "../routes.ts";
import { isProtected } from "./protected-paths.ts";

const guarded = new Set([
  "layouts/dashboard.tsx",
  "layouts/preview.tsx",
  "layouts/account-settings.tsx",
  "layouts/any-account.tsx",
  "layouts/admin.tsx",
]);

/** Every address of the route table, and whether a gate stands before it. */
function addresses(entries: RouteConfigEntry[], parent = "", behindGate = false): [string, boolean][] {
  return entries.flatMap((entry) => {
    // An optional parameter at the end is left out.
    const path = entry.path ? `${parent}/${entry.path.replace(/\/:\w+\?$/, "")}` : parent;
    const gate = behindGate || guarded.has(entry.file);
    const own: [string, boolean][] = entry.path || entry.index ? [[path || "/", gate]] : [];
    return [...own, ...addresses(entry.children ?? [], path, gate)];
  });
}

test("exactly the addresses behind a gate count as protected", () => {
  const table = addresses(routes);
  expect(table.length).toBeGreaterThan(14);
  expect(table.map(([address]) => [address, isProtected(address)])).toEqual(table);
});

test("every protected address of the specification stands behind a gate", () => {
  const behind = new Set(addresses(routes).flatMap(([address, behindGate]) => (behindGate ? address : [])));
  const specified =
    "profile music gallery social-links comments settings video press-kit booking-requests events";
  for (const name of `${specified} messages musician-dashboard dashboard admin`.split(" ")) {
    expect(behind).toContain(`/${name}`);
  }
});
