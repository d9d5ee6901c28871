import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { admin } from "../../tests/harness/admin.ts";
import { type Cluster, freshCluster } from "../../tests/harness/cluster.ts";
import { asServerOwner, emptyDatabase, freshDatabase, inDatabase } from "../../tests/harness/database.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { StartError } from "../errors.ts";
import { openDatabase } from "./database.ts";
import { prepareDatabase } from "./prepare.ts";

const prepare = (url: string, sessionSecret = testSecret) =>
  prepareDatabase(url, { dataDir: "/nowhere", sessionSecret, log: testLog }).then(({ system }) => system);

async function whoIs(loginUrl: string): Promise<string> {
  const client = new Client({ connectionString: loginUrl });
  await client.connect();
  try {
    await client.query("set role handbill_system");
    return (await client.query("select session_user as name")).rows[0].name;
  } finally {
    await client.end();
  }
}

describe("an owner that is no superuser", () => {
  test("makes the roles itself, given CREATEROLE", async () => {
    await using cluster = await freshCluster();
    const { url } = await cluster.ownedDatabase("createrole");
    const login = await prepare(url);
    expect(await whoIs(login)).toMatch(/^handbill_login_\d+_system$/);
    expect(await prepare(url)).toBe(login);
  });

  test("learns what an administrator must run, and then starts", async () => {
    await using cluster = await freshCluster();
    const first = await cluster.ownedDatabase("createrole");
    await prepare(first.url);
    const second = await cluster.ownedDatabase("");
    const refusal = await prepare(second.url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    const statements = /must run once: (.*)$/.exec(String(refusal))?.[1] ?? "";
    expect(statements).toContain(`alter role "${second.owner}" createrole;`);
    await cluster.administrator(statements);
    expect(await whoIs(await prepare(second.url))).toMatch(/^handbill_login_\d+_system$/);
  });

  test("may lose CREATEROLE again after the first start", async () => {
    await using cluster = await freshCluster();
    const { url, owner } = await cluster.ownedDatabase("createrole");
    const login = await prepare(url);
    await cluster.administrator(`alter role ${owner} nocreaterole`);
    expect(await prepare(url)).toBe(login);
  });
});

test("databases of one cluster that are prepared at the same time don't get in each other's way", async () => {
  await using cluster = await freshCluster();
  const names = Array.from({ length: 3 }, () => `test_${randomUUID().slice(0, 8)}`);
  for (const name of names) await cluster.administrator(`create database ${name}`);
  const urls = [...names, ...names].map((name) => inDatabase(cluster.ownerUrl, name));
  const logins = await Promise.all(urls.map((url) => prepare(url)));
  expect(new Set(logins).size).toBe(names.length);
});

test("a login loses rights beyond its own role's, and the login of earlier versions goes", async () => {
  await using db = await freshDatabase();
  await asServerOwner(db.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ name: string; oid: number }>(
      "select datname as name, oid from pg_database where datname = current_database()",
    );
    const [{ name, oid } = { name: "", oid: 0 }] = rows;
    const shared = `handbill_login_${oid}`;
    await owner.query(`
      grant handbill_system to ${shared}_visitor;
      create role ${shared} login; grant connect on database ${name} to ${shared};
      grant handbill_visitor, handbill_system to ${shared}`);
    const { visitor } = await prepareDatabase(db.ownerUrl, {
      dataDir: "/nowhere",
      sessionSecret: testSecret,
      log: testLog,
    });
    await expect(whoIs(visitor)).rejects.toThrow("permission denied to set role");
    expect((await owner.query("select from pg_roles where rolname = $1", [shared])).rows).toEqual([]);
  });
});

test("a role with the right name and too much power is refused", async () => {
  await using cluster = await freshCluster();
  const { url } = await cluster.ownedDatabase("superuser");
  await prepare(url);
  await cluster.administrator("alter role handbill_visitor bypassrls");
  await expect(prepare(url)).rejects.toThrow("alter role handbill_visitor nosuperuser nobypassrls;");
});

