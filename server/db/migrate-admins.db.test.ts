import { expect, test } from "vitest";
import { databaseBefore } from "../../tests/harness/old-database.ts";

test("an admin from before addresses were confirmed stays one, and counts as confirmed; no other account does", async () => {
  await using old = await databaseBefore("0033-confirmed-addresses.sql");
  await old.client.query(
    "insert into users (email, role) values ('admin@example.org', 'admin'), ('fan@example.org', 'musician')",
  );
  await old.migrate();
  const { rows } = await old.client.query(
    "select email, role, email_confirmed_at is not null as confirmed from users order by email",
  );
  expect(rows).toEqual([
    { email: "admin@example.org", role: "admin", confirmed: true },
    { email: "fan@example.org", role: "musician", confirmed: false },
  ]);
});
