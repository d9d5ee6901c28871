import { once } from "node:events";
import { request } from "node:http";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { makeMusician, makeUser } from "../../tests/factories/accounts.ts";
import { newAccount } from "../../tests/harness/account.ts";
import { type Cluster, freshCluster } from "../../tests/harness/cluster.ts";
import { startHandbill } from "../../tests/harness/handbill.ts";
import { openMailbox } from "../../tests/harness/mailbox.ts";
import { type Pgbouncer, pgbouncerMissing, startPgbouncer } from "../../tests/harness/pgbouncer.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { ensureBuilt } from "../build.ts";
import { type Database, openDatabase, type Reader } from "./database.ts";
import { prepareDatabase } from "./prepare.ts";

if (pgbouncerMissing) process.stderr.write(`server/db/pooler.db.test.ts is skipped: ${pgbouncerMissing}\n`);

const settings = { dataDir: "/nowhere", sessionSecret: testSecret, log: testLog };

describe.skipIf(pgbouncerMissing)("behind PgBouncer in transaction mode", () => {
  let cluster: Cluster;
  let pooler: Pgbouncer;
  let db: Database;
  beforeAll(async () => {
    cluster = await freshCluster(true);
    await prepareDatabase(cluster.ownerUrl, settings);
    pooler = await startPgbouncer(cluster.ownerUrl);
    db = await openDatabase({ ...settings, databaseUrl: cluster.ownerUrl, poolerUrl: pooler.url });
  });
  afterAll(async () => {
    await db?.close();
    await pooler?.[Symbol.asyncDispose]();
    await cluster?.[Symbol.asyncDispose]();
  });

  test("each transaction is in its actor's name and has its limits, whoever used the connection before", async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => makeUser(db)));
    const state = `select current_user::text as role, app.user_id() as user_id, current_setting('statement_timeout') as "limit",
      current_setting('transaction_read_only') as read_only, pg_backend_pid() as process`;
    interface State {
      role: string;
      user_id: string | null;
      limit: string;
      read_only: string;
      process: number;
    }
    const asked = async (tx: Reader) => (await sql<State>`${sql.raw(state)}`.execute(tx)).rows[0];
    const once = { name: "state", text: state };
    const actors = [
      { actor: db.asVisitor(), role: "handbill_visitor", user_id: null },
      { actor: db.asSystem(), role: "handbill_system", user_id: null },
      ...users.map(({ id }) => ({ actor: db.asMusician(id), role: "handbill_musician", user_id: id })),
    ];
    const processes = new Set<number | undefined>();
    const rounds = Array.from({ length: 30 }, () => actors).flat();
    await Promise.all(
      rounds.map(async ({ actor, role, user_id }) => {
        const [read, written, [single]] = await Promise.all([
          actor.read(asked),
          actor.write(asked),
          actor.readOnce<State & { [column: string]: unknown }>(once, []),
        ]);
        const common = { role, user_id, limit: "15s" };
        expect(read).toMatchObject({ ...common, read_only: "on" });
        expect(written).toMatchObject({ ...common, read_only: "off" });
        expect(single).toMatchObject({ ...common, read_only: "on" });
        for (const { process } of [read, written, single].filter((row) => row !== undefined))
          processes.add(process);
      }),
    );
    // More clients than connections: two for each of the three logins.
    expect(processes.size).toBeLessThanOrEqual(6);
  });

  test("a visitor's page, a sign-in, a comment that is told at once, and a mail", async () => {
    await ensureBuilt(() => {});
    await using handbill = await startHandbill({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: cluster.ownerUrl,
      SESSION_SECRET: testSecret,
    });
    const account = await newAccount(handbill, db, "nova@example.org");
    await makeMusician(db, { user_id: account.id, custom_url: "nova", artist_name: "Nova" });
    const page = `${handbill.origin}/artist/nova`;
    expect(await (await fetch(page)).text()).toContain("Nova");

    const [stream] = await once(
      request(`${handbill.origin}/live`, { headers: account.headers }).end(),
      "response",
    );
    onTestFinished(() => void stream.destroy());
    const told = (async () => {
      for await (const line of createInterface(stream)) if (line.startsWith("data: c")) return line;
      return undefined;
    })();
    const comment = { intent: "comment", author_name: "Pat", content: "Heard through a pooler" };
    const posted = await fetch(page, {
      method: "POST",
      body: new URLSearchParams(comment),
      redirect: "manual",
    });
    expect(posted.status).toBe(303);
    expect(await told).toBe("data: comments");
    expect(await (await fetch(page)).text()).toContain("Heard through a pooler");

    const reset = new URLSearchParams({ intent: "reset", email: "nova@example.org" });
    await fetch(`${handbill.origin}/signin`, { method: "POST", body: reset, redirect: "manual" });
    const mail = await openMailbox(handbill.dataDir).next("nova@example.org");
    expect(mail.links.join(" ")).toContain(handbill.origin);
  }, 300_000);

  test("a start by the pooler's address alone is refused in one line", async () => {
    const refusal = await prepareDatabase(pooler.url, settings).catch((error: Error) => error);
    const { host, pathname } = new URL(pooler.url);
    expect(refusal).toMatchObject({
      message:
        `The database at ${host}${pathname} is behind a pooler. ` +
        "Let DATABASE_DIRECT_URL lead to PostgreSQL itself, and DATABASE_URL to the pooler.",
    });
  });

  test("a pooler that doesn't know the logins is reported in one line, without their passwords", async () => {
    await using ignorant = await startPgbouncer(cluster.ownerUrl, false);
    const open = openDatabase({ ...settings, databaseUrl: cluster.ownerUrl, poolerUrl: ignorant.url });
    const refusal = await open.catch((error: Error) => error);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(
        /^The pooler at [^ ]+ doesn't lead Handbill's login handbill_login_\d+_\w+ [^\n]+$/,
      ),
    });
  });
});
