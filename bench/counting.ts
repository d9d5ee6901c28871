import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { artist } from "../demo/artist.ts";
import type { Database } from "../server/db/database.ts";
import { makeTrack } from "../tests/factories/page.ts";
import { newAccount } from "../tests/harness/account.ts";
import { openDatabaseOf, startHandbill } from "../tests/harness/handbill.ts";
import { childrenOf, has, moveToCore } from "./machine.ts";
import { median, printLine, round, sayTable } from "./report.ts";
import { generatorCore, load, type Subject, serverCore } from "./throughput.ts";

/** Every so many requests for the page come with a report that it was seen. */
const pagesPerVisit = [2_000, 400, 200];
const seconds = 3;

/** The demo artist's page from memory without counting, and while visits are counted; in turns. */
export async function measureCounting(rounds: number): Promise<object> {
  if (!has("wrk")) {
    printLine("Skipped: it needs the load generator wrk (on Debian: apt install wrk).");
    return { skipped: "wrk is missing" };
  }
  await using handbill = await startHandbill({ DEMO: "on", LOG_LEVEL: "warn", TRUST_PROXY: "1" });
  const db = await openDatabaseOf(handbill);
  try {
    const { user_id } = await db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("musician_profiles")
          .select("user_id")
          .where("custom_url", "=", artist.customUrl)
          .executeTakeFirstOrThrow(),
      );
    const pid = handbill.process.pid ?? 0;
    // The server and its database have a core to themselves, the load the other: whatever else ran there would slow
    // the load down, and look like the server's cost.
    moveToCore(generatorCore, process.pid);
    const database = childrenOf(pid).flatMap((postmaster) => [postmaster, ...childrenOf(postmaster)]);
    for (const own of [pid, ...database]) moveToCore(serverCore, own);
    await allAnalysed(db);
    const origin = handbill.origin.replace("localhost", "127.0.0.1");
    const turn = async (perVisit: number): Promise<Turn> => {
      const script = [join(import.meta.dirname, "fans.lua"), user_id, String(perVisit)] as const;
      const url = `${origin}/artist/${artist.customUrl}`;
      const page: Subject = {
        name: "Handbill",
        url,
        pid,
        headers: { "Accept-Encoding": "br" },
        script: [...script],
      };
      const { requestsPerSecond, output } = await load(page, seconds);
      const visits = Number(/Visits: (\d+)/.exec(output)?.[1]);
      return { visits, pagesPerSecond: requestsPerSecond - visits / seconds };
    };
    await turn(0);
    // Between two turns with visits there is one without, and each is compared with those before and after it: the rest
    // of the machine's load changes from one second to the next.
    let before = await turn(0);
    const off = [before];
    const on = pagesPerVisit.map((perVisit) => ({ perVisit, turns: [] as Compared[] }));
    for (let round = 0; round < rounds; round++) {
      for (const { perVisit, turns } of on) {
        const counted = await turn(perVisit);
        const after = await turn(0);
        const without = (before.pagesPerSecond + after.pagesPerSecond) / 2;
        turns.push({ ...counted, share: counted.pagesPerSecond / without });
        off.push(after);
        before = after;
      }
    }
    // The last second's.
    await pause(1_500);
    const { counted } = await db.asSystem().read((tx) =>
      tx
        .selectFrom("analytics_days")
        .select((row) => row.fn.sum<number>("count").as("counted"))
        .where("facet", "=", "all")
        .where("kind", "=", "views")
        .executeTakeFirstOrThrow(),
    );
    const row = (turns: Turn[]) => ({
      "visits/s": Math.round(median(turns.map(({ visits }) => visits / seconds))),
      "pages/s": Math.round(median(turns.map(({ pagesPerSecond }) => pagesPerSecond))),
    });
    const rows = [
      { ...row(off), share: 1, quarters: "" },
      ...on.map(({ turns }) => {
        const shares = turns.map(({ share }) => share).sort((one, other) => one - other);
        const quarter = Math.floor(shares.length / 4);
        return {
          ...row(turns),
          share: round(median(shares), 3),
          quarters: `${round(shares[quarter] ?? 0, 3)}-${round(shares.at(-1 - quarter) ?? 0, 3)}`,
        };
      }),
    ];
    const visits = on.flatMap(({ turns }) => turns).reduce((sum, turn) => sum + turn.visits, 0);
    sayTable(rows);
    printLine(`${rounds} rounds of ${seconds} s each; ${counted} of ${visits} visits are counted`);
    return { rounds, seconds, rows, visits, counted };
  } finally {
    await db.close();
  }
}