describe("over a connection with a password", () => {
  let overTcp: Cluster;
  beforeAll(async () => {
    overTcp = await freshCluster(true);
  }, 30_000);
  afterAll(() => overTcp[Symbol.asyncDispose]());

  async function databaseOverTcp(): Promise<string> {
    const name = `test_${randomUUID().slice(0, 8)}`;
    await overTcp.administrator(`create database ${name}`);
    return inDatabase(overTcp.ownerUrl, name);
  }

  test("the same secret leaves the login as it is, and another one is refused before it changes anything", async () => {
    const url = await databaseOverTcp();
    const stored = () =>
      asServerOwner(overTcp.ownerUrl, async (client) => {
        const { rows } = await client.query(
          "select rolname, rolpassword from pg_authid where rolname like 'handbill_login%'",
        );
        return rows;
      });
    const first = await prepare(url);
    const before = await stored();
    await Promise.all([prepare(url), prepare(url)]);
    expect(await stored()).toEqual(before);
    const refusal = await prepare(url, "another secret, as long as it should be").catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StartError);
    expect((refusal as StartError).message).toMatch(
      /^This database is used with another SESSION_SECRET\. [^\n]+change-secret[^\n]+$/,
    );
    expect(await stored()).toEqual(before);
    expect(await whoIs(first)).toMatch(/^handbill_login_/);
  });

  test("an operator changes the secret on purpose, and a server with the old one says that the database is away", async () => {
    const url = await databaseOverTcp();
    const settings = { databaseUrl: url, dataDir: "/nowhere", log: testLog };
    const old = await openDatabase({ ...settings, sessionSecret: testSecret });
    onTestFinished(() => old.close());
    const SESSION_SECRET = "another secret, as long as it should be";
    expect(await admin(["change-secret"], { DATABASE_URL: url, SESSION_SECRET })).toMatchObject({
      code: 0,
      err: "",
    });
    expect(await whoIs(await prepare(url, SESSION_SECRET))).toMatch(/^handbill_login_/);
    await expect(old.ping()).rejects.toMatchObject({ kind: "unavailable", status: 503 });
  });

  test.each([
    [
      "password",
      (url: URL) => Object.assign(url, { password: "s3cret" }),
      "refuses the user or password in DATABASE_URL",
    ],
    ["database", (url: URL) => Object.assign(url, { pathname: "/nowhere" }), "/nowhere doesn't exist"],
    ["port", (url: URL) => url.searchParams.set("port", "1"), "cannot reach the database at 127.0.0.1"],
    [
      "host",
      (url: URL) => Object.assign(url, { hostname: "no.such.host.invalid" }),
      "cannot reach the database at no.such.host",
    ],
  ])("a wrong %s is told in one line without the password", async (_, spoil, text) => {
    const url = new URL(overTcp.ownerUrl);
    url.password ||= "s3cret";
    spoil(url);
    const refusal = await openDatabase({
      databaseUrl: url.href,
      dataDir: "/nowhere",
      sessionSecret: testSecret,
      log: testLog,
    }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    const { message } = refusal as StartError;
    expect(message).toContain(text);
    expect(message).not.toContain("\n");
    expect(message).not.toContain(url.password);
  });
});

describe("pools", () => {
  const settings = { dataDir: "/nowhere", sessionSecret: testSecret, log: testLog };

  test("lend as many connections as they are set to, and no more", async () => {
    await using empty = await emptyDatabase();
    const poolSizes = { visitor: 1, musician: 1, admin: 1, system: 2 };
    const db = await openDatabase({ ...settings, databaseUrl: empty.ownerUrl, poolSizes });
    await using _ = { [Symbol.asyncDispose]: () => db.close() };
    const lent = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const first = db.asVisitor().read(async () => {
      lent.resolve();
      await end.promise;
    });
    await lent.promise;
    const second = db.asVisitor().read(async () => {});
    const counted = db.connections();
    end.resolve();
    await Promise.all([first, second]);
    expect(counted.map(({ role, most, busy, waiting }) => ({ role, most, busy, waiting }))).toEqual([
      { role: "visitor", most: 1, busy: 1, waiting: 1 },
      { role: "musician", most: 1, busy: 0, waiting: 0 },
      { role: "admin", most: 1, busy: 0, waiting: 0 },
      { role: "system", most: 2, busy: 0, waiting: 0 },
    ]);
  });

  test("for which the database has too few connections are refused in one line", async () => {
    await using empty = await emptyDatabase();
    const poolSizes = { visitor: 500, musician: 500, admin: 500, system: 500 };
    const open = openDatabase({ ...settings, databaseUrl: empty.ownerUrl, poolSizes, workers: 5 });
    const message = await open.then(
      () => "",
      (error: Error) => error.message,
    );
    expect(message).toMatch(
      /^This server may need 10013 connections, and the database lets in \d+\. [^\n]+$/,
    );
  });
});

test("a pooler that refuses the owner is reported in one line", async () => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C08P01\0Mno such user: handbill\0\0");
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const pooler = createServer((socket) => {
    socket.once("data", () => socket.end(Buffer.concat([Buffer.from("E"), length, fields])));
  }).listen(0, "127.0.0.1");
  await once(pooler, "listening");
  onTestFinished(() => void pooler.close());
  const { port } = pooler.address() as AddressInfo;
  const url = `postgres://handbill:hunter2@127.0.0.1:${port}/handbill`;
  const refusal = await prepare(url).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect((refusal as StartError).message).toBe(
    `The database at 127.0.0.1:${port}/handbill is behind a pooler, which says: no such user: handbill. ` +
      "Let DATABASE_DIRECT_URL lead to PostgreSQL itself, and DATABASE_URL to the pooler.",
  );
});
