import { expect, test } from "vitest";
import { hasRoom } from "./kept-uploads.ts";

const megabytes = (size: number) => ({ file: { size: size * 1024 * 1024 } });

test("files are kept up to half a gigabyte together", () => {
  expect(hasRoom([], megabytes(512).file)).toBe(true);
  expect(hasRoom([megabytes(412)], megabytes(100).file)).toBe(true);
  expect(hasRoom([megabytes(300), megabytes(150)], megabytes(100).file)).toBe(false);
});
