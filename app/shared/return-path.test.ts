import { describe, expect, test } from "vitest";
import { returnPath, signInPath, withReturnPath } from "./return-path.ts";

describe("after signing in one may be led to", () => {
  test.each([
    "/music",
    "/events?month=2026-12&show=past",
    "/newsletter/letters/0b1f0d5e-4b1e-4a53-9a4a-0d5f3c1d2e3f",
    "/admin/users?q=a%26b",
    "/debug",
    "/profile#bio",
  ])("%s", (path) => {
    expect(returnPath(path)).toBe(path);
  });

  test("the address as a browser would read it", () => {
    expect(returnPath("/music/../events/./")).toBe("/events/");
  });
});

describe("but not to", () => {
  test.each([
    null,
    "",
    "music",
    "https://evil.example/music",
    "//evil.example/music",
    "/\\evil.example/music",
    "\\\\evil.example/music",
    "/\t/evil.example/music",
    "/.//evil.example/music",
    "/music/..//evil.example/music",
    "javascript:alert(1)",
    "/signin",
    "/signin?to=/music",
    "/signout",
    "/signup",
    "/reset-password",
    "/suspended",
    "/",
    "/artist/nova",
    "/nowhere",
    `/music?${"x".repeat(1000)}`,
  ])("%s", (path) => {
    expect(returnPath(path)).toBeUndefined();
  });
});

test("the way to sign in carries the address that the user wanted", () => {
  expect(signInPath("/events?month=2026-12&a=b")).toBe("/signin?to=%2Fevents%3Fmonth%3D2026-12%26a%3Db");
  expect(signInPath("/dashboard")).toBe("/signin");
  expect(signInPath("/nowhere")).toBe("/signin");
  expect(withReturnPath("/signin?reset=1", "/music")).toBe("/signin?reset=1&to=%2Fmusic");
  expect(withReturnPath("/signup", null)).toBe("/signup");
});
