import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { ownOrigins, refuseForeignOrigin } from "./origin.ts";

// Only the fields of a request that the function reads.
const request = (method: string, origin?: string, site?: string) =>
  Object.assign(Object.create(null), {
    method,
    headers: { origin, "sec-fetch-site": site },
  }) as IncomingMessage;

const publicOnly = ownOrigins({ origin: "https://music.example", port: 3000 });
const atHome = ownOrigins({ origin: "http://localhost:3000", port: 3000 });

test.each([
  ["POST", "https://music.example"],
  ["POST", undefined],
  ["GET", "https://evil.example"],
])("%s from %s may pass", (method, origin) => {
  expect(() => refuseForeignOrigin(request(method, origin), publicOnly)).not.toThrow();
});

test.each([
  ["POST", "https://evil.example"],
  ["POST", "http://music.example"],
  ["POST", "https://music.example.evil.example"],
  ["DELETE", "null"],
  ["PATCH", "nonsense"],
  ["POST", "http://localhost:3000"],
])("%s from %s is refused", (method, origin) => {
  expect(() => refuseForeignOrigin(request(method, origin), publicOnly)).toThrow("from another site");
});

test.each([
  ["POST", "cross-site"],
  ["POST", "same-site"],
])("%s without an origin, which the browser says is %s, is refused", (method, site) => {
  expect(() => refuseForeignOrigin(request(method, undefined, site), publicOnly)).toThrow(
    "from another site",
  );
});

test.each([
  ["POST", "same-origin"],
  ["POST", "none"],
  ["GET", "cross-site"],
])("%s without an origin, which the browser says is %s, may pass", (method, site) => {
  expect(() => refuseForeignOrigin(request(method, undefined, site), publicOnly)).not.toThrow();
});

test("at home the machine's own names are one", () => {
  for (const origin of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
    expect(() => refuseForeignOrigin(request("POST", origin), atHome)).not.toThrow();
  }
  expect(() => refuseForeignOrigin(request("POST", "http://localhost:3001"), atHome)).toThrow();
});
