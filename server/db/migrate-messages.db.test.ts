import { expect, test } from "vitest";
import { databaseBefore } from "../../tests/harness/old-database.ts";

test("messages of before are numbered in their order, and know who received them", async () => {
  await using old = await databaseBefore("0021-messages.sql");
  await old.client.query(`
    insert into users (id, email) select ('00000000-0000-4000-8000-00000000000' || n)::uuid, n || '@example.org'
      from generate_series(1, 3) n;
    insert into conversations (id, participant_1, participant_2, last_message_at)
      select ('10000000-0000-4000-8000-00000000000' || n)::uuid, '00000000-0000-4000-8000-000000000001',
        ('00000000-0000-4000-8000-00000000000' || n)::uuid, '2026-01-01 12:00:00.123456Z'
      from generate_series(2, 3) n;
    insert into messages (conversation_id, sender_id, content, created_at)
      select '10000000-0000-4000-8000-000000000002', ('00000000-0000-4000-8000-00000000000' || 1 + n % 2)::uuid,
        'Message ' || n, timestamptz '2026-01-01' + n * interval '1 minute'
      from unnest(array[3, 1, 2]) n`);
  await old.migrate();
  const { rows: messages } = await old.client.query(
    "select content, sequence::int, right(sender_id::text, 1) as from, right(recipient_id::text, 1) as to from messages order by sequence",
  );
  expect(messages).toEqual([
    { content: "Message 1", sequence: 1, from: "2", to: "1" },
    { content: "Message 2", sequence: 2, from: "1", to: "2" },
    { content: "Message 3", sequence: 3, from: "2", to: "1" },
  ]);
  const { rows: conversations } = await old.client.query(
    "select last_sequence::int as last, last_message_at as at from conversations order by id",
  );
  const at = new Date("2026-01-01T12:00:00.123Z");
  expect(conversations).toEqual([
    { last: 3, at },
    { last: 0, at },
  ]);
});
