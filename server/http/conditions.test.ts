import { describe, expect, it } from "vitest";
import { outcomeOf } from "./conditions.ts";

const file = { etag: '"v1"', modified: new Date("2026-03-04T05:06:07.890Z"), size: 1000 };
const then = "Wed, 04 Mar 2026 05:06:07 GMT";
const before = "Wed, 04 Mar 2026 05:06:06 GMT";

describe("ranges", () => {
  it.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-", 0, 999],
    ["bytes=0-999", 0, 999],
    ["bytes=0-5000", 0, 999],
    ["bytes=999-", 999, 999],
    ["bytes=-1", 999, 999],
    ["bytes=-1000", 0, 999],
    ["bytes=-1001", 0, 999],
    ["bytes=10-99999999999999999999999", 10, 999],
    ["Bytes=10-20", 10, 20],
  ])("%s", (range, start, end) => {
    expect(outcomeOf("GET", { range }, file)).toEqual({ status: 206, range: { start, end } });
  });

  it.each(["bytes=1000-", "bytes=1000-2000", "bytes=-0", "bytes=99999999999999999999999-"])(
    "%s cannot be satisfied",
    (range) => {
      expect(outcomeOf("GET", { range }, file)).toEqual({ status: 416 });
    },
  );

  it.each([
    "bytes=5-4",
    "bytes=-",
    "bytes=",
    "bytes",
    "bytes=a-b",
    "bytes=1-2x",
    "bytes=0x1-5",
    "bytes=--5",
    "bytes=1.5-3",
    "lines=0-5",
    "bytes=0-1,5-6",
  ])("%s gets the whole file", (range) => {
    expect(outcomeOf("GET", { range }, file)).toEqual({ status: 200 });
  });

  it("are for GET only", () => {
    expect(outcomeOf("HEAD", { range: "bytes=0-1" }, file)).toEqual({ status: 200 });
  });

  it("do not exist in an empty file", () => {
    expect(outcomeOf("GET", { range: "bytes=0-" }, { ...file, size: 0 })).toEqual({ status: 416 });
    expect(outcomeOf("GET", { range: "bytes=-5" }, { ...file, size: 0 })).toEqual({ status: 416 });
  });
});

describe("conditions", () => {
  it.each([
    ["if-none-match", '"v1"', 304],
    ["if-none-match", 'W/"v1"', 304],
    ["if-none-match", '"v0", "v1"', 304],
    ["if-none-match", "*", 304],
    ["if-none-match", '"v0"', 200],
    ["if-none-match", "v1", 200],
    ["if-modified-since", then, 304],
    ["if-modified-since", before, 200],
    ["if-modified-since", "nonsense", 200],
    ["if-match", '"v1"', 200],
    ["if-match", "*", 200],
    ["if-match", 'W/"v1"', 412],
    ["if-match", '"v0"', 412],
    ["if-unmodified-since", then, 200],
    ["if-unmodified-since", before, 412],
    ["if-unmodified-since", "nonsense", 200],
  ])("%s: %s is %i", (name, value, status) => {
    expect(outcomeOf("GET", { [name]: value }, file)).toEqual({ status });
  });

  it("of tags come before those of times", () => {
    const changed = { "if-none-match": '"v0"', "if-modified-since": then };
    expect(outcomeOf("GET", changed, file)).toEqual({ status: 200 });
    const same = { "if-match": '"v1"', "if-unmodified-since": before };
    expect(outcomeOf("GET", same, file)).toEqual({ status: 200 });
  });

  it.each([
    ['"v1"', 206],
    [then, 206],
    ['"v0"', 200],
    ['W/"v1"', 200],
    [before, 200],
    ["nonsense", 200],
  ])("if-range: %s is %i", (ifRange, status) => {
    expect(outcomeOf("GET", { range: "bytes=0-1", "if-range": ifRange }, file)).toMatchObject({ status });
  });
});
