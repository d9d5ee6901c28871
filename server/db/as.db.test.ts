import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { makeUser } from "../../tests/factories/accounts.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { openWire } from "../../tests/harness/wire.ts";
import { AppError } from "../errors.ts";
import { type Actor, openDatabase, type Reader, refusalOf, violates } from "./database.ts";
import { applicationRoles } from "./roles.ts";

const db = await freshDatabase();
afterAll(() => db.close());

const { id: someone } = await makeUser(db);
const { id: anAdmin } = await makeUser(db, { role: "admin" });

function whoAmI(tx: Reader) {
  return sql<{ role: string; login: string; user_id: string | null; read_only: string }>`
    select current_user as role, session_user as login, app.user_id() as user_id,
           current_setting('transaction_read_only') as read_only`
    .execute(tx)
    .then(({ rows }) => rows[0]);
}

describe("the role in force", () => {
  test.each([
    ["visitor", () => db.asVisitor(), null],
    ["musician", () => db.asMusician(someone), someone],
    ["admin", () => db.asAdmin(anAdmin), anAdmin],
    ["system", () => db.asSystem(), null],
  ] as const)("%s", async (role, as, userId) => {
    const expected = { role: `handbill_${role}`, user_id: userId };
    expect(await as().read(whoAmI)).toMatchObject({ ...expected, read_only: "on" });
    expect(await as().write(whoAmI)).toMatchObject({ ...expected, read_only: "off" });
    const statement = {
      name: "who-am-i",
      text: `select current_user::text as role, app.user_id() as user_id,
        current_setting('transaction_read_only') as read_only`,
    };
    expect(await as().readOnce(statement, [])).toEqual([{ ...expected, read_only: "on" }]);
  });

  test("isn't left behind for the next one on the same connection", async () => {
    await db.asAdmin(anAdmin).write((tx) => sql`set app.user_id = ${sql.lit(randomUUID())}`.execute(tx));
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        expect(await db.asVisitor().read(whoAmI)).toMatchObject({ role: "handbill_visitor", user_id: null });
      }),
    );
  });

  test("a user's id that is no UUID is refused before it is near a statement", () => {
    expect(() => db.asMusician("'; reset role; --")).toThrow("must be a UUID");
  });
});

