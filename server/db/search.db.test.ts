import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { searchable } from "../../app/shared/search-words.ts";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { hasWords } from "./search.ts";

const db = await freshDatabase();
afterAll(() => db.close());

const texts = [
  "Björk",
  "SIGUR RÓS",
  "Łódź",
  "Bjørn Đorđe",
  "東京の夜",
  "ガール",
  "plain 50%_\\",
  "e\u0301te\u0301",
];

test("the database looks for a text by what we look for", async () => {
  const musician = await makeMusician(db);
  const rows = await db.asMusician(musician.id).read(async (tx) =>
    sql<{ text: string; words: string }>`
      select text, app.searchable(text) as words from unnest(${texts}::text[]) text`
      .execute(tx)
      .then(({ rows }) => rows),
  );
  expect(rows).toEqual(texts.map((text) => ({ text, words: searchable(text) })));
});

test.each([
  ["bjork", ["Björk"]],
  ["Ró", ["SIGUR RÓS"]],
  ["lodz", ["Łódź"]],
  ["ôrđ", ["Bjørn Đorđe"]],
  ["京", ["東京の夜"]],
  ["50%_\\", ["plain 50%_\\"]],
  ["été", ["e\u0301te\u0301"]],
  ["%", ["plain 50%_\\"]],
  ["nothing", []],
])("%s finds %s", async (words, found) => {
  const musician = await makeMusician(db);
  const { rows } = await db.asMusician(musician.id).read((tx) =>
    sql<{ text: string }>`
      select text from unnest(${texts}::text[]) as texts (text) where ${hasWords(words, "text")}`.execute(tx),
  );
  expect(rows.map(({ text }) => text)).toEqual(found);
});
