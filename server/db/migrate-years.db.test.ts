import { expect, test } from "vitest";
import { databaseBefore } from "../../tests/harness/old-database.ts";

test("days and times of before that can't be are mended, the others stay", async () => {
  await using old = await databaseBefore("0035-years.sql");
  const { rows: users } = await old.client.query(
    "insert into users (email) values ('a@example.org') returning id",
  );
  const user = [users[0].id];
  await old.client.query(
    `insert into events (user_id, title, event_date, end_date, is_published, cancelled_at, created_at) values
     ($1, 'Never', 'infinity', null, true, 'infinity', '-infinity'),
     ($1, 'Long ago', '0044-03-15 BC', '0044-03-16 BC', true, null, now()),
     ($1, 'Soon', '2199-12-30', '2199-12-31', true, null, '2026-01-01')`,
    user,
  );
  await old.client.query(
    `insert into booking_requests (musician_id, requester_name, requester_email, message, event_date)
     values ($1, 'A', 'a@example.org', 'Hi', 'infinity'), ($1, 'B', 'b@example.org', 'Hi', '2030-01-01')`,
    user,
  );
  await old.client.query(
    "insert into letters (musician_id, title, body, status, scheduled_for) values ($1, 'L', 'B', 'scheduled', 'infinity')",
    user,
  );
  await old.migrate();
  const all = async (text: string) => (await old.client.query({ text, rowMode: "array" })).rows;
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
    old.client.query("update events set end_date = null, event_date = 'infinity'"),
  ).rejects.toMatchObject({
    constraint: "events_event_date_years",
  });
});
