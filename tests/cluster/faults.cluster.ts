import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { median, printLine, round, sayTable } from "../../bench/report.ts";
import { type Cluster, down, up } from "../../cluster/cluster.ts";
import { members } from "../../cluster/parts.ts";
import { openDatabase } from "../../server/db/database.ts";
import { openS3 } from "../../server/storage/s3.ts";
import { makeMusician } from "../factories/accounts.ts";
import { newAccount, upload } from "../harness/account.ts";
import { testLog } from "../harness/settings.ts";
import { faults } from "./faults.ts";
import {
  type Experience,
  loadFor,
  type Musician,
  photoFile,
  type Read,
  type Scene,
  type Write,
} from "./load.ts";

// CLUSTER_ROUNDS=3 CLUSTER_SECONDS=60 npm run test:cluster -- -t "primary"

const rounds = Number(process.env.CLUSTER_ROUNDS ?? 1);
const seconds = Number(process.env.CLUSTER_SECONDS ?? 60);
/** The load goes on before a fault and after it, each a quarter of the time. */
const quarterMs = (seconds * 1000) / 4;

const folder = await mkdtemp(join(tmpdir(), "handbill-cluster-"));
let cluster: Cluster;
let scene: Omit<Scene, "photographer">;
const table: Record<string, string | number>[] = [];

beforeAll(async () => {
  cluster = await up(folder);
  scene = await makeScene();
});

afterAll(async () => {
  await down(folder);
  printLine(`${cpus().length} cores ${cpus()[0]?.model}; ${rounds} rounds of ${seconds} s, medians.`);
  sayTable(table);
});

test.each(faults)("what was acknowledged is there once: $name", async ({ name, cause }) => {
  const experiences: Experience[] = [];
  for (let round = 0; round < rounds; round++) {
    await isWhole();
    const photographer = await makeArtist(`photographer-${randomUUID()}`);
    const load = loadFor({ ...scene, photographer }, seconds);
    await pause(quarterMs);
    await cause(cluster, () => pause(2 * quarterMs));
    experiences.push(await load);
  }
  await isWhole();
  report(name, experiences);
  await reportMails(experiences);

  const stored = await countStored();
  for (const { acknowledged, unclear } of experiences) {
    for (const [kind, names] of acknowledged) {
      expect(names.length, `${kind}s acknowledged`).toBeGreaterThan(0);
      const wrong = names.filter((name) => stored[kind](name) !== 1);
      expect(wrong, `${kind}s lost, or there twice`).toEqual([]);
    }
    for (const [kind, names] of unclear) {
      expect(
        names.filter((name) => name && stored[kind](name) > 1),
        `${kind}s there twice`,
      ).toEqual([]);
    }
  }
  const refused = experiences.flatMap(({ outcomes }) => failuresOf(outcomes.get("cached page") ?? []));
  expect(refused, "cached pages that a fan did not get").toEqual([]);
});

/** All that a fault may have taken away is there again. */
async function isWhole(): Promise<void> {
  await cluster.databaseIsWhole();
  for (const member of members) await cluster.ready(member);
}

async function makeArtist(name: string): Promise<Musician> {
  const { origin, databaseUrl, sessionSecret } = cluster;
  const database = await openDatabase({ databaseUrl, dataDir: folder, sessionSecret, log: testLog });
  const account = await newAccount({ origin }, database, `${name}@example.org`);
  await makeMusician(database, { user_id: account.id, custom_url: name });
  await database.close();
  return { ...account, page: `/artist/${name}` };
}

async function makeScene(): Promise<typeof scene> {
  const { origin } = cluster;
  const quiet = await Promise.all(["quiet-1", "quiet-2", "quiet-3"].map(makeArtist));
  const busy = await Promise.all(["busy-1", "busy-2", "busy-3"].map(makeArtist));
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  for (const one of quiet) {
    const { status, text } = await upload({ origin }, one, photoFile, photo);
    if (status >= 300) throw new Error(`A photo was refused: ${text}`);
  }
  const [picture] = await query<{ image_url: string }>("select image_url from photo_gallery");
  if (!picture) throw new Error("The photo isn't there.");
  const quietPages = quiet.map(({ page }) => page);
  return { origin, quietPages, picture: picture.image_url, musicians: busy, photo };
}

