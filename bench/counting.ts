import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { Client } from "pg";
import { artist } from "../demo/artist.ts";
import { makeTrack } from "../tests/factories/page.ts";
import { newAccount } from "../tests/harness/account.ts";
import { openDatabaseOf, startHandbill } from "../tests/harness/handbill.ts";
import { childrenOf, has, moveToCore } from "./machine.ts";
import { median, round, say, sayTable } from "./report.ts";
import { generatorCore, load, type Subject, serverCore } from "./throughput.ts";

/** A hundred a second are 8.6 million a day. */
const visitsPerSecond = [100, 200];
const seconds = 5;

/** The demo artist's page from memory while nobody is counted, and while so many visits a second are; in turns. */
export async function measureCounting(rounds: number): Promise<object> {
  if (!has("wrk")) {
    say("Skipped: it needs the load generator wrk (on Debian: apt install wrk).");
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
    moveToCore(serverCore, pid);
    // The server has a core to itself; fans, load and database share the other.
    const database = childrenOf(pid).flatMap((postmaster) => [postmaster, ...childrenOf(postmaster)]);
    for (const other of [process.pid, ...database]) moveToCore(generatorCore, other);
    const origin = handbill.origin.replace("localhost", "127.0.0.1");
    const page: Subject = {
      name: "Handbill",
      url: `${origin}/artist/${artist.customUrl}`,
      pid,
      headers: { "Accept-Encoding": "br" },
    };
    await load(page, 2);
    const off: number[] = [];
    const on = visitsPerSecond.map((perSecond) => ({ perSecond, pages: [] as number[], visits: 0 }));
    for (let turn = 0; turn < rounds; turn++) {
      off.push((await load(page, seconds)).requestsPerSecond);
      for (const counted of on) {
        const workerData = { url: `${origin}/count`, artist: user_id, perSecond: counted.perSecond };
        const fans = new Worker(new URL("./fans.ts", import.meta.url), { workerData });
        await once(fans, "online");
        counted.pages.push((await load(page, seconds)).requestsPerSecond);
        fans.postMessage("enough");
        const [taken] = await once(fans, "message");
        counted.visits += taken;
        await fans.terminate();
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
    const rows = on.map(({ perSecond, pages, visits }) => ({
      "visits/s": perSecond,
      "pages/s": Math.round(median(pages)),
      share: round(median(pages.map((rate, turn) => rate / (off[turn] ?? 1))), 3),
      visits,
    }));
    sayTable([{ "visits/s": 0, "pages/s": Math.round(median(off)), share: 1, visits: 0 }, ...rows]);
    const visits = rows.reduce((sum, row) => sum + row.visits, 0);
    say(`${counted} of ${visits} visits are counted`);
    return { rounds, seconds, off: off.map(Math.round), rows, visits, counted };
  } finally {
    await db.close();
  }
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
    say(`${events.toLocaleString("en")} events over ${days} days`);
    sayTable(rows);
    return { events, days, rows };
  } finally {
    await db.close();
  }
}