describe("row-level security can't be bypassed", () => {
  test("no role and no login may bypass it", async () => {
    const { rows } = await db.asSystem().read((tx) =>
      sql<{ rolname: string; bypass: boolean; inherits: boolean }>`
        select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as bypass, rolinherit as inherits
          from pg_roles where rolname like 'handbill\\_%' or rolname = session_user`.execute(tx),
    );
    expect(rows.filter(({ bypass }) => bypass)).toEqual([]);
    expect(
      rows.filter(({ rolname }) => rolname.startsWith("handbill_login_")).every((row) => !row.inherits),
    ).toBe(true);
  });

  const powerless = [
    "select id from public.users",
    "select * from app.migrations",
    "select * from pgboss.job",
    "insert into public.users (email) values ('a@example.com')",
    "create table mine ()",
    "create temporary table mine ()",
    "create schema mine",
    "select app.enqueue('mail.send', '{}')",
  ];

  test.each(powerless)("after `reset role`, the login may not: %s", async (statement) => {
    const attempt = db.asSystem().write(async (tx) => {
      await sql`reset role`.execute(tx);
      await sql.raw(statement).execute(tx);
    });
    const reason = await attempt.catch((error: unknown) => refusalOf(error) ?? error);
    expect(String(reason)).toMatch(/permission denied|no schema has been selected/);
  });

  test("the login can't become the owner", async () => {
    const owner = new URL(db.ownerUrl).username;
    const attempt = db.asSystem().write((tx) => sql`set role ${sql.id(owner)}`.execute(tx));
    await expect(attempt).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  const everyRole = ["visitor", "musician", "admin", "system"] as const;
  test.each(everyRole)("the %s's transaction can take on no other role", async (role) => {
    const actors = {
      visitor: db.asVisitor(),
      musician: db.asMusician(someone),
      admin: db.asAdmin(someone),
      system: db.asSystem(),
    };
    for (const other of everyRole.filter((name) => name !== role).map((name) => applicationRoles[name])) {
      for (const attempt of [
        sql`set local role ${sql.id(other)}`,
        sql`select set_config('role', ${other}, true)`,
        sql`reset role; set role ${sql.id(other)}`,
        sql`set session authorization ${sql.id(other)}`,
      ]) {
        await expect(
          actors[role].read((tx) => attempt.execute(tx)),
          `${role} to ${other}`,
        ).rejects.toMatchObject({ kind: "forbidden", cause: { code: "42501" } });
      }
    }
  });

  test("the visitor can't turn it off", async () => {
    const attempt = db.asVisitor().read(async (tx) => {
      await sql`set local row_security = off`.execute(tx);
      return sql`select id from users`.execute(tx);
    });
    await expect(attempt).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("only the login may connect to the database, and not to another one", async () => {
    const other = new URL(db.loginUrl);
    other.pathname = new URL(db.ownerUrl).pathname;
    await using second = await freshDatabase();
    other.pathname = new URL(second.loginUrl).pathname;
    const client = new Client({ connectionString: other.href });
    await expect(client.connect()).rejects.toThrow("permission denied for database");
  });
});

describe("a transaction", () => {
  const address = () => `${randomUUID()}@example.com`;
  const countUsers = (email: string) =>
    db.asSystem().read((tx) => tx.selectFrom("users").select("id").where("email", "=", email).execute());

  test("for reading refuses to write", async () => {
    const attempt = db
      .asSystem()
      .read((tx) => sql`insert into users (email) values (${address()})`.execute(tx));
    await expect(attempt).rejects.toThrow("read-only transaction");
  });

  test("is kept when the work is done, and undone when it throws", async () => {
    const [kept, undone] = [address(), address()];
    await db.asSystem().write((tx) => tx.insertInto("users").values({ email: kept }).execute());
    let runs = 0;
    const failing = db.asSystem().write(async (tx) => {
      runs++;
      await tx.insertInto("users").values({ email: undone }).execute();
      throw new AppError("conflict", "No.");
    });
    await expect(failing).rejects.toThrow(AppError);
    expect(runs).toBe(1);
    expect(await countUsers(kept)).toHaveLength(1);
    expect(await countUsers(undone)).toHaveLength(0);
  });

  test("with a swallowed failure doesn't pretend to be stored", async () => {
    const attempt = db.asSystem().write(async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(attempt).rejects.toThrow("could not be committed");
  });

  test("is over when its work is over", async () => {
    const escaped = await db.asSystem().read(async (tx) => tx);
    await expect(escaped.selectFrom("users").selectAll().execute()).rejects.toThrow(
      "This transaction is over",
    );
  });

  test("names the constraint that refused a row", async () => {
    const email = address();
    const insert = () => db.asSystem().write((tx) => tx.insertInto("users").values({ email }).execute());
    await insert();
    const error = await insert().catch((refusal: unknown) => refusal);
    expect(violates(error, "users_email_key")).toBe(true);
    expect(violates(error, "users_pkey")).toBe(false);
  });

  test("runs again after a deadlock", async () => {
    const [one, two] = [address(), address()];
    await db.asSystem().write((tx) =>
      tx
        .insertInto("users")
        .values([{ email: one }, { email: two }])
        .execute(),
    );
    let runs = 0;
    let waiting: (() => void)[] = [];
    const bothHoldOne = () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length < 2) return;
        for (const go of waiting) go();
        waiting = [];
      });
    const cross = (first: string, second: string) => {
      let meet = bothHoldOne;
      return db.asSystem().write(async (tx) => {
        runs++;
        await tx.updateTable("users").set({ role: "admin" }).where("email", "=", first).execute();
        await meet();
        meet = () => Promise.resolve(); // the second run waits for no other
        await tx.updateTable("users").set({ role: "admin" }).where("email", "=", second).execute();
      });
    };
    await Promise.all([cross(one, two), cross(two, one)]);
    expect(runs).toBeGreaterThan(2);
  });

  test("statements that weren't awaited one by one share it", async () => {
    const { length } = await db
      .asSystem()
      .read((tx) => Promise.all(Array.from({ length: 20 }, () => whoAmI(tx))));
    expect(length).toBe(20);
  });

  test("doesn't wait for a lock for ever", async () => {
    const owner = new Client({ connectionString: db.ownerUrl });
    await owner.connect();
    await owner.query("begin; lock table users");
    await expect(countUsers("x@example.com")).rejects.toMatchObject({
      kind: "unavailable",
      status: 503,
      publicText: expect.stringContaining("busy"),
    });
    await owner.end();
  }, 10_000);
});

test("a database without room left says so in words for people", async () => {
  const full = db
    .asSystem()
    .write((tx) =>
      sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
        tx,
      ),
    );
  await expect(full).rejects.toMatchObject({
    kind: "disk-full",
    status: 507,
    publicText: expect.stringContaining("no room left"),
  });
});

test("values come back as the generated types say", async () => {
  const { rows } = await db.asVisitor().read((tx) =>
    sql`select 9007199254740991::int8 as whole, 12.5::numeric as exact, date '2026-02-28' as day,
               timestamptz '2026-02-28 12:00Z' as moment, true as yes, '{"a": [1]}'::jsonb as json`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([
    {
      whole: 9007199254740991,
      exact: 12.5,
      day: "2026-02-28",
      moment: new Date("2026-02-28T12:00:00Z"),
      yes: true,
      json: { a: [1] },
    },
  ]);
  const tooLarge = db.asVisitor().read((tx) => sql`select 9007199254740993::int8`.execute(tx));
  await expect(tooLarge).rejects.toThrow("too large");
});

describe("a lost connection", () => {
  // It waits for the ends: the pool doesn't lend a connection again once it has noticed its end.
  const killAll = async () => {
    const owner = new Client({ connectionString: db.ownerUrl });
    await owner.connect();
    await owner.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'handbill'`,
    );
    await owner.end();
  };
  const isAway = (error: unknown) =>
    error instanceof AppError && error.kind === "unavailable" && error.status === 503;

  test.each([
    ["a read", (as: Actor) => as.read((tx) => sql`select pg_sleep(5)`.execute(tx))],
    ["a write", (as: Actor) => as.write((tx) => sql`select pg_sleep(5)`.execute(tx))],
    ["a prepared read", (as: Actor) => as.readOnce({ name: "sleep", text: "select pg_sleep(5)" }, [])],
  ])("makes %s unavailable, once", async (_, work) => {
    const failing = work(db.asVisitor()).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await killAll();
    expect(await failing).toSatisfy(isAway);
    await db.ping();
    expect(await db.asVisitor().read(whoAmI)).toMatchObject({ role: "handbill_visitor" });
  });

  test("while the work is doing something else", async () => {
    const attempt = db.asVisitor().write(async (tx) => {
      await whoAmI(tx);
      await killAll();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(await attempt.catch((error: unknown) => error)).toSatisfy(isAway);
  });

  test("by which nothing comes any more fails at once what waits for it, and then what is asked", async () => {
    await using behind = await freshDatabase();
    await using wire = await openWire(behind.ownerUrl);
    const reached = await openDatabase({
      databaseUrl: wire.url,
      dataDir: "/nowhere",
      sessionSecret: testSecret,
      log: testLog,
    });
    await using _ = { [Symbol.asyncDispose]: () => reached.close() };
    const visitor = reached.asVisitor();
    const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

    const slow = outcome(visitor.write((tx) => sql`select pg_sleep(60)`.execute(tx)));
    await visitor.read(whoAmI);
    await wire.become("swallowed");
    const waiting = [visitor.read(whoAmI), visitor.read(whoAmI), reached.ping()].map(outcome);
    reached.circuit.open();
    for (const failed of await Promise.all([slow, ...waiting])) expect(failed).toSatisfy(isAway);
    expect(await outcome(visitor.read(whoAmI))).toSatisfy(isAway);

    await wire.become("joined");
    reached.circuit.close();
    expect(await visitor.read(whoAmI)).toMatchObject({ role: "handbill_visitor" });
  });
});
