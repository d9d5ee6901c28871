import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { migrate, withMigrationLock } from "./migrate.ts";

const migrations = join(import.meta.dirname, "migrations");
const last = "0021-messages.sql";

test("messages of before are numbered in their order, and know who received them", async () => {
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
    await owner.query(`
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
    await owner.query("reset role");
    await cp(join(migrations, last), join(folder, last));
    await withMigrationLock(owner, () => migrate(owner, folder, testLog));
    await owner.query("set role handbill_system");
    const { rows: messages } = await owner.query(
      "select content, sequence::int, right(sender_id::text, 1) as from, right(recipient_id::text, 1) as to from messages order by sequence",
    );
    expect(messages).toEqual([
      { content: "Message 1", sequence: 1, from: "2", to: "1" },
      { content: "Message 2", sequence: 2, from: "1", to: "2" },
      { content: "Message 3", sequence: 3, from: "2", to: "1" },
    ]);
    const { rows: conversations } = await owner.query(
      "select last_sequence::int as last, last_message_at as at from conversations order by id",
    );
    const at = new Date("2026-01-01T12:00:00.123Z");
    expect(conversations).toEqual([
      { last: 3, at },
      { last: 0, at },
    ]);
  } finally {
    await owner.end();
  }
});
