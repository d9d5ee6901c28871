import { validateHeaderValue } from "node:http";
import fc from "fast-check";
import { expect, it } from "vitest";
import { attachment } from "./attachment.ts";

function nameOf(header: string): string {
  return decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? "");
}

it.each([
  ["Blue Morning", "mp3", "Blue Morning.mp3"],
  ["Blue Morning.MP3", "mp3", "Blue Morning.mp3"],
  ["Überfahrt – 夜 🌙", "flac", "Überfahrt – 夜 🌙.flac"],
  ['She said "no", 100% (live)', "ogg", 'She said "no", 100% (live).ogg'],
  ["one\r\nSet-Cookie: a=b", "mp3", "one Set-Cookie: a=b.mp3"],
  ["cod\u202e3pm.exe", "mp3", "cod3pm.exe.mp3"],
  ["  ", "mp3", "download.mp3"],
  ["\ud800", "mp3", "\ufffd.mp3"],
])("%j", (title, extension, name) => {
  expect(nameOf(attachment(title, extension))).toBe(name);
});

it("has a plain name for readers that don't know the encoded one", () => {
  expect(attachment('Café "x" \\ 50%', "mp3")).toContain('attachment; filename="Caf_ _x_ _ 50_.mp3"; ');
});

it("shortens endless titles without cutting a character in two", () => {
  expect(nameOf(attachment("🌙".repeat(500), "mp3"))).toBe(`${"🌙".repeat(150)}.mp3`);
});

it("is a valid header for any text, even half characters", () => {
  fc.assert(
    fc.property(fc.uint16Array({ maxLength: 60 }), (units) => {
      const title = String.fromCharCode(...units);
      const header = attachment(title, "mp3");
      validateHeaderValue("Content-Disposition", header);
      expect(header).toMatch(/^attachment; filename="[^"\\]+\.mp3"; filename\*=UTF-8''[\w%.!~-]+\.mp3$/);
    }),
  );
});
