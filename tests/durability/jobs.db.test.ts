import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { beforeAll, expect, test } from "vitest";
import { openArchive } from "../../server/backup/archive.ts";
import { ensureBuilt } from "../../server/build.ts";
import type { JobName } from "../../server/jobs/jobs.ts";
import { openStorage } from "../../server/storage/open-storage.ts";
import { makeTrack } from "../factories/page.ts";
import { type Account, announce, newAccount, sendPiece } from "../harness/account.ts";
import { freshDatabase } from "../harness/database.ts";
import { type Handbill, startHandbill, temporaryDataDir } from "../harness/handbill.ts";
import { testSecret } from "../harness/settings.ts";
import { tone } from "../harness/wave.ts";
import { zipOfFiles } from "../harness/zips.ts";

// A server is killed with -9 in the middle of a job that takes minutes: the next one finishes it.

beforeAll(() => ensureBuilt(() => {}), 300_000);

/** A database and a folder that outlive the servers which work on them. */
async function openGround(opened: AsyncDisposableStack) {
  const dataDir = await temporaryDataDir();
  opened.defer(() => rm(dataDir, { recursive: true }));
  const db = opened.use(await freshDatabase());
  const owner = new Client(db.ownerUrl);
  await owner.connect();
  opened.defer(() => owner.end());
  const storage = await openStorage({ dataDir });
  return {
    db,
    dataDir,
    storage,
    start: async () =>
      opened.use(
        await startHandbill({ DATABASE_URL: db.ownerUrl, SESSION_SECRET: testSecret, DATA_DIR: dataDir }),
      ),
    async stored(folder: string): Promise<string[]> {
      const paths: string[] = [];
      for await (const { path } of storage.list(folder)) paths.push(path);
      return paths;
    },
    /** Holds up whoever writes a row to a table that has one. @returns what kills the server that was held up */
    async holdAtSecond(table: "account_archive_pieces" | "music_tracks") {
      await owner.query(`
        select pg_advisory_lock(71);
        create function public.hold() returns trigger language plpgsql security definer as $$
        begin
          if exists (select from public.${table}) then perform pg_advisory_xact_lock(71); end if;
          return new;
        end $$;
        create trigger hold before insert on ${table} for each row execute function public.hold()`);
      return async ({ process }: Handbill) => {
        const held = async () =>
          (await owner.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount;
        await expect.poll(held, { timeout: 60_000 }).toBe(1);
        process.kill("SIGKILL");
        await once(process, "exit");
        await owner.query(`drop trigger hold on ${table}; select pg_advisory_unlock(71)`);
      };
    },
    /** What the queue does by itself when it has heard nothing of a job for half a minute. */
    async missJob(name: JobName): Promise<void> {
      const { rowCount } = await owner.query(
        "update pgboss.job set heartbeat_on = now() - interval '31 seconds' where name = $1 and state = 'active'",
        [name],
      );
      expect(rowCount).toBe(1);
      await owner.query("update pgboss.queue set monitor_on = null");
      const boss = new PgBoss({
        connectionString: db.ownerUrl,
        migrate: false,
        schedule: false,
        supervise: false,
      });
      await boss.start();
      await boss.supervise(name);
      await boss.stop({ graceful: false });
      const { rows } = await owner.query(
        "update pgboss.job set start_after = now() where name = $1 and state = 'retry' returning id",
        [name],
      );
      expect(rows).toHaveLength(1);
    },
  };
}

async function post(
  { origin }: Handbill,
  { headers }: Account,
  path: string,
  fields: Record<string, string>,
) {
  const body = new URLSearchParams(fields);
  const answer = await fetch(origin + path, { method: "POST", headers, body, redirect: "manual" });
  expect(answer.status).toBeLessThan(400);
  await answer.body?.cancel();
}

test("an account's archive whose server is killed is made anew by the next one, and is whole", async () => {
  await using opened = new AsyncDisposableStack();
  const { db, dataDir, storage, stored, start, holdAtSecond, missJob } = await openGround(opened);
  const one = await start();
  const account = await newAccount(one, db, "mara@example.org");
  // Of several pieces.
  const songs = new Map<string, Buffer>();
  for (const name of ["first", "second", "third"]) {
    const path = `music/${account.id}/${name}.mp3`;
    const song = randomBytes(15_000_000);
    songs.set(path.replace(`/${account.id}`, ""), song);
    await storage.put(path, song, { contentType: "audio/mpeg" });
    await makeTrack(db, { user_id: account.id, file_url: `/uploads/${path}`, file_size: song.length });
  }
  const kill = await holdAtSecond("account_archive_pieces");
  await post(one, account, "/account/data", { intent: "make-archive" });
  await kill(one);
  const before = await stored("archives/");
  expect(before.length).toBeGreaterThan(0);

  await missJob("account.archive");
  const other = await start();
  const download = () => fetch(`${other.origin}/account/export`, { headers: account.headers });
  await expect.poll(async () => (await download()).status, { timeout: 120_000, interval: 500 }).toBe(200);
  const bytes = Buffer.from(await (await download()).arrayBuffer());
  const file = join(dataDir, "downloaded.zip");
  await writeFile(file, bytes);
  await using zip = await openArchive(file);
  for (const [path, song] of songs) {
    expect((await buffer(await zip.read(`files/${path}`))).equals(song), path).toBe(true);
  }
  // Of the run that was killed only the piece is left that no row has named yet.
  const pieces = await db
    .asSystem()
    .read((tx) => tx.selectFrom("account_archive_pieces").select("url").execute());
  expect(pieces).toHaveLength(Math.ceil(bytes.length / 16 / 1024 ** 2));
  const named = new Set(pieces.map(({ url }) => url.slice("/uploads/".length)));
  const unnamed = async () => (await stored("archives/")).filter((path) => !named.has(path)).length;
  await expect.poll(unnamed, { timeout: 30_000 }).toBeLessThanOrEqual(1);
}, 300_000);

test("an import whose server is killed goes on at the next one: each row comes in once", async () => {
  await using opened = new AsyncDisposableStack();
  const { db, stored, start, holdAtSecond, missJob } = await openGround(opened);
  const one = await start();
  const account = await newAccount(one, db, "mara@example.org");
  const zip = await zipOfFiles([
    ["One.wav", tone(220)],
    ["Two.wav", tone(330)],
    ["Three.wav", tone(440)],
  ]);
  const file = { kind: "import", name: "songs.zip", type: "application/zip" };
  const { location } = await announce(one, account, file, zip.length);
  const sent = await sendPiece(account, location, zip, 0);
  expect(sent.status).toBe(200);
  const { import: id } = JSON.parse(sent.text);
  const kill = await holdAtSecond("music_tracks");
  await post(one, account, "/account/import", { intent: "take-import", id });
  await kill(one);
  const titles = async () => {
    const rows = await db
      .asSystem()
      .read((tx) => tx.selectFrom("music_tracks").select(["title", "file_url"]).orderBy("title").execute());
    return rows.map(({ title }) => title);
  };
  expect(await titles()).toHaveLength(1);

  await missJob("imports.bring");
  await start();
  await expect.poll(titles, { timeout: 120_000 }).toEqual(["One", "Three", "Two"]);
  const waiting = () =>
    db
      .asSystem()
      .read((tx) => tx.selectFrom("imports").select(["waiting", "troubles", "file_url"]).execute());
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([{ waiting: null, troubles: [], file_url: null }]);
  // The file that was stored for the row in whose transaction the server died is that row's by now.
  const songs = async () => (await stored(`music/${account.id}/`)).filter((path) => path.endsWith(".wav"));
  await expect.poll(songs, { timeout: 30_000 }).toHaveLength(3);
  await expect.poll(() => stored("unfinished/"), { timeout: 30_000 }).toEqual([]);
}, 300_000);
