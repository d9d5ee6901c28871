import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { migrate, withMigrationLock } from "./migrate.ts";

const migrations = join(import.meta.dirname, "migrations");
const last = "0035-years.sql";

test("days and times of before that can't be are mended, the others stay", async () => {
  await using database = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "handbill-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = (await readdir(migrations)).filter((name) => name < last);
  for (const name of names) await cp(join(migrations, name), join(folder, name));
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await withMigrationLock(owner, () => migrate(owner, folder, testLog));
    await owner.query("set role handbill_system");
    const { rows: users } = await owner.query(
      "insert into users (email) values ('a@example.org') returning id",
    );
    const user = [users[0].id];
    await owner.query(
      `insert into events (user_id, title, event_date, end_date, is_published, cancelled_at, created_at) values
       ($1, 'Never', 'infinity', null, true, 'infinity', '-infinity'),
       ($1, 'Long ago', '0044-03-15 BC', '0044-03-16 BC', true, null, now()),
       ($1, 'Soon', '2199-12-30', '2199-12-31', true, null, '2026-01-01')`,
      user,
    );
    await owner.query(
      `insert into booking_requests (musician_id, requester_name, requester_email, message, event_date)
       values ($1, 'A', 'a@example.org', 'Hi', 'infinity'), ($1, 'B', 'b@example.org', 'Hi', '2030-01-01')`,
      user,
    );
    await owner.query(
      "insert into letters (musician_id, title, body, status, scheduled_for) values ($1, 'L', 'B', 'scheduled', 'infinity')",
      user,
    );
    await owner.query("reset role");
    await cp(join(migrations, last), join(folder, last));
    await withMigrationLock(owner, () => migrate(owner, folder, testLog));
    await owner.query("set role handbill_system");
    const all = async (text: string) => (await owner.query({ text, rowMode: "array" })).rows;
    expect(
      await all(
        `select title, event_date = current_date, event_date::text, end_date::text, is_published,
           cancelled_at is not null, created_at > '2025-12-31' from events order by title`,
      ),
    ).toEqual([
      ["Long ago", true, expect.anything(), null, false, false, true],
      ["Never", true, expect.anything(), null, false, true, true],
      ["Soon", false, "2199-12-30", "2199-12-31", true, false, true],
    ]);
    expect(await all("select event_date::text from booking_requests order by requester_name")).toEqual([
      [null],
      ["2030-01-01"],
    ]);
    expect(await all("select status, scheduled_for from letters")).toEqual([["draft", null]]);
    expect(await all("select event_date from withdrawn_events")).toEqual([]);
    await expect(
      owner.query("update events set end_date = null, event_date = 'infinity'"),
    ).rejects.toMatchObject({
      constraint: "events_event_date_years",
    });
  } finally {
    await owner.end();
  }
});
