import { expect, test } from "vitest";
import { databaseBefore } from "../../tests/harness/old-database.ts";

test("earlier texts lose invisible characters; an empty title becomes Untitled, an empty location none", async () => {
  await using old = await databaseBefore("0040-plain-text.sql");
  await old.client.query(`
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
  await old.migrate();
  const read = async (query: string) => (await old.client.query({ text: query, rowMode: "array" })).rows;
  expect(await read("select artist_name, location, bio from musician_profiles order by user_id")).toEqual([
    ["No va", null, "One\ntwo "],
    ["Łódź 👩\u200D🎤", "Oslo", "Plain"],
  ]);
  expect(await read("select title from music_tracks")).toEqual([["Untitled"]]);
  expect(await read("select content from messages")).toEqual([["Look:\n gpj.exe"]]);
});
