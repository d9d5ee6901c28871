import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { startHandbill } from "../tests/harness/handbill.ts";
import { artists, filledDataDir, pagePath } from "./filled.ts";
import { readMetrics } from "./metrics.ts";
import { median, printLine, round, sayTable } from "./report.ts";

const popular = 100;
const visitorsOfPopularPages = 24;
const visitorsOfAnyPage = 8;
const sampleEveryMs = 5_000;

interface Sample {
  seconds: number;
  rss: number;
  heap: number;
  kept: number;
  requests: number;
}

/**
 * Hits, misses and writes that drop pages, all at once and without a pause, while the server says how much memory it
 * holds. Flat means: in the last fifth of the time no more than 5 % above the second fifth, when everything has been
 * used and the cache is full.
 */
export async function measureMemory(minutes: number): Promise<object> {
  await using filled = await filledDataDir();
  await filled.stop();
  await using handbill = await startHandbill(filled.settings);
  const agent = new Agent({ keepAlive: true });
  const ends = performance.now() + minutes * 60_000;
  const until = async (work: () => Promise<unknown>) => {
    while (performance.now() < ends) await work();
  };
  let writes = 0;
  const write = async (owner: Client) => {
    const artist = 1 + (writes++ % popular);
    await owner.query(
      `update music_tracks set title = 'Renamed ' || $1 where display_order = 1
         and user_id = (select user_id from musician_profiles where custom_url = 'artist-' || $2)`,
      [String(writes), String(artist)],
    );
    await pause(20);
  };

  const samples: Sample[] = [];
  const sample = async () => {
    samples.push(await sampleOf(handbill.origin, minutes * 60 - (ends - performance.now()) / 1000));
    await pause(sampleEveryMs);
  };
  const someone = (range: number) =>
    get(agent, handbill.origin + pagePath(1 + Math.floor(Math.random() * range)));
  const visitors = [
    ...Array.from({ length: visitorsOfPopularPages }, () => until(() => someone(popular))),
    ...Array.from({ length: visitorsOfAnyPage }, () => until(() => someone(artists))),
  ];
  await Promise.all([...visitors, filled.asOwner((owner) => until(() => write(owner))), until(sample)]);
  agent.destroy();

  const every = Math.ceil(samples.length / 12);
  sayTable(
    samples
      .filter((_, index) => index % every === 0 || index === samples.length - 1)
      .map(({ seconds, rss, heap, kept, requests }) => ({
        seconds: Math.round(seconds),
        "RSS MiB": mebibytes(rss),
        "heap MiB": mebibytes(heap),
        "pages MiB": mebibytes(kept),
        requests,
      })),
  );
  const fifth = Math.floor(samples.length / 5);
  const early = median(samples.slice(fifth, 2 * fifth).map(({ rss }) => rss));
  const late = median(samples.slice(-fifth).map(({ rss }) => rss));
  const growth = round((late / early - 1) * 100, 1);
  printLine(
    `${writes} writes; RSS ${mebibytes(early)} -> ${mebibytes(late)} MiB (${growth} %): ${growth <= 5 ? "flat" : "it grows"}`,
  );
  return { minutes, writes, growthPercent: growth, samples };
}

async function sampleOf(origin: string, seconds: number): Promise<Sample> {
  const metric = await readMetrics(origin);
  return {
    seconds: round(seconds, 1),
    rss: metric("process_resident_memory_bytes"),
    heap: metric("nodejs_heap_size_used_bytes"),
    kept: metric("handbill_page_cache_bytes"),
    requests:
      metric('handbill_page_cache_requests_total{result="hit"}') +
      metric('handbill_page_cache_requests_total{result="miss"}'),
  };
}

function mebibytes(bytes: number): number {
  return round(bytes / 2 ** 20, 1);
}

function get(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent, headers: { "Accept-Encoding": "br" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.on("end", resolve).resume();
    });
    clientRequest.on("error", reject).end();
  });
}
