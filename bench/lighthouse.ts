import { spawnSync } from "node:child_process";
import { z } from "zod";
import { ensureChromium } from "../tests/harness/chromium.ts";
import { startComparedPages } from "./compared-pages.ts";
import { median, printLine, sayTable } from "./report.ts";

/** Too heavy to be a dependency: npx fetches it when it is asked for. */
const lighthouse = "lighthouse@12.8.2";
const categories = ["performance", "accessibility", "best-practices", "seo"];
const audits = {
  "FCP ms": "first-contentful-paint",
  "LCP ms": "largest-contentful-paint",
  "TBT ms": "total-blocking-time",
  CLS: "cumulative-layout-shift",
  "main thread ms": "mainthread-work-breakdown",
};

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});

/** Lighthouse's scores of our pages and of a plain static one, as phone and as desktop, in turns. */
export async function measureLighthouse(runs: number): Promise<object> {
  await using pages = await startComparedPages([
    "artist",
    "landing",
    "sign-in",
    "release",
    "events",
    "comments",
  ]);
  const rows = [];
  for (const device of ["phone", "desktop"]) {
    const figures = new Map([...pages.urls.keys()].map((name) => [name, [] as Record<string, number>[]]));
    for (let run = 0; run < runs; run++)
      for (const [name, url] of pages.urls) figures.get(name)?.push(judge(url, device));
    for (const [page, judged] of figures) {
      const names = Object.keys(judged[0] ?? {});
      rows.push({
        page,
        device,
        ...Object.fromEntries(
          names.map((name) => [name, median(judged.map((row) => row[name] ?? Number.NaN))]),
        ),
      });
    }
  }
  sayTable(rows);
  printLine(`${lighthouse}, medians of ${runs} in turns`);
  return { lighthouse, runs, rows };
}

/** @param tries Lighthouse fails now and then, and says itself that it should be run again */
function judge(url: string, device: string, tries = 3): Record<string, number> {
  const words = ["--yes", lighthouse, url, "--quiet", "--output=json"];
  words.push(`--only-categories=${categories}`, "--chrome-flags=--headless=new --no-sandbox");
  if (device === "desktop") words.push("--preset=desktop");
  const { status, stdout, stderr } = spawnSync("npx", words, {
    env: { ...process.env, CHROME_PATH: ensureChromium() },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: 300_000,
  });
  if (status !== 0 && tries > 1) return judge(url, device, tries - 1);
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}:\n${stderr}`);
  const { categories: scores, audits: values } = report.parse(JSON.parse(stdout));
  return {
    ...Object.fromEntries(categories.map((name) => [name, Math.round((scores[name]?.score ?? 0) * 100)])),
    ...Object.fromEntries(
      Object.entries(audits).map(([name, audit]) => {
        const value = values[audit]?.numericValue ?? Number.NaN;
        return [name, name === "CLS" ? Number(value.toFixed(3)) : Math.round(value)];
      }),
    ),
  };
}
