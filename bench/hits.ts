import { LRUCache } from "lru-cache";
import { printLine, round, sayTable } from "./report.ts";

/** Bytes of a page in brotli, with what the cache keeps beside it. */
const pageBytes = 35_000;
/** Values of `PAGE_CACHE_MB`: the usual one, and one for many artists. */
const sizes = [64, 1024];
const pagesIn = (megabytes: number) => Math.floor((megabytes * 1024 ** 2) / pageBytes);

const settled = 500_000;
const counted = 1_000_000;

/**
 * A simulation, without a server: visitors choose among the pages by Zipf's law, and the page cache of each process holds as many
 * as have room. How many of the views it answers, and how many of the others the database's store, which all processes share
 * and in which the oldest pages make way. Pages that change or end meanwhile come on top.
 */
export async function measureHits(): Promise<object> {
  const rows = [];
  for (const artists of [1_000_000, 10_000_000]) {
    for (const exponent of [0.8, 1, 1.2]) {
      const next = zipf(artists, exponent);
      for (const megabytes of sizes) {
        rows.push(simulate({ artists, exponent, megabytes, processes: 1, balanced: "" }, next));
        rows.push(simulate({ artists, exponent, megabytes, processes: 8, balanced: "by turns" }, next));
        rows.push(simulate({ artists, exponent, megabytes, processes: 8, balanced: "by address" }, next));
      }
    }
  }
  printLine(`Pages of ${pageBytes} bytes`);
  sayTable(rows);
  return { pageBytes, settled, counted, rows };
}

interface Site {
  artists: number;
  exponent: number;
  /** Of `PAGE_CACHE_MB`. */
  megabytes: number;
  processes: number;
  /** How a balancer chooses among the processes. */
  balanced: "" | "by turns" | "by address";
}

function simulate(site: Site, next: () => number) {
  const { megabytes, processes, balanced } = site;
  const inStore = pagesIn(2 * megabytes);
  const memories = Array.from(
    { length: processes },
    () => new LRUCache<number, true>({ max: pagesIn(megabytes) }),
  );
  // By when they were stored: looking a page up keeps it no longer.
  const store = new Set<number>();
  let hits = 0;
  let stored = 0;
  for (let view = 0; view < settled + counted; view++) {
    const page = next();
    const memory = memories[(balanced === "by address" ? page : view) % processes];
    const isCounted = view >= settled;
    if (memory?.get(page)) {
      if (isCounted) hits++;
      continue;
    }
    memory?.set(page, true);
    if (store.has(page)) {
      if (isCounted) stored++;
      continue;
    }
    store.add(page);
    if (store.size > inStore) for (const oldest of store.values()) if (store.delete(oldest)) break;
  }
  const percent = (views: number) => round((views / counted) * 100, 1);
  return {
    ...site,
    "% from memory": percent(hits),
    "% from the store": percent(stored),
    "% rendered": percent(counted - hits - stored),
  };
}

/** Draws numbers from 1 to `most`, the n-th of them 1/n^exponent as often as the first. */
function zipf(most: number, exponent: number): () => number {
  const sums = new Float64Array(most);
  let sum = 0;
  for (let n = 1; n <= most; n++) sums[n - 1] = sum += n ** -exponent;
  return () => {
    const drawn = Math.random() * sum;
    let low = 0;
    let high = most - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
