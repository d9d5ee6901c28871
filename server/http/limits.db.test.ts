import { expect, test } from "vitest";
import { freshDatabase } from "../../tests/harness/database.ts";
import { createLimits } from "./limits.ts";

const rule = { name: "knock", tries: 3, windowSeconds: 600 };

test("the tries of a window are counted in the database, by key, across processes", async () => {
  await using db = await freshDatabase();
  const [here, there] = [createLimits(db), createLimits(db)];
  await here.spend(rule, "a");
  await there.spend(rule, "a");
  await here.spend(rule, "a");
  await expect(there.spend(rule, "a")).rejects.toMatchObject({
    kind: "too-many",
    status: 429,
    publicText: "Too many attempts. Please wait 10 minutes and try again.",
  });
  await there.spend(rule, "b");
});

test("a success gives all tries back", async () => {
  await using db = await freshDatabase();
  const limits = createLimits(db);
  for (let i = 0; i < 3; i++) await limits.spend(rule, "a");
  await limits.reset(rule, "a");
  await limits.spend(rule, "a");
});

test("simultaneous tries don't exceed the limit", async () => {
  await using db = await freshDatabase();
  const limits = createLimits(db);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => limits.spend(rule, "a")));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});
