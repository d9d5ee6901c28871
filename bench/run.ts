import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureAdmin } from "./admin.ts";
import { measureAnswers } from "./answers.ts";
import { measureColdRenders } from "./cold.ts";
import { measureComparison } from "./compare.ts";
import { measureAnalytics, measureCounting } from "./counting.ts";
import { measureDashboard } from "./dashboard.ts";
import { measureHits } from "./hits.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureListening } from "./listening.ts";
import { measureStreams } from "./live.ts";
import { machine } from "./machine.ts";
import { measureMemory } from "./memory.ts";
import { measureMessages } from "./messages.ts";
import { measureNewsletter } from "./newsletter.ts";
import { measurePhone } from "./phone.ts";
import { measureReleases } from "./releases.ts";
import { measureReorder } from "./reorder.ts";
import { printLine } from "./report.ts";
import { measureScale } from "./scale.ts";
import { measureStaleness } from "./stale.ts";
import { measureThroughput } from "./throughput.ts";
import { measureUploads } from "./uploads.ts";
import { measureWorkers } from "./workers.ts";

// Measures the budgets of the pages, beside other pages and on the machine at hand:
//   npm run bench [-- PART ...] [--minutes 5] [--runs 5] [--writes 25600] [--before CHECKOUT]
//   npm run bench -- scale --database ADDRESS [--artists 1000000]
// Its parts stand below; without a name, all that need no database. CHECKOUT is an earlier Handbill with its packages, for
// `workers`. ADDRESS is a PostgreSQL database's of its owner's: where it is empty, `scale` fills it.
// Nothing else should run meanwhile. The figures are stored in results/, one file a day.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "5" },
    runs: { type: "string", default: "5" },
    writes: { type: "string", default: "25600" },
    before: { type: "string" },
    database: { type: "string" },
    artists: { type: "string", default: "1000000" },
  },
});
const runs = Number(values.runs);
const parts: Record<string, () => Promise<object>> = {
  throughput: () => measureThroughput(runs),
  cold: measureColdRenders,
  stale: () => measureStaleness(Number(values.writes)),
  memory: () => measureMemory(Number(values.minutes)),
  phone: () => measurePhone(runs),
  compare: () => measureComparison(runs),
  lighthouse: () => measureLighthouse(runs),
  listening: () => measureListening(runs),
  uploads: measureUploads,
  counting: () => measureCounting(runs),
  analytics: measureAnalytics,
  newsletter: measureNewsletter,
  releases: measureReleases,
  reorder: measureReorder,
  streams: measureStreams,
  messages: measureMessages,
  admin: measureAdmin,
  dashboard: () => measureDashboard(runs),
  answers: measureAnswers,
  workers: () => measureWorkers(runs, values.before),
  hits: measureHits,
};
const { database } = values;
if (database) parts.scale = () => measureScale({ databaseUrl: database, artists: Number(values.artists) });

const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
const results: Record<string, unknown> = {};
printLine(Object.values(machine()).join(" · "));
for (const name of chosen) {
  const measure = parts[name];
  if (!measure) throw new Error(`There is no part ${name}, only ${Object.keys(parts).join(", ")}.`);
  printLine(`\n${name}`);
  results[name] = { machine: machine(), ...(await measure()) };
}

const folder = join(import.meta.dirname, "results");
const file = join(folder, `${new Date().toISOString().slice(0, 10)}.json`);
const earlier: object = await readFile(file, "utf8").then(JSON.parse, () => ({}));
await mkdir(folder, { recursive: true });
await writeFile(file, `${JSON.stringify({ ...earlier, ...results }, null, 2)}\n`);
printLine(`\nKept in ${file}`);
