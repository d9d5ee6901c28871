import { expect, test } from "vitest";
import { firstSteps } from "./first-steps.ts";
import { nothing } from "./musician-home.server.ts";

const page = { path: "/artist/nova", address: "https://handbill.example/artist/nova" };
const none = { ...nothing, hidesFirstSteps: false };
const all = { ...none, tracks: 1, pictures: 1, pageLinks: 1, isShared: true };

test("without a name nothing is done, and what belongs to a page waits for one", () => {
  expect(firstSteps({ page: null, stats: none })).toEqual([
    { name: "name", isDone: false, waitsForName: false },
    { name: "track", isDone: false, waitsForName: false },
    { name: "picture", isDone: false, waitsForName: true },
    { name: "links", isDone: false, waitsForName: false },
    { name: "share", isDone: false, waitsForName: true },
  ]);
});

test("each step is done by what it asks for", () => {
  const done = (stats: Partial<typeof none>) =>
    firstSteps({ page, stats: { ...none, ...stats } })?.flatMap(({ name, isDone }) => (isDone ? [name] : []));
  expect(done({})).toEqual(["name"]);
  expect(done({ tracks: 3 })).toEqual(["name", "track"]);
  expect(done({ pictures: 1 })).toEqual(["name", "picture"]);
  expect(done({ socialLinks: 1 })).toEqual(["name", "links"]);
  expect(done({ pageLinks: 1 })).toEqual(["name", "links"]);
  expect(done({ isShared: true })).toEqual(["name", "share"]);
});

test("the list goes when all is done, and when it was put away", () => {
  expect(firstSteps({ page, stats: all })).toBeNull();
  expect(firstSteps({ page: null, stats: all })).not.toBeNull();
  expect(firstSteps({ page: null, stats: { ...none, hidesFirstSteps: true } })).toBeNull();
});
