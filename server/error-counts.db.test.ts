import { afterAll, expect, test } from "vitest";
import { freshDatabase } from "../tests/harness/database.ts";
import { createErrorCounts, kindOf } from "./error-counts.ts";
import { createLogger } from "./log.ts";

const db = await freshDatabase();
afterAll(() => db.close());
const stored = () =>
  db
    .asSystem()
    .read((tx) => tx.selectFrom("error_counts").select(["kind", "errors"]).orderBy("kind").execute());

test("the log's errors are counted by kind and hour, and kept for two days", async () => {
  const old = new Date(Date.now() - 3 * 24 * 3600_000);
  await db
    .asSystem()
    .write((tx) =>
      tx.insertInto("error_counts").values({ hour: old, kind: "old", errors: 9, last_at: old }).execute(),
    );
  const counts = createErrorCounts();
  counts.count([{ err: new TypeError("x") }, "request failed"]);
  const first = counts.storeIn(db);
  counts.count([{ err: new TypeError("y") }, "request failed"]);
  counts.count([{ job: "mail.send", err: new Error("z") }, "A job failed for good"]);
  await first.close();
  const second = counts.storeIn(db);
  counts.count([{ err: new TypeError("y") }, "request failed"]);
  await second.close();
  expect(await stored()).toEqual([
    { kind: "A job failed for good (mail.send)", errors: 1 },
    { kind: "request failed (TypeError)", errors: 3 },
  ]);
});

test("a log tells of its errors alone, and a kind holds nothing that a user has written", () => {
  const seen: string[] = [];
  const log = createLogger("fatal", (parts) => seen.push(kindOf(parts)));
  log.warn({ userId: "1" }, "a warning");
  log.fatal({ err: new RangeError("secret"), userId: "1" }, "the end");
  expect(seen).toEqual(["the end (RangeError)"]);
  expect(kindOf([{}])).toBe("an error without a message");
});
