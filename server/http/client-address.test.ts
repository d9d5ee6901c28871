import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

// Only the fields of a request that the function reads.
const request = (forwarded?: string) =>
  Object.assign(Object.create(null), {
    socket: { remoteAddress: "10.0.0.1" },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as IncomingMessage;

test("without trusted proxies the header is never believed", () => {
  expect(clientAddress(request("192.0.2.1"), 0)).toBe("10.0.0.1");
});

test("each trusted proxy vouches for one address, from the end", () => {
  expect(clientAddress(request("192.0.2.1"), 1)).toBe("192.0.2.1");
  expect(clientAddress(request("203.0.113.9, 192.0.2.1"), 1)).toBe("192.0.2.1");
  expect(clientAddress(request("203.0.113.9, 192.0.2.1, 10.0.0.2"), 2)).toBe("192.0.2.1");
});

test("a missing or broken header falls back to the connection", () => {
  expect(clientAddress(request(), 1)).toBe("10.0.0.1");
  expect(clientAddress(request("nonsense"), 1)).toBe("10.0.0.1");
});
