import { expect, test } from "vitest";
import { versionOf } from "../app/shared/form-version.ts";
import { ChangedMeanwhile, requireVersion } from "./versions.ts";

const opened = { title: "Spring", body: "First words" };
const version = versionOf(opened);

test("a form is saved over what it was opened with, and over nothing else", () => {
  const wanted = { title: "Spring", body: "Mine" };
  const meanwhile = { title: "Spring", body: "Theirs" };
  expect(() => requireVersion(version, opened, wanted)).not.toThrow();
  let thrown: unknown;
  try {
    requireVersion(version, meanwhile, wanted);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ChangedMeanwhile);
  expect(thrown).toMatchObject({ stored: meanwhile });
});

test("stored values may be saved again, as after an answer that was lost", () => {
  const wanted = { body: "Mine", title: "Spring" };
  expect(() => requireVersion(version, { title: "Spring", body: "Mine" }, wanted)).not.toThrow();
  expect(() => requireVersion(undefined, { title: "Spring", body: "Theirs" }, wanted)).not.toThrow();
});

test("every difference has another version, and none of them depends on the order", () => {
  const contents: Record<string, string>[] = [
    {},
    { a: "b", c: "" },
    { a: "", c: "b" },
    { a: '"],["c","d' },
    ...Array.from({ length: 5000 }, (_, n) => ({ a: `Words ${n}` })),
    ...Array.from({ length: 5000 }, (_, n) => ({ a: "x".repeat(n + 1) })),
  ];
  expect(new Set(contents.map(versionOf)).size).toBe(contents.length);
  // A form has an empty field for each language, and a row what is written.
  expect(versionOf({ a: "" })).toBe(versionOf({}));
  expect(versionOf({ c: "", a: "b" })).toBe(versionOf({ a: "b", c: "" }));
});
