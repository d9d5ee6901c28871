import { expect, test } from "vitest";
import { webAddressOf } from "./web-address.ts";
import { webAddressField } from "./web-address-field.ts";

test.each([
  ["https://mara.bandcamp.com", "https://mara.bandcamp.com/"],
  ["  http://example.org/a?b=c#d ", "http://example.org/a?b=c#d"],
  ["open.spotify.com/artist/1", "https://open.spotify.com/artist/1"],
  ["//example.org/a", "https://example.org/a"],
  ["example.org:8080/x", "https://example.org:8080/x"],
  ["HTTPS://Example.ORG/Path", "https://example.org/Path"],
  ["https://example.org/a b", "https://example.org/a%20b"],
  ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
])("%s means %s", (typed, address) => {
  expect(webAddressOf(typed)).toBe(address);
});

test.each([
  "",
  "   ",
  "my band",
  "myband",
  "me@example.org",
  "https://",
  "https://me:secret@example.org/",
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:me@example.org",
  "ftp://example.org",
  `https://example.org/${"x".repeat(2048)}`,
])("%s is no web address", (typed) => {
  expect(webAddressOf(typed)).toBeUndefined();
});

test("a field says so in the documented words", () => {
  expect(webAddressField.safeParse("nowhere").error?.issues[0]?.message).toBe("Please enter a valid URL");
  expect(webAddressField.parse("example.org")).toBe("https://example.org/");
});
