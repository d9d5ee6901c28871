import { expect, test } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { readCookie, setCookie } from "./cookies.server.ts";

const http = loadConfig({ ORIGIN: "http://localhost:3000" });
const https = loadConfig({ ORIGIN: "https://music.example" });

test("over http the cookie is HttpOnly and SameSite=Lax", () => {
  expect(setCookie(http, "session", "abc")).toBe("handbill_session=abc; Path=/; HttpOnly; SameSite=Lax");
});

test("over https it is also Secure and bound to the host", () => {
  expect(setCookie(https, "session", "abc", { maxAge: 60 })).toBe(
    "__Host-handbill_session=abc; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60",
  );
});

test.each([
  ["handbill_session=abc", "abc"],
  ["other=1; handbill_session=abc; more=2", "abc"],
  ["other=1;handbill_session=abc", "abc"],
  ["not_handbill_session=abc", undefined],
  ["", undefined],
  [null, undefined],
])("reading from %j gives %j", (header, value) => {
  expect(readCookie(http, "session", header)).toBe(value);
});

test("over https a cookie without the prefix is ignored", () => {
  expect(readCookie(https, "session", "handbill_session=planted")).toBeUndefined();
  expect(readCookie(https, "session", "__Host-handbill_session=abc")).toBe("abc");
});

test("a cookie with a path of its own can't be bound to the host, and is not taken for one that is", () => {
  const path = "/artist/nova";
  expect(setCookie(http, "subscribed", "abc", { path })).toBe(
    "handbill_subscribed=abc; Path=/artist/nova; HttpOnly; SameSite=Lax",
  );
  const cookie = setCookie(https, "subscribed", "abc", { path });
  expect(cookie).toBe("__Secure-handbill_subscribed=abc; Path=/artist/nova; HttpOnly; SameSite=Lax; Secure");
  expect(readCookie(https, "subscribed", cookie, { path })).toBe("abc");
  expect(readCookie(https, "subscribed", cookie)).toBeUndefined();
});

test("a path adds nothing but a path", () => {
  const cookie = setCookie(http, "subscribed", "abc", { path: "/artist/a;Domain=evil.example" });
  expect(cookie).toBe("handbill_subscribed=abc; Path=/artist/a; HttpOnly; SameSite=Lax");
});