/** The result of one run of the generator. */
interface Turn {
  pagesPerSecond: number;
  visits: number;
}

interface Compared extends Turn {
  /** The share of the pages that are served a second without visits. */
  share: number;
}

/** After the start the demo's tracks are listened through, and each result makes its page anew. */
async function allAnalysed(db: Database): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const { left } = await db.asSystem().read((tx) =>
      tx
        .selectFrom("music_tracks")
        .select((row) => row.fn.countAll<number>().as("left"))
        .where("analysed_at", "is", null)
        .executeTakeFirstOrThrow(),
    );
    if (left === 0) return;
    await pause(500);
  }
  throw new Error("The demo's tracks weren't listened through in time.");
}

const events = 1_000_000;
const days = 730;

/** A musician's screen of numbers after a million events, spread over two years, 30 tracks and 40 sources. */
export async function measureAnalytics(): Promise<object> {
  await using handbill = await startHandbill({ LOG_LEVEL: "warn" });
  const db = await openDatabaseOf(handbill);
  try {
    const { id, headers } = await newAccount(handbill, db, "million@example.org");
    const tracks: string[] = [];
    for (let number = 0; number < 30; number++) tracks.push((await makeTrack(db, { user_id: id })).id);
    await db.asSystem().write(async (tx) => {
      const perKind = Math.ceil(events / days / 5);
      const day = sql`(now() at time zone 'UTC')::date - d`;
      const spread = (facet: string, values: string[], each: number) =>
        sql`
        insert into analytics_days (user_id, facet, day, kind, value, count)
        select ${id}, ${facet}, day, kind, value, ${each}
        from (
            select ${day} as day from generate_series(0, ${days - 1}::integer) d
            union all select '-infinity' where ${facet} <> 'all') days,
          unnest(array['views', 'visitors', 'plays', 'downloads', 'clicks']) kind,
          unnest(${values}::text[]) value`.execute(tx);
      await spread("all", [""], perKind);
      await spread("device", ["phone", "tablet", "desktop"], Math.ceil(perKind / 3));
      await spread(
        "source",
        Array.from({ length: 40 }, (_, number) => `site-${number}.example`),
        Math.ceil(perKind / 40),
      );
      await spread("target", tracks, Math.ceil(perKind / 30));
      await sql`
        insert into analytics_listening (track_id, user_id, day, heard)
        select track, ${id}, day, array_fill(9, array[48])
        from unnest(${tracks}::uuid[]) track, (
          select ${day} as day from generate_series(0, 92) d union all select '-infinity') days`.execute(tx);
    });
    const socket = join(handbill.dataDir, "postgres", "socket");
    const owner = new Client({ host: socket, user: "handbill", database: "handbill" });
    await owner.connect();
    await owner.query("vacuum (analyze) analytics_days, analytics_listening").finally(() => owner.end());
    const rows = [];
    for (const span of ["7", "30", "90", "all"]) {
      const times: number[] = [];
      for (let run = 0; run < 12; run++) {
        const started = performance.now();
        const answer = await fetch(`${handbill.origin}/analytics?days=${span}`, { headers });
        await answer.text();
        if (answer.status !== 200) throw new Error(`The screen answered ${answer.status}.`);
        times.push(performance.now() - started);
      }
      rows.push({
        span,
        "first ms": round(times[0] ?? 0),
        "median ms": round(median(times)),
        "longest ms": round(Math.max(...times)),
      });
    }
    printLine(`${events.toLocaleString("en")} events over ${days} days`);
    sayTable(rows);
    return { events, days, rows };
  } finally {
    await db.close();
  }
}