async function query<Row extends object>(statement: string): Promise<Row[]> {
  const owner = new Client(cluster.databaseUrl);
  await owner.connect();
  try {
    // No policy lets the owner itself see rows.
    await owner.query("set role handbill_system");
    return (await owner.query<Row>(statement)).rows;
  } finally {
    await owner.end();
  }
}

/** By the kind of a write: how often what has that name is stored. */
async function countStored(): Promise<Record<Write, (name: string) => number>> {
  const count = async (statement: string) => {
    const rows = await query<{ name: string; times: number }>(
      `select name, count(*)::int as times from (${statement}) as stored group by name`,
    );
    const times = new Map(rows.map((row) => [row.name, row.times]));
    return (name: string) => times.get(name) ?? 0;
  };
  const files = new Set<string>();
  for await (const { path } of openS3(cluster.s3).list("photos/")) files.add(`/uploads/${path}`);
  const photos = await query<{ image_url: string }>("select image_url from photo_gallery");
  return {
    event: await count("select title as name from events"),
    comment: await count("select split_part(content, ' ', 2) as name from fan_comments"),
    subscription: await count(
      "select split_part(subscriber_email, '@', 1) as name from newsletter_subscribers",
    ),
    upload: (name) =>
      photos.filter(({ image_url }) => image_url.includes(name) && files.has(image_url)).length,
  };
}

type Outcomes = NonNullable<ReturnType<Experience["outcomes"]["get"]>>;

const failuresOf = (outcomes: Outcomes) => outcomes.flatMap(({ failure }) => failure ?? []);

/** The longest time in which nothing of a kind went through, in milliseconds. */
function longestGap(outcomes: Outcomes): number {
  const done = outcomes.filter(({ failure }) => failure === undefined).map(({ atMs }) => atMs);
  const moments = [0, ...done, seconds * 1000].toSorted((a, b) => a - b);
  return Math.max(...moments.slice(1).map((moment, position) => moment - (moments[position] ?? 0)));
}

async function reportMails(experiences: Experience[]): Promise<void> {
  const subscribed = experiences.flatMap(({ acknowledged }) => acknowledged.get("subscription") ?? []);
  const times = Map.groupBy(await cluster.mailed(), (address) => address.split("@")[0]);
  const count = (is: (times: number) => boolean) =>
    subscribed.filter((name) => is(times.get(name)?.length ?? 0)).length;
  printLine(
    `asked to confirm: ${count((mails) => mails > 0)} of ${subscribed.length} subscribers so far, ${count((mails) => mails > 1)} twice`,
  );
}

function report(fault: string, experiences: Experience[]): void {
  const kinds = new Set(experiences.flatMap(({ outcomes }) => [...outcomes.keys()]));
  for (const kind of kinds as Set<Read | Write>) {
    const all = experiences.map(({ outcomes }) => outcomes.get(kind) ?? []);
    const failures = Map.groupBy(all.flatMap(failuresOf), (failure) => failure);
    table.push({
      fault,
      what: kind,
      asked: median(all.map(({ length }) => length)),
      failed: median(all.map((outcomes) => failuresOf(outcomes).length)),
      "median ms": median(all.map((outcomes) => median(outcomes.map(({ ms }) => ms)))),
      "slowest ms": median(all.map((outcomes) => Math.max(...outcomes.map(({ ms }) => ms)))),
      "longest gap, s": round(median(all.map(longestGap)) / 1000, 1),
      failures: [...failures].map(([failure, { length }]) => `${failure}: ${length}`).join(", "),
    });
  }
  sayTable(table.slice(-kinds.size));
  printLine(
    `load of the machine: ${loadavg()
      .map((load) => round(load, 1))
      .join(" ")}`,
  );
}
