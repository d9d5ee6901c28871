import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { sayTable } from "../../bench/report.ts";
import { openDatabase } from "../../server/db/database.ts";
import { openStorage } from "../../server/storage/open-storage.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makePhoto, uploadAddress } from "../factories/page.ts";
import { freshCluster } from "../harness/cluster.ts";
import { startHandbill, temporaryDataDir } from "../harness/handbill.ts";
import { password, testLog, testSecret } from "../harness/settings.ts";
import { type Fate, openWire } from "../harness/wire.ts";

// node tests/durability/outages.ts [SECONDS]: takes the database away from a server in each way a network can, and says
// how everything is answered meanwhile. It needs what `npm run build` makes.

const seconds = Number(process.argv[2] ?? 45);
/** By then the server is to know. */
const knownAfterMs = 3_000;

await using cluster = await freshCluster();
await using wire = await openWire(cluster.ownerUrl);
const dataDir = await temporaryDataDir();
await using _ = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) };
await using handbill = await startHandbill({
  DATABASE_URL: wire.url,
  DATA_DIR: dataDir,
  SESSION_SECRET: testSecret,
  LOG_LEVEL: "error",
});

const database = await openDatabase({
  databaseUrl: cluster.ownerUrl,
  dataDir,
  sessionSecret: testSecret,
  log: testLog,
});
const { id } = await makeMusician(database, { custom_url: "nova", artist_name: "Nova" });
const picture = uploadAddress("photos", id, "shown.webp");
const storage = await openStorage({ dataDir });
await storage.put(picture.slice("/uploads/".length), Buffer.from("A picture"), { contentType: "image/webp" });
await makePhoto(database, { user_id: id, image_url: picture });
await database.close();

const page = "/artist/nova";
const requests: Record<string, [path: string, options?: RequestInit]> = {
  "page in memory": [page],
  "its picture": [picture],
  "page not in memory": [`${page}/events?month=2026-01`],
  "page, signed in": [page, { headers: { Cookie: "handbill_session=somebody" } }],
  landing: ["/"],
  "sign-in screen": ["/signin"],
  "signing in": [
    "/signin",
    {
      method: "POST",
      headers: { Origin: handbill.origin, "Content-Type": "application/x-www-form-urlencoded" },
      body: `email=nova@example.org&password=${password}`,
    },
  ],
  "/readyz": ["/readyz"],
};

interface Answer {
  atMs: number;
  ms: number;
  status: string;
}

async function fetchTimed(path: string, options: RequestInit = {}, start = Date.now()): Promise<Answer> {
  const begun = Date.now();
  const status = await fetch(handbill.origin + path, { ...options, signal: AbortSignal.timeout(60_000) })
    .then(async (answer) => {
      await answer.arrayBuffer();
      return String(answer.status);
    })
    .catch((error: unknown) => (error instanceof Error ? error.name : "failed"));
  return { atMs: begun - start, ms: Date.now() - begun, status };
}

const slowest = (answers: Answer[]) => Math.max(0, ...answers.map(({ ms }) => ms));

for (const fate of ["refused", "reset", "swallowed"] satisfies Fate[]) {
  for (const path of [page, picture]) await fetchTimed(path);
  const start = Date.now();
  await wire.become(fate);
  const rows = await Promise.all(
    Object.entries(requests).map(async ([name, [path, options]]) => {
      const answers: Answer[] = [];
      while (Date.now() - start < seconds * 1000) {
        answers.push(await fetchTimed(path, options, start));
        await pause(100);
      }
      const counts = Map.groupBy(answers, ({ status }) => status);
      return {
        [`${fate}, ${seconds} s`]: name,
        answers: [...counts].map(([status, { length }]) => `${status}: ${length}`).join(", "),
        "slowest, ms": slowest(answers),
        "once known": slowest(answers.filter(({ atMs }) => atMs >= knownAfterMs)),
      };
    }),
  );
  sayTable(rows);
  const back = Date.now();
  await wire.become("joined");
  while ((await fetchTimed("/readyz")).status !== "200") await pause(20);
  process.stdout.write(`All is well ${Date.now() - back} ms after the database came back.\n\n`);
}
