import { expect, test } from "vitest";
import { freshDatabase } from "./database.ts";

test("a fresh database is migrated, empty and alone", async () => {
  await using first = await freshDatabase();
  await using second = await freshDatabase();
  await first.asSystem().write((tx) => tx.insertInto("users").values({ email: "a@example.com" }).execute());
  const inFirst = await first.asSystem().read((tx) => tx.selectFrom("users").selectAll().execute());
  const inSecond = await second.asSystem().read((tx) => tx.selectFrom("users").selectAll().execute());
  expect([inFirst.length, inSecond.length]).toEqual([1, 0]);
});
