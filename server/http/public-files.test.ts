import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unavailable } from "../db/failures.ts";
import { createPublicFiles, type PublicFiles } from "./public-files.ts";

const nova = "4b1c8f0e-3f57-4ab1-9d51-0c2f6a3f9a11";
const song = `/uploads/music/${nova}/song.mp3`;
const tenMinutes = 600_000;

let files: PublicFiles;
let answer: () => Promise<boolean>;
const goAway = () => {
  files.onDisconnect();
  answer = () => Promise.reject(unavailable(new Error("Away.")));
};
const outcome = () => files.isPublic(song, () => answer()).catch(() => "unavailable");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  files = createPublicFiles();
  files.onConnect();
  answer = () => Promise.resolve(true);
  expect(await outcome()).toBe(true);
});
afterEach(() => vi.useRealTimers());

test("a file that was public when last asked stays so for ten minutes while the database is away, and is counted", async () => {
  goAway();
  vi.setSystemTime(tenMinutes - 1);
  expect(await outcome()).toBe(true);
  vi.setSystemTime(tenMinutes);
  expect(await outcome()).toBe("unavailable");
  expect(files.stale()).toBe(1);
});

test("another fault is none of its business", async () => {
  answer = () => Promise.reject(new Error("A fault."));
  await expect(files.isPublic(song, answer)).rejects.toThrow("A fault.");
});

test.each([
  ["its artist's rows have changed", () => files.onNotify(nova), "unavailable"],
  ["anything may have changed", () => files.onNotify("*"), "unavailable"],
  ["all is to be forgotten", () => files.forgetAll(), "unavailable"],
  ["another artist's rows have changed", () => files.onNotify("5b1c8f0e-3f57-4ab1-9d51-0c2f6a3f9a11"), true],
])("it is forgotten once %s", async (_, happen, expected) => {
  happen();
  goAway();
  expect(await outcome()).toBe(expected);
});

test("a file is forgotten once it is hidden when asked for again", async () => {
  goAway();
  files.onConnect();
  answer = () => Promise.resolve(false);
  expect(await outcome()).toBe(false);
  goAway();
  expect(await outcome()).toBe("unavailable");
});

test("an answer from before a change is not remembered", async () => {
  files.forgetAll();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  answer = () => promise;
  const pending = outcome();
  files.onNotify(nova);
  resolve(true);
  expect(await pending).toBe(true);
  goAway();
  expect(await outcome()).toBe("unavailable");
});

test("no more files are remembered than the limit allows", async () => {
  files = createPublicFiles(2);
  files.onConnect();
  for (const name of ["1", "2", "3"]) await files.isPublic(name, async () => true);
  goAway();
  expect(await files.isPublic("3", answer)).toBe(true);
  await expect(files.isPublic("1", answer)).rejects.toThrow();
});
