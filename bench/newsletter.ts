import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../server/db/database.ts";
import { makeMusician } from "../tests/factories/accounts.ts";
import { makeIssue } from "../tests/factories/audience.ts";
import { type Account, newAccount } from "../tests/harness/account.ts";
import { type Handbill, openDatabaseOf, startHandbill, temporaryDataDir } from "../tests/harness/handbill.ts";
import { readMetrics } from "./metrics.ts";
import { median, printLine, round, sayTable } from "./report.ts";

const subscribers = 50_000;
const readers = 5_000;
const runs = 9;
const memoryRounds = 6;
const limitMs = 1_000;

/** A list of 50,000 subscribers on the screen, searched and as a file; then an issue to 5,000 through two deaths. */
export async function measureNewsletter(): Promise<object> {
  return { list: await measureList(), issue: await measureIssue() };
}

async function measureList(): Promise<object> {
  await using handbill = await startHandbill({ LOG_LEVEL: "warn" });
  const db = await openDatabaseOf(handbill);
  try {
    const artist = await artistWith(handbill, db, subscribers);
    const rows = [];
    for (const [name, path] of [
      ["first page", ""],
      ["page 500", "?page=500"],
      ["search, one found", "?search=fan4321%40"],
      ["search, all found", "?search=fans.example"],
      ["search, none found", "?search=nobody-here"],
      ["file", "/subscribers.csv"],
    ] as const) {
      const loads: Load[] = [];
      for (let run = 0; run < runs; run++) loads.push(await load(handbill, artist, path));
      const times = loads.map(({ ms }) => ms);
      rows.push({
        what: name,
        "median ms": round(median(times)),
        "longest ms": round(Math.max(...times)),
        KiB: round((loads[0]?.bytes ?? 0) / 1024),
      });
    }
    sayTable(rows);
    const longest = Math.max(...rows.map((row) => row["longest ms"]));
    printLine(`The longest took ${longest} ms: ${longest < limitMs ? "within" : "beyond"} ${limitMs} ms`);
    // Garbage that isn't collected yet grows to a size and stays there; a leak would go on growing.
    const memory = [];
    for (let turn = 0; turn < memoryRounds; turn++) {
      let peak = 0;
      for (let run = 0; run < runs; run++) {
        peak = Math.max(peak, (await load(handbill, artist, "/subscribers.csv")).peakMiB);
      }
      memory.push({ files: (turn + 1) * runs, "RSS MiB, at most": round(peak) });
    }
    sayTable(memory);
    return { subscribers, runs, rows, memory };
  } finally {
    await db.close();
  }
}

interface Load {
  ms: number;
  bytes: number;
  peakMiB: number;
}

/** Reads an answer to its end, and looks now and then at how much memory the server holds. */
async function load(handbill: Handbill, { headers }: Account, path: string): Promise<Load> {
  const rss = async () => (await readMetrics(handbill.origin))("process_resident_memory_bytes") / 2 ** 20;
  const started = performance.now();
  const answer = await fetch(`${handbill.origin}/newsletter${path}`, { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`${path} answered ${answer.status}.`);
  let bytes = 0;
  let peakMiB = 0;
  let looked = started;
  for await (const piece of answer.body) {
    bytes += piece.length;
    // Asking costs the server a moment too.
    if (performance.now() - looked < 200) continue;
    looked = performance.now();
    peakMiB = Math.max(peakMiB, await rss());
  }
  const ms = performance.now() - started;
  return { ms, bytes, peakMiB: Math.max(peakMiB, await rss()) };
}

const greeting = z.object({ port: z.number() });

async function measureIssue(): Promise<object> {
  const mailServer = fork(new URL("./mail-server.ts", import.meta.url));
  const dataDir = await temporaryDataDir();
  try {
    const [message] = await once(mailServer, "message");
    const accepted: string[] = [];
    mailServer.on("message", (address) => accepted.push(String(address)));
    const SMTP_URL = `smtp://127.0.0.1:${greeting.parse(message).port}`;
    const start = () => startHandbill({ SMTP_URL, DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    let handbill = await start();
    const db = await openDatabaseOf(handbill);
    try {
      const artist = await artistWith(handbill, db, readers);
      const { id } = await makeIssue(db, { musician_id: artist.id });
      const started = performance.now();
      const answer = await fetch(`${handbill.origin}/newsletter/letters/${id}`, {
        method: "POST",
        headers: artist.headers,
        body: new URLSearchParams({ intent: "send-issue", id }),
      });
      if (answer.status !== 200) throw new Error(`Sending answered ${answer.status}.`);
      const claimed: number[] = [];
      const waits: number[] = [];
      for (const share of [1 / 3, 2 / 3]) {
        while (accepted.length < readers * share) {
          await pause(100);
          claimed.push((await countsOf(db, id)).claimed ?? 0);
        }
        // In no particular moment of a mail.
        await pause(Math.random() * 100);
        const killed = performance.now();
        handbill.process.kill("SIGKILL");
        await once(handbill.process, "exit");
        const before = accepted.length;
        handbill = await start();
        while (accepted.length === before) await pause(20);
        waits.push(round((performance.now() - killed) / 1000, 1));
      }
      while (!(await isSent(db, id))) await pause(500);
      const seconds = round((performance.now() - started) / 1000);
      const { sent = 0, unknown = 0 } = await countsOf(db, id);
      const arrived = new Set(accepted).size;
      const figures = {
        readers,
        seconds,
        "arrived once": arrived - (accepted.length - arrived),
        "arrived twice": accepted.length - arrived,
        "never arrived": readers - arrived,
        sent,
        "in doubt": unknown,
        "in doubt at any moment": round(claimed.reduce((sum, count) => sum + count, 0) / claimed.length, 2),
      };
      sayTable([figures]);
      printLine(`After each death it went on within ${waits.join(" and ")} s.`);
      return { ...figures, waits };
    } finally {
      await handbill.stop();
      await db.close();
    }
  } finally {
    mailServer.disconnect();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function artistWith(handbill: Handbill, db: Database, fans: number): Promise<Account> {
  const account = await newAccount(handbill, db, `artist-${fans}@example.org`);
  await makeMusician(db, { user_id: account.id });
  await db.asSystem().write((tx) =>
    sql`
      insert into newsletter_subscribers (musician_id, subscriber_email, subscriber_name, source, confirmed_at, created_at)
      select ${account.id}::uuid, 'fan' || n || '@fans.example', 'Fan ' || n, 'artist_page', now(),
        now() - n * interval '1 minute'
      from generate_series(1, ${fans}::int) n`.execute(tx),
  );
  return account;
}

async function countsOf(db: Database, issueId: string): Promise<Record<string, number>> {
  const rows = await db.asSystem().read((tx) =>
    tx
      .selectFrom("letter_deliveries")
      .select((is) => ["status", is.fn.countAll<number>().as("count")])
      .where("letter_id", "=", issueId)
      .groupBy("status")
      .execute(),
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function isSent(db: Database, issueId: string): Promise<boolean> {
  const rows = await db
    .asSystem()
    .read((tx) => tx.selectFrom("letters").select("status").where("id", "=", issueId).execute());
  return rows[0]?.status === "sent";
}
