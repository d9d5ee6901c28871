import { peer, startComparedPages, visitOften } from "./compared-pages.ts";
import { conditions, launchBrowser, medians, visit } from "./phone.ts";
import { printLine, round, sayTable } from "./report.ts";

const figures = ["FCP ms", "LCP ms", "TBT ms", "CLS", "requests", "bytes", "script bytes"];

/** First visits of our pages and of a plain static one, on the same emulated phone, in turns. */
export async function measureComparison(runs: number): Promise<object> {
  await using pages = await startComparedPages(["artist", "landing", "sign-in", "release"]);
  const names = [...pages.urls.keys()];
  const visits = new Map(names.map((name) => [name, [] as Record<string, number>[]]));
  const browser = await launchBrowser();
  try {
    // The first visit has covers made as AVIF (decision 0090).
    for (const url of pages.urls.values()) await visit(browser, url);
    for (let run = 0; run < runs; run++)
      for (const [name, url] of pages.urls) {
        // The artist's page is another one every minute, because it says how long ago a comment was written.
        await visitOften(url);
        visits.get(name)?.push(await visit(browser, url));
      }
  } finally {
    await browser.close();
  }
  const measured = new Map(names.map((name) => [name, medians(visits.get(name) ?? [])]));
  const ofPeer = (name: string, figure: string) =>
    round((measured.get(name)?.[figure] ?? Number.NaN) / (measured.get(peer)?.[figure] ?? Number.NaN), 2);
  const rows = names.map((name) => ({
    page: name,
    ...Object.fromEntries(figures.map((figure) => [figure, round(measured.get(name)?.[figure] ?? 0, 3)])),
    "LCP of static": ofPeer(name, "LCP ms"),
    "TBT of static": ofPeer(name, "TBT ms"),
  }));
  sayTable(rows);
  printLine(`${runs} first visits of each, in turns; ${conditions}; medians`);
  return { runs, rows, visits: Object.fromEntries(visits) };
}
