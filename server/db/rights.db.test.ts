import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { makeUser } from "../../tests/factories/accounts.ts";
import { asServerOwner, freshDatabase, type TestDatabase } from "../../tests/harness/database.ts";
import { type ComparedRights, comparedRights, reapplyRights, rightsProblems } from "./rights.ts";

const problems = (db: TestDatabase) => db.asSystem().read(rightsProblems);
const asOwner = (db: TestDatabase, statement: string) =>
  asServerOwner(db.ownerUrl, (owner) => owner.query(statement));
const rightsIn = async (db: TestDatabase) =>
  (await db.asSystem().read((tx) => sql.raw<ComparedRights>(comparedRights).execute(tx))).rows;

test("the rights that the files made are as they should be", async () => {
  await using db = await freshDatabase();
  expect(await problems(db)).toEqual([]);
});

describe("whatever is changed is noticed, and put back exactly", () => {
  test.each([
    ["drop policy own on social_links", "social_links", 'The policy "own" is missing'],
    ["alter policy own on social_links using (true)", "social_links", 'The policy "own" was changed'],
    ["alter policy shown on events to handbill_visitor", "events", 'The policy "shown" was changed'],
    [
      "create policy everyone on messages for select to handbill_visitor using (true)",
      "messages",
      'The policy "everyone" is not Handbill\'s',
    ],
    ["alter table messages disable row level security", "messages", "Row-level security is switched off"],
    ["alter table users no force row level security", "users", "Row-level security is switched off"],
    [
      "revoke select (title) on music_tracks from handbill_visitor",
      "music_tracks",
      "What handbill_visitor may do was changed",
    ],
    [
      "grant select on credentials to handbill_musician",
      "credentials",
      "What handbill_musician may do was changed",
    ],
    [
      "grant insert (id) on users to handbill_admin with grant option",
      "users",
      "What handbill_admin may do was changed",
    ],
    ["grant select (user_id) on sessions to public", "sessions", "What public may do was changed"],
    ["drop policy system on app.milestones", "app.milestones", 'The policy "system" is missing'],
  ])("%s", async (statement, table, text) => {
    await using db = await freshDatabase();
    const before = await rightsIn(db);
    const admin = await makeUser(db, { role: "admin" });
    await asOwner(db, statement);
    expect(await problems(db)).toEqual([{ table, text }]);
    await reapplyRights(db.asAdmin(admin.id), table);
    expect(await problems(db)).toEqual([]);
    expect(await rightsIn(db)).toEqual(before);
  });
});

test("every table can be put back, and stays the same where nothing was wrong", async () => {
  await using db = await freshDatabase();
  const before = await rightsIn(db);
  const admin = db.asAdmin((await makeUser(db, { role: "admin" })).id);
  for (const { table_name } of before) await reapplyRights(admin, table_name);
  expect(await rightsIn(db)).toEqual(before);
});

test("a table that was renamed is missing, and can't be put back by policies", async () => {
  await using db = await freshDatabase();
  const admin = db.asAdmin((await makeUser(db, { role: "admin" })).id);
  await asOwner(db, "alter table video_gallery rename to films");
  expect(await problems(db)).toEqual([{ table: "video_gallery", text: "The table is missing" }]);
  await expect(reapplyRights(admin, "video_gallery")).rejects.toMatchObject({ code: "42P01" });
  await expect(reapplyRights(admin, "films; drop table users")).rejects.toMatchObject({ code: "P0001" });
});

test("only an admin may reapply rights, and no role changes the stored policies", async () => {
  await using db = await freshDatabase();
  const { id } = await makeUser(db);
  const admin = db.asAdmin((await makeUser(db, { role: "admin" })).id);
  for (const actor of [db.asVisitor(), db.asMusician(id), db.asSystem()]) {
    await expect(reapplyRights(actor, "users")).rejects.toMatchObject({ cause: { code: "42501" } });
  }
  for (const actor of [db.asVisitor(), db.asMusician(id), db.asSystem(), admin]) {
    await expect(
      actor.write((tx) => sql`update app.policies set sql = 'grant select on users to public'`.execute(tx)),
    ).rejects.toMatchObject({ cause: { code: "42501" } });
  }
});
