import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { migrate, withMigrationLock } from "./migrate.ts";

const migrations = join(import.meta.dirname, "migrations");
const last = "0040-plain-text.sql";

test("texts of before lose what nobody sees; what is left without a word says so or is none", async () => {
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
        from generate_series(1, 2) n;
      insert into musician_profiles (user_id, artist_name, location, bio) values
        ('00000000-0000-4000-8000-000000000001', E'No\\r\\n\\u202Eva', E'\\u202E', E'One\\ntwo\\u0007'),
        ('00000000-0000-4000-8000-000000000002', E'Łódź 👩\\u200D🎤', 'Oslo', 'Plain');
      insert into music_tracks (user_id, title) values ('00000000-0000-4000-8000-000000000001', E'\\u2066');
      insert into conversations (participant_1, participant_2)
        values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002');
      insert into messages (conversation_id, sender_id, content)
        select id, participant_1, E'Look:\\n\\u202Egpj.exe' from conversations`);
    await owner.query("reset role");
    await cp(join(migrations, last), join(folder, last));
    await withMigrationLock(owner, () => migrate(owner, folder, testLog));
    await owner.query("set role handbill_system");
    const read = async (query: string) => (await owner.query({ text: query, rowMode: "array" })).rows;
    expect(await read("select artist_name, location, bio from musician_profiles order by user_id")).toEqual([
      ["No va", null, "One\ntwo "],
      ["Łódź 👩\u200D🎤", "Oslo", "Plain"],
    ]);
    expect(await read("select title from music_tracks")).toEqual([["Untitled"]]);
    expect(await read("select content from messages")).toEqual([["Look:\n gpj.exe"]]);
  } finally {
    await owner.end();
  }
});
