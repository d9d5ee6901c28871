import { expect, test } from "vitest";
import { cursorAt, readCursor } from "./cursor.ts";

const id = "de300000-0000-4000-8000-000000000001";

test.each(["2026-01-01T00:00:00+00:00", "2026-11-20T12:34:56.123456+00:00", "2026-01-01T00:00:00.1Z"])(
  "a place at %s stands in an address to the microsecond",
  (createdAt) => {
    const { searchParams } = new URL(`https://example.org/?before=${cursorAt({ createdAt, id })}`);
    expect(readCursor(searchParams.get("before") ?? "")).toEqual({ createdAt, id });
  },
);

test.each([
  "",
  "5",
  "null",
  "2026-01-01_x",
  "2026-13-45T00:00:00Z_de300000-0000-4000-8000-000000000001",
  "2026-01-01T00:00:00Z_de300000-0000-4000-8000-000000000001'; drop table users",
  "99999-01-01T00:00:00Z_de300000-0000-4000-8000-000000000001",
])("'%s' is no place among comments", (text) => {
  expect(readCursor(text)).toBeNull();
});
