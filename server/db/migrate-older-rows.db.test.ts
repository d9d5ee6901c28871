import { expect, test } from "vitest";
import { databaseBefore } from "../../tests/harness/old-database.ts";

test("sound files of before wait for their cleaning; links of before stand once and in a place of their own", async () => {
  await using old = await databaseBefore("0036-sound-metadata.sql", "0041-links-once.sql");
  const user = "00000000-0000-4000-8000-000000000001";
  await old.client.query(`
    insert into users (id, email) values ('${user}', 'a@example.org');
    insert into music_tracks (user_id, title, file_url)
      values ('${user}', 'Before', '/uploads/music/${user}/a.mp3');
    insert into social_links (user_id, platform, url) values
      ('${user}', 'website', 'https://a.example/'), ('${user}', 'website', 'https://a.example/'),
      ('${user}', 'website', 'https://b.example/'), ('${user}', 'spotify', 'https://a.example/');
    insert into payment_links (user_id, platform, url, display_order) values
      ('${user}', 'kofi', 'https://1.example/', 1), ('${user}', 'kofi', 'https://3.example/', 2),
      ('${user}', 'kofi', 'https://2.example/', 1)`);
  await old.migrate();
  const read = async (query: string) => (await old.client.query({ text: query, rowMode: "array" })).rows;
  await old.client.query(`insert into music_tracks (user_id, title) values ('${user}', 'New')`);
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
  await expect(old.client.query(again)).rejects.toMatchObject({ constraint: "social_links_url_key" });
  expect(await read("select display_order from payment_links order by display_order")).toEqual([
    [1],
    [2],
    [3],
  ]);
  expect(await read("select url from payment_links where display_order = 3")).toEqual([
    ["https://3.example/"],
  ]);
});

test("an MP3 that was cleaned before its APE tag was known waits once more, other files don't", async () => {
  await using old = await databaseBefore("0050-mp3-covers.sql");
  const user = "00000000-0000-4000-8000-000000000001";
  await old.client.query(`
    insert into users (id, email) values ('${user}', 'a@example.org');
    insert into music_tracks (user_id, title, file_url) values
      ('${user}', 'Cleaned', '/uploads/music/${user}/a.mp3'), ('${user}', 'Lossless', '/uploads/music/${user}/a.flac')`);
  await old.migrate();
  const { rows } = await old.client.query(
    "select title from music_tracks where metadata_removed_at is null and file_url is not null",
  );
  expect(rows).toEqual([{ title: "Cleaned" }]);
});
