import { expect, test } from "vitest";
import { databaseBefore } from "../../tests/harness/old-database.ts";

test.each([
  ["an installation without accounts is given backgrounds", "", 17],
  [
    "one with accounts keeps those that its admins have chosen",
    "insert into users (email) values ('a@example.org')",
    1,
  ],
])("%s", async (_name, before, count) => {
  await using old = await databaseBefore("0073-first-backgrounds.sql", "0073-first-backgrounds.sql");
  await old.client.query(
    "insert into background_options (name, type, url) values ('Ours', 'image', 'https://example.org/ours.webp')",
  );
  await old.client.query(before);
  await old.migrate();
  const { rows } = await old.client.query("select name from background_options");
  expect(rows).toHaveLength(count);
});
