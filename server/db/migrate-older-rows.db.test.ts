import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { migrate, withMigrationLock } from "./migrate.ts";

const migrations = join(import.meta.dirname, "migrations");
const first = "0036-sound-metadata.sql";
const last = "0041-links-once.sql";

test("sound files of before wait for their cleaning; links of before stand once and in a place of their own", async () => {
  await using database = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "handbill-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = (await readdir(migrations)).filter((name) => name <= last);
  const bring = (some: string[]) =>
    Promise.all(some.map((name) => cp(join(migrations, name), join(folder, name))));
  await bring(names.filter((name) => name < first));
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await withMigrationLock(owner, () => migrate(owner, folder, testLog));
    await owner.query("set role handbill_system");
    const user = "00000000-0000-4000-8000-000000000001";
    await owner.query(`
      insert into users (id, email) values ('${user}', 'a@example.org');
      insert into music_tracks (user_id, title, file_url)
        values ('${user}', 'Before', '/uploads/music/${user}/a.mp3');
      insert into social_links (user_id, platform, url) values
        ('${user}', 'website', 'https://a.example/'), ('${user}', 'website', 'https://a.example/'),
        ('${user}', 'website', 'https://b.example/'), ('${user}', 'spotify', 'https://a.example/');
      insert into payment_links (user_id, platform, url, display_order) values
        ('${user}', 'kofi', 'https://1.example/', 1), ('${user}', 'kofi', 'https://3.example/', 2),
        ('${user}', 'kofi', 'https://2.example/', 1)`);
    await owner.query("reset role");
    await bring(names.filter((name) => name >= first));
    await withMigrationLock(owner, () => migrate(owner, folder, testLog));
    await owner.query("set role handbill_system");
    const read = async (query: string) => (await owner.query({ text: query, rowMode: "array" })).rows;
    await owner.query(`insert into music_tracks (user_id, title) values ('${user}', 'New')`);
    expect(await read("select title, metadata_removed_at is null from music_tracks order by title")).toEqual([
      ["Before", true],
      ["New", false],
    ]);
    expect(await read("select platform, url from social_links order by platform, url")).toEqual([
      ["spotify", "https://a.example/"],
      ["website", "https://a.example/"],
      ["website", "https://b.example/"],
    ]);
    const again = `insert into social_links (user_id, platform, url) values ('${user}', 'website', 'https://a.example/')`;
    await expect(owner.query(again)).rejects.toMatchObject({ constraint: "social_links_url_key" });
    expect(await read("select display_order from payment_links order by display_order")).toEqual([
      [1],
      [2],
      [3],
    ]);
    expect(await read("select url from payment_links where display_order = 3")).toEqual([
      ["https://3.example/"],
    ]);
  } finally {
    await owner.end();
  }
});
