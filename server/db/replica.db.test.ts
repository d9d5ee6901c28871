import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { serial } from "../../tests/factories/serial.ts";
import { type Cluster, freshCluster } from "../../tests/harness/cluster.ts";
import { asServerOwner } from "../../tests/harness/database.ts";
import { type Handbill, startHandbill } from "../../tests/harness/handbill.ts";
import { startReplica, type TestReplica } from "../../tests/harness/replica.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { ensureBuilt } from "../build.ts";
import { type Database, openDatabase } from "./database.ts";

const patiently = { timeout: 60_000, interval: 50 };
vi.setConfig({ testTimeout: 120_000 });

let primary: Cluster;
let replica: TestReplica;
/** Another server that writes. */
let other: Database;
let handbill: Handbill;
beforeAll(async () => {
  await ensureBuilt(() => {});
  primary = await freshCluster();
  other = await openDatabase({
    databaseUrl: primary.ownerUrl,
    dataDir: "/nowhere",
    sessionSecret: testSecret,
    log: testLog,
  });
  replica = await startReplica(primary.ownerUrl);
  handbill = await startHandbill({
    DATABASE_URL: primary.ownerUrl,
    DATABASE_READ_URL: replica.url,
    SESSION_SECRET: testSecret,
  });
}, 300_000);
afterAll(async () => {
  await handbill?.[Symbol.asyncDispose]();
  await other?.close();
  await replica?.[Symbol.asyncDispose]();
  await primary?.[Symbol.asyncDispose]();
});

async function newArtist() {
  const slug = `artist-of-${serial()}`;
  const { id } = await makeMusician(other, { custom_url: slug, bio: `First words of ${slug}` });
  return { id, slug };
}

async function pageOf(slug: string): Promise<string> {
  const answer = await fetch(`${handbill.origin}/artist/${slug}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Each is shown although it was stored a moment ago. */
async function showNewArtists(): Promise<string[]> {
  const slugs: string[] = [];
  for (let number = 0; number < 4; number++) {
    const { slug } = await newArtist();
    expect(await pageOf(slug)).toContain(`First words of ${slug}`);
    slugs.push(slug);
  }
  return slugs;
}

/** How often the replica was asked for a page. */
const askedOfReplica = () =>
  asServerOwner(replica.url, async (client) => {
    const { rows } = await client.query<{ asked: number }>(
      `select count(*)::int as asked from pg_stat_activity where usename like '%_visitor' and query like '%artist_name%'`,
    );
    return rows[0]?.asked ?? 0;
  });

/** What /metrics counts of the reads with this outcome. */
async function countedAs(outcome: string): Promise<number> {
  const metrics = await (await fetch(`${handbill.origin}/metrics`)).text();
  const [, count] =
    new RegExp(`^handbill_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)`, "m").exec(metrics) ?? [];
  return Number(count);
}

test("pages are read from the replica, and show what another server has just stored", async () => {
  await vi.waitFor(async () => {
    await showNewArtists();
    expect(await askedOfReplica()).toBeGreaterThan(0);
    expect(await countedAs("ok")).toBeGreaterThan(0);
  }, patiently);
});

test("a replica that has fallen behind shows nothing old", async () => {
  const { id, slug } = await newArtist();
  await pageOf(slug);
  await asServerOwner(replica.url, (client) => client.query("select pg_wal_replay_pause()"));
  await showNewArtists();
  await other
    .asMusician(id)
    .write((tx) =>
      tx.updateTable("musician_profiles").set({ bio: "Other words" }).where("user_id", "=", id).execute(),
    );
  await vi.waitFor(async () => expect(await pageOf(slug)).toContain("Other words"), patiently);
  expect(await countedAs("behind")).toBeGreaterThan(0);
  await asServerOwner(replica.url, (client) => client.query("select pg_wal_replay_resume()"));
});

test("pages go on without the replica", async () => {
  await replica.stop();
  await vi.waitFor(async () => {
    await showNewArtists();
    expect(await countedAs("failed")).toBeGreaterThan(0);
  }, patiently);
});
