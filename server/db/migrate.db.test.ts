import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EmptyDatabase, emptyDatabase } from "../../tests/harness/database.ts";
import { StartError } from "../errors.ts";
import { migrate, withMigrationLock } from "./migrate.ts";

let database: EmptyDatabase;
let folder: string;

beforeEach(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "handbill-migrations-"));
});

afterEach(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

async function asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}

const run = () => asOwner((owner) => withMigrationLock(owner, () => migrate(owner, folder)));
const applied = () =>
  asOwner(async (owner) => (await owner.query("select name from app.migrations order by name")).rows);

test("each file is applied once, in its order, and later ones when they come", async () => {
  await write("0002-rows.sql", "insert into things select 1");
  await write("0001-things.sql", "create table things (n int);");
  await run();
  await write("0003-more.sql", "insert into things select 2");
  await run();
  expect(await applied()).toEqual([
    { name: "0001-things.sql" },
    { name: "0002-rows.sql" },
    { name: "0003-more.sql" },
  ]);
  const { rows } = await asOwner((owner) => owner.query("select n from things order by n"));
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test("several processes that start at once apply each file once", async () => {
  await write("0001-things.sql", "create table things (n int); select pg_sleep(0.1);");
  await write("0002-rows.sql", "insert into things select 1");
  await Promise.all(Array.from({ length: 8 }, run));
  const { rows } = await asOwner((owner) => owner.query("select n from things"));
  expect(rows).toEqual([{ n: 1 }]);
});

test("a file that fails leaves nothing of itself and those before it, and says where it failed", async () => {
  await write("0001-things.sql", "create table things (n int);");
  await run();
  await write("0002-more.sql", "create table more (n int); insert into things select 0");
  await write("0003-broken.sql", "insert into things select 1;\n\nselect missing from things;\n");
  await expect(run()).rejects.toThrow(
    new StartError('The migration 0003-broken.sql failed at line 3: column "missing" does not exist'),
  );
  expect(await applied()).toEqual([{ name: "0001-things.sql" }]);
  const { rows } = await asOwner((owner) =>
    owner.query("select (select count(*) from things) as things, to_regclass('more') as more"),
  );
  expect(rows).toEqual([{ things: "0", more: null }]);
});

test("files and database must belong together", async () => {
  await write("0001-things.sql", "create table things (n int);");
  await write("0003-more.sql", "select 1;");
  await run();
  await write("0001-things.sql", "create table things (n bigint);");
  await expect(run()).rejects.toThrow("The migration 0001-things.sql was changed after it had been applied");
  await write("0001-things.sql", "create table things (n int);");
  await write("0002-late.sql", "select 1;");
  await expect(run()).rejects.toThrow("0002-late.sql comes before 0003-more.sql");
  await rm(join(folder, "0002-late.sql"));
  await rm(join(folder, "0003-more.sql"));
  await expect(run()).rejects.toThrow(
    /has the migration 0003-more.sql, which this Handbill \(.+\) doesn't know: a newer one has upgraded it/,
  );
});

test("names are checked", async () => {
  await write("0001-a.sql", "select 1");
  await write("0001-b.sql", "select 1");
  await expect(run()).rejects.toThrow("Two migrations have the number 0001");
  await rm(join(folder, "0001-b.sql"));
  await write("2-b.sql", "select 1");
  await expect(run()).rejects.toThrow("2-b.sql must be named like 0001-what-it-does.sql");
});

test("a failed migration gives the lock back, though its connection stays: a pooler keeps it", async () => {
  await asOwner(async (pooled) => {
    const failing = withMigrationLock(pooled, () => pooled.query("begin; select 1 / 0"));
    await expect(failing).rejects.toThrow("division by zero");
    await run();
  });
});
