import { sql } from "kysely";
import type { Database } from "../server/db/database.ts";
import { newAccount } from "../tests/harness/account.ts";
import { openDatabaseOf, openOwnerOf, startHandbill } from "../tests/harness/handbill.ts";
import { median, printLine, round, sayTable } from "./report.ts";

const users = 20_000;
const rounds = 15;

/** The addresses of the admin's and the account's own pages, by the name of the measurement. */
const screens = {
  "first page and stats": "/admin",
  "last page": "/admin?page=800",
  "search, one found": "/admin?q=musician-19999",
  "search, many found": "/admin?q=artist",
  "search, none found": "/admin?q=nobody-at-all",
  "by address": "/admin?sort=user",
  "by name": "/admin?sort=profile",
  "by name, last page": "/admin?sort=profile&page=800",
  "by role": "/admin?sort=role",
  "audit list, last page": "/admin/audit?page=400",
  "name and texts": "/admin/site",
  account: "/account",
  security: "/account/security",
  "devices, a thousand": "/account/devices",
  preferences: "/account/preferences",
  "data and deletion": "/account/data",
};

/**
 * The admin's and the account's own pages with 20,000 users, as many entries in the audit list, and 1,000 sessions of the one
 * that asks: each screen's data, as a browser asks for them.
 */
export async function measureAdmin(): Promise<object> {
  const email = "owner@example.org";
  await using handbill = await startHandbill({ LOG_LEVEL: "warn", OWNER_EMAIL: email });
  const db = await openDatabaseOf(handbill);
  try {
    const { headers, id } = await newAccount(handbill, db, email);
    await db
      .asSystem()
      .write((tx) =>
        tx
          .updateTable("users")
          .set({ role: "admin", email_confirmed_at: sql<Date>`now()` })
          .where("id", "=", id)
          .execute(),
      );
    printLine(`Filling in ${users} users…`);
    await fill(db);
    const owner = await openOwnerOf(handbill);
    await owner.query("analyze");
    await owner.end();

    const results = [];
    for (const [screen, path] of Object.entries(screens)) {
      const [pathname = "", query] = path.split("?");
      const url = `${handbill.origin}${pathname}.data${query ? `?${query}` : ""}`;
      const times: number[] = [];
      for (let turn = 0; turn < rounds; turn += 1) {
        const started = performance.now();
        const answer = await fetch(url, { headers });
        const body = await answer.text();
        times.push(performance.now() - started);
        if (answer.status !== 200 || body.includes("Database error"))
          throw new Error(`${url}: ${answer.status}`);
      }
      results.push({ screen, median: round(median(times), 1), slowest: round(Math.max(...times), 1) });
    }
    sayTable(results.map(({ screen, median, slowest }) => ({ screen, "ms (median)": median, slowest })));
    return { users, rounds, results };
  } finally {
    await db.close();
  }
}

async function fill(db: Database): Promise<void> {
  await db.asSystem().write(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
      insert into users (email, created_at)
      select 'musician-' || n || '@example.org', now() - n * interval '11 minutes'
      from generate_series(1, ${users}) n`.execute(tx);
    await sql`
      insert into musician_profiles (user_id, artist_name, custom_url, bio)
      select id, 'Artist ' || md5(email), 'page-' || split_part(split_part(email, '@', 1), '-', 2),
        repeat('Songs for night buses. ', 5)
      from users where email like 'musician-%' and right(split_part(email, '@', 1), 1) <> '0'`.execute(tx);
    await sql`
      insert into audit_log (at, actor, action, target, details)
      select now() - n * interval '1 minute', 'owner@example.org', 'role_changed', 'musician-' || n || '@example.org',
        'musician to admin'
      from generate_series(1, ${users}) n`.execute(tx);
    await sql`
      insert into sessions (token_hash, user_id, expires_at, browser, system)
      select sha256(n::text::bytea), id, now() + interval '1 day', 'Firefox', 'Linux'
      from users, generate_series(1, 1000) n where email = 'owner@example.org'`.execute(tx);
  });
}
