import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeUser } from "../../tests/factories/accounts.ts";
import { asServerOwner, emptyDatabase, freshDatabase } from "../../tests/harness/database.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { upgradeBackups } from "../backup/upgrade-backups.ts";
import { StartError } from "../errors.ts";
import { migrate, ourMigrations, readMigrations } from "./migrate.ts";
import current from "./policies/revision.json" with { type: "json" };
import { applyPolicies, type PolicyFiles, readPolicyFiles } from "./policies.ts";
import { prepareDatabase } from "./prepare.ts";
import { type ComparedRights, comparedRights, reapplyRights, rightsProblems } from "./rights.ts";
import { ensureApplicationRoles } from "./roles.ts";

// Each file of `policies/` is the whole truth for its table, at whatever version the database began.

const ours = await readPolicyFiles();
const prepare = (ownerUrl: string, keepsChangedRights = false, dataDir = "/nowhere") =>
  prepareDatabase(ownerUrl, {
    dataDir,
    sessionSecret: testSecret,
    log: testLog,
    keepsChangedRights,
  });
const apply = (ownerUrl: string, files: PolicyFiles) =>
  asServerOwner(ownerUrl, (owner) => applyPolicies(owner, files, { log: testLog, repair: true }));
const rightsIn = (ownerUrl: string) =>
  asServerOwner(ownerUrl, async (owner) => (await owner.query<ComparedRights>(comparedRights)).rows);

/** The same files, with more at the end of one, as a later version might have it. */
function later(table: string, statement: string, revision = ours.revision + 1): PolicyFiles {
  const files = new Map(ours.files).set(table, `${ours.files.get(table)}\n${statement};\n`);
  return { ...ours, revision, files };
}

test("every table has a file, and every file is for a table", async () => {
  await using db = await freshDatabase();
  const tables = await asServerOwner(db.ownerUrl, (owner) =>
    owner.query<{ name: string }>(
      `select case nspname when 'public' then relname else nspname || '.' || relname end as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname in ('public', 'app') and relkind in ('r', 'p')`,
    ),
  );
  expect(tables.rows.map(({ name }) => name).sort()).toEqual([...ours.files.keys()].sort());
});

test("a changed file comes with a new revision", () => {
  const advice = "write the next number and the received hash into server/db/policies/revision.json";
  expect(ours.sha256, advice).toBe(current.sha256);
});

test("an older database has the rights of a new one, though two servers bring it forward at once", async () => {
  await using old = await emptyDatabase();
  await asServerOwner(old.ownerUrl, async (owner) => {
    await ensureApplicationRoles(owner);
    const names = (await readMigrations(ourMigrations)).map(({ name }) => name);
    await migrate(owner, ourMigrations, names.indexOf("0048-policy-files.sql"));
    await owner.query(`
      drop policy own on events;
      create policy everyone on messages for select to handbill_visitor using (true);
      grant select on credentials to handbill_musician, public`);
  });
  const dataDir = await mkdtemp(join(tmpdir(), "handbill-policies-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await Promise.all([prepare(old.ownerUrl, false, dataDir), prepare(old.ownerUrl, false, dataDir)]);
  expect(await upgradeBackups(dataDir)).toHaveLength(1);
  await using fresh = await freshDatabase();
  const rights = await rightsIn(old.ownerUrl);
  expect(rights).toEqual(await rightsIn(fresh.ownerUrl));
  for (const { wanted, found } of rights) expect(found).toEqual(wanted);
});

test("a start restores changed rights; with `keepsChangedRights`, for `check` to find, it changes nothing", async () => {
  await using db = await freshDatabase();
  await asServerOwner(db.ownerUrl, (owner) => owner.query("alter policy own on events using (true)"));
  const problems = () => db.asSystem().read(rightsProblems);
  const found = [{ table: "events", text: 'The policy "own" was changed' }];
  await prepare(db.ownerUrl, true);
  expect(await problems()).toEqual(found);
  await prepare(db.ownerUrl);
  expect(await problems()).toEqual([]);
});

test("a start locks no table where nothing differs", async () => {
  await using db = await freshDatabase();
  await asServerOwner(db.ownerUrl, async (reader) => {
    const tables = [...ours.files.keys()].join(", ");
    await reader.query(
      `begin; lock table ${tables} in access share mode; lock table users in exclusive mode`,
    );
    await prepare(db.ownerUrl);
    await reader.query("commit");
  });
});

test("a changed file waits for those who read the table, and is applied then", async () => {
  await using db = await freshDatabase();
  await asServerOwner(db.ownerUrl, async (reader) => {
    await reader.query("begin; lock table events in access share mode");
    const applied = apply(db.ownerUrl, later("events", "grant select (id) on events to handbill_admin"));
    const waits = `select from pg_locks where relation = 'events'::regclass and not granted`;
    while ((await reader.query(waits)).rowCount === 0)
      await new Promise((resolve) => setTimeout(resolve, 10));
    await reader.query("commit");
    await applied;
  });
  const events = (await rightsIn(db.ownerUrl)).find(({ table_name }) => table_name === "events");
  expect(events?.found?.grants).toMatchObject({ handbill_admin: ["SELECT (id)"] });
  expect(events?.wanted).toEqual(events?.found);
});

describe("an older Handbill", () => {
  test("leaves the rights of a newer one as they are, and puts back the newer one's", async () => {
    await using db = await freshDatabase();
    const admin = db.asAdmin((await makeUser(db, { role: "admin" })).id);
    await apply(db.ownerUrl, later("events", "revoke select (title) on events from handbill_visitor"));
    const newer = await rightsIn(db.ownerUrl);
    await prepare(db.ownerUrl);
    expect(await rightsIn(db.ownerUrl)).toEqual(newer);

    await asServerOwner(db.ownerUrl, (owner) => owner.query("drop policy own on events"));
    await prepare(db.ownerUrl);
    expect(await db.asSystem().read(rightsProblems)).toEqual([
      { table: "events", text: 'The policy "own" is missing' },
    ]);
    await reapplyRights(admin, "events");
    expect(await rightsIn(db.ownerUrl)).toEqual(newer);
  });

  test("is followed by a newer one that gives up a file and a right", async () => {
    await using db = await freshDatabase();
    await apply(db.ownerUrl, later("events", "grant select (id) on events to handbill_admin"));
    await asServerOwner(db.ownerUrl, (owner) => owner.query("drop table withdrawn_events cascade"));
    const files = new Map(ours.files);
    files.delete("withdrawn_events");
    await apply(db.ownerUrl, { ...ours, files, revision: ours.revision + 2 });
    expect(await db.asSystem().read(rightsProblems)).toEqual([]);
    const rights = await rightsIn(db.ownerUrl);
    expect(rights.map(({ table_name }) => table_name).sort()).toEqual([...files.keys()].sort());
    expect(rights.find(({ table_name }) => table_name === "events")?.found?.grants).not.toHaveProperty(
      "handbill_admin",
    );
  });
});

test("a file that fails is rolled back as a whole", async () => {
  await using db = await freshDatabase();
  const before = await rightsIn(db.ownerUrl);
  await expect(
    apply(db.ownerUrl, later("events", "grant select (missing) on events to handbill_visitor")),
  ).rejects.toThrow(
    new StartError(
      'The policies of events could not be applied: column "missing" of relation "events" does not exist',
    ),
  );
  expect(await rightsIn(db.ownerUrl)).toEqual(before);
});
