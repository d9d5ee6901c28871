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

test("over https a cookie without the prefix is nobody's", () => {
  expect(readCookie(https, "session", "handbill_session=planted")).toBeUndefined();
  expect(readCookie(https, "session", "__Host-handbill_session=abc")).toBe("abc");
});
