import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeIssue } from "../../tests/factories/audience.ts";
import { makeRelease, makeReminder, makeTrack } from "../../tests/factories/page.ts";
import { makeWorld } from "../../tests/factories/world.ts";
import { admin } from "../../tests/harness/admin.ts";
import { freshCluster } from "../../tests/harness/cluster.ts";
import { asServerOwner, emptyDatabase, freshDatabase, inDatabase } from "../../tests/harness/database.ts";
import { startS3Server } from "../../tests/harness/s3-server.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { askForDeletion, keepAccount } from "../account-deletion.ts";
import { writeWhole } from "../cli/write-whole.ts";
import { openDatabase } from "../db/database.ts";
import { migrate, ourMigrations } from "../db/migrate.ts";
import { prepareDatabase } from "../db/prepare.ts";
import { ensureApplicationRoles } from "../db/roles.ts";
import { lockFiles } from "../files/file-locks.ts";
import { collectOrphans } from "../files/orphans.ts";
import { removeUnnamedFiles, scheduleDeletion } from "../files/removal.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { backup } from "./backup.ts";
import { checkBackup } from "./opened-backup.ts";
import { restore } from "./restore.ts";
import type { Manifest } from "./tables.ts";

const folder = await mkdtemp(join(tmpdir(), "handbill-backup-"));
const services = await freshServices();
const { db, storage, declarations } = services;
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const world = await makeWorld(db);
const issue = await makeIssue(db, { musician_id: world.a.id, status: "sending", started_at: new Date() });
const reminder = await makeReminder(db, await makeRelease(db, { user_id: world.a.id }));
const songPath = world.a.track.file_url?.slice("/uploads/".length) ?? "";
await storage.put(songPath, Buffer.from("the song"), { contentType: "audio/mpeg" });
const leaver = await makeMusician(db);
const leavesAt = await askForDeletion(services, leaver.id);
const { file, manifest } = await backedUp();

/** A new name below the tests' folder. */
function fresh(name: string): string {
  return join(folder, `${randomUUID()}-${name}`);
}

async function backedUp(): Promise<{ file: string; manifest: Manifest }> {
  const to = fresh("backup.zip");
  let manifest: Manifest | undefined;
  await writeWhole(
    to,
    backup({ loginUrl: db.loginUrl, storage, declarations }, (made) => {
      manifest = made;
    }),
  );
  if (!manifest) throw new Error("There is no manifest.");
  return { file: to, manifest };
}

/** An empty store and database. */
async function emptyPlace() {
  const database = await emptyDatabase();
  const dataDir = fresh("data");
  const place = {
    ownerUrl: database.ownerUrl,
    storage: await openStorage({ dataDir }),
    workFolder: folder,
    log: testLog,
  };
  return { ...place, dataDir, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

/** The database of a place that was restored. */
async function openCopy({ ownerUrl, dataDir }: { ownerUrl: string; dataDir: string }) {
  const opened = await openDatabase({
    databaseUrl: ownerUrl,
    dataDir,
    sessionSecret: testSecret,
    log: testLog,
  });
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() };
}

async function restored(from: string, place: Parameters<typeof restore>[1]) {
  await using checked = await checkBackup(from);
  return await restore(checked, place);
}

/** A digest of each table's rows, whatever their order, and how many they are. */
async function rowsIn(ownerUrl: string): Promise<Record<string, string>> {
  return asServerOwner(ownerUrl, async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r'
         and relnamespace in ('public'::regnamespace, 'app'::regnamespace)
         and oid::regclass::text <> all (
           '{app.migrations,app.page_changes,app.policies,app.setup_codes,account_archives,account_archive_pieces,backups,error_counts,rendered_pages,uploads,upload_pieces}') order by name`,
    );
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await owner.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as digest
         from ${name} row`,
      );
      digests[name] = rows[0]?.digest ?? "";
    }
    return digests;
  });
}

async function filesIn(store: Storage): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path } of store.list("")) {
    const digest = createHash("sha256");
    for await (const piece of await store.read(path)) digest.update(piece);
    files[path] = digest.digest("hex");
  }
  return files;
}

describe("a backup", () => {
  test("holds every table but the records of migrations and policies, the set-up code, rendered pages and what is this machine's, and every file that a row names", async () => {
    const { rows } = await asServerOwner(db.ownerUrl, (owner) =>
      owner.query<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'app')`,
      ),
    );
    const missing = rows
      .map(({ name }) => name)
      .filter((name) => !manifest.tables.some(({ table }) => table === name));
    expect(missing.sort()).toEqual([
      "app.migrations",
      "app.page_changes",
      "app.policies",
      "app.setup_codes",
      "public.account_archive_pieces",
      "public.account_archives",
      "public.backups",
      "public.error_counts",
      "public.rendered_pages",
      "public.upload_pieces",
      "public.uploads",
    ]);
    expect(manifest.files).toMatchObject({ count: 1, bytes: 8 });
    expect(manifest.missing).toContain(world.b.track.file_url?.slice("/uploads/".length));
  });

  test("restored into an empty place, it is the same rows and the same files", async () => {
    await using place = await emptyPlace();
    const before = await rowsIn(db.ownerUrl);
    expect(await restored(file, place)).toEqual({ pausedIssues: 1 });
    const after = await rowsIn(place.ownerUrl);
    const changed = { letters: "", release_reminders: "" };
    expect({ ...after, ...changed }).toEqual({ ...before, ...changed });
    expect(await filesIn(place.storage)).toEqual(await filesIn(storage));

    // All triggers and policies are in force again, and a newsletter issue under way waits for its musician.
    await using copy = await openCopy(place);
    const own = await copy
      .asMusician(world.a.id)
      .read((tx) => tx.selectFrom("letters").select("status").where("id", "=", issue.id).executeTakeFirst());
    expect(own).toEqual({ status: "paused" });
    // Who was to be told of a release by now may have been: the others still are.
    const told = await copy
      .asMusician(world.a.id)
      .read((tx) => tx.selectFrom("release_reminders").select(["id", "status"]).execute());
    expect(told).toContainEqual({ id: reminder.id, status: "unknown" });
    expect(told).toContainEqual({ id: world.a.reminder, status: "waiting" });
    expect(
      await copy
        .asMusician(world.b.id)
        .read((tx) =>
          tx.selectFrom("booking_requests").select("id").where("musician_id", "=", world.a.id).execute(),
        ),
    ).toEqual([]);
    const lastAdmin = copy
      .asSystem()
      .write((tx) => tx.updateTable("users").set({ role: "musician" }).where("role", "=", "admin").execute());
    await expect(lastAdmin).rejects.toMatchObject({ constraint: "users_role_last_admin" });
  });

  test("taken within the two weeks of a deletion, it keeps them: out of sight, and a sign-in brings the account back", async () => {
    await using place = await emptyPlace();
    await restored(file, place);
    await using copy = await openCopy(place);
    const shown = () =>
      copy
        .asVisitor()
        .read((tx) =>
          tx.selectFrom("musician_profiles").select("id").where("user_id", "=", leaver.id).execute(),
        );
    expect(await shown()).toEqual([]);
    const kept = await copy.asSystem().write((tx) => keepAccount(tx, services.config, leaver.id));
    expect(kept).toEqual(leavesAt);
    expect(await shown()).toHaveLength(1);
  });

  test("without the lighter copies of tracks, which a restored place makes anew", async () => {
    const user_id = world.a.id;
    const track = await makeTrack(db, {
      user_id,
      file_url: `/uploads/music/${user_id}/long.wav`,
      playback_state: "made",
      playback_url: `/uploads/music/${user_id}/long-play.mp3`,
      analysed_at: new Date(),
    });
    const paths = { original: `music/${user_id}/long.wav`, copy: `music/${user_id}/long-play.mp3` };
    await storage.put(paths.original, Buffer.from("long"), { contentType: "audio/wav" });
    await storage.put(paths.copy, Buffer.from("short"), { contentType: "audio/mpeg" });
    await using place = await emptyPlace();
    const taken = await backedUp();
    await restored(taken.file, place);
    expect(taken.manifest.missing).not.toContain(paths.copy);
    expect(Object.keys(await filesIn(place.storage))).toEqual(expect.arrayContaining([paths.original]));
    expect(Object.keys(await filesIn(place.storage))).not.toContain(paths.copy);
    await using copy = await openCopy(place);
    const row = await copy
      .asSystem()
      .read((tx) =>
        tx.selectFrom("music_tracks").selectAll().where("id", "=", track.id).executeTakeFirstOrThrow(),
      );
    const nothing = { playback_state: null, playback_url: null, playback_percent: null };
    expect(row).toEqual({ ...track, ...nothing });
    // The other tests' rows and files are as they were.
    const urls = Object.values(paths).map((path) => `/uploads/${path}`);
    await db.asSystem().write(async (tx) => {
      await tx.deleteFrom("music_tracks").where("id", "=", track.id).execute();
      await tx.deleteFrom("files_to_remove").where("url", "in", urls).execute();
    });
    for (const path of Object.values(paths)) await storage.remove(path);
  });

  test("an account that owns its database without being a superuser can restore it", async () => {
    await using cluster = await freshCluster();
    const { url } = await cluster.ownedDatabase("createrole");
    const place = {
      storage: await openStorage({ dataDir: fresh("data") }),
      workFolder: folder,
      log: testLog,
    };
    await restored(file, { ...place, ownerUrl: url });
    await prepareDatabase(url, { dataDir: "/nowhere", sessionSecret: testSecret, log: testLog });
    const {
      letters: _letters,
      release_reminders: _reminders,
      ...rows
    } = await rowsIn(inDatabase(cluster.ownerUrl, new URL(url).pathname.slice(1)));
    expect(await rowsIn(db.ownerUrl)).toMatchObject(rows);
  });

  test("an older one is brought forward", async () => {
    const at = 20;
    const older = fresh("older.zip");
    await using place = await emptyPlace();
    await using checked = await checkBackup(file);
    // As an older Handbill would have made it: with the tables and columns of its time.
    expect(checked.manifest.migrations.length).toBeGreaterThan(at);
    await using then = await emptyDatabase();
    await asServerOwner(then.ownerUrl, async (owner) => {
      await ensureApplicationRoles(owner);
      await migrate(owner, ourMigrations, at);
      await owner.query(`insert into users (id, email) values ('${world.a.id}', 'old@example.org')`);
      await owner.query(
        `insert into musician_profiles (user_id, artist_name) values ('${world.a.id}', 'Old')`,
      );
    });
    const empty = { ...storage, head: async () => null };
    const login = new URL(then.ownerUrl);
    // These came later.
    const later = [
      "releases",
      "page_links",
      "deleted_files",
      "letter_pictures",
      "picture_originals",
      "imports",
    ];
    const tables = declarations.tables.filter(({ table }) => !later.includes(table));
    await writeWhole(
      older,
      backup({ loginUrl: login.href, storage: empty, declarations: { ...declarations, tables } }, () => {}),
    );
    // Its manifest names all of this version's migrations: it is cut to those that its database had.
    await using cut = await checkBackup(older);
    cut.manifest.migrations.length = at;
    await restore(cut, place);
    const rows = await asServerOwner(place.ownerUrl, (owner) =>
      owner.query("select artist_name, name_key from musician_profiles"),
    );
    expect(rows.rows).toEqual([{ artist_name: "Old", name_key: "old" }]);
  });
});

describe("it is refused, and nothing is left", () => {
  test("into a place that isn't empty", async () => {
    await using place = await emptyPlace();
    await place.storage.put(songPath, Buffer.from("another"), { contentType: "audio/mpeg" });
    await expect(restored(file, place)).rejects.toThrow("There are files already");
    await using used = await freshDatabase();
    await expect(
      restored(file, {
        ...place,
        storage: await openStorage({ dataDir: fresh("data") }),
        ownerUrl: used.ownerUrl,
      }),
    ).rejects.toThrow("The database has tables already");
  });

  test("when a byte has changed, or the end is missing", async () => {
    const whole = await readFile(file);
    const places = [
      whole.indexOf("the song"),
      whole.indexOf("tables/public.users.copy.gz") + "tables/public.users.copy.gz".length + 20,
      whole.indexOf(`{"path":"${songPath}"`) + 20,
      whole.indexOf('"format": "handbill-backup"') + 15,
    ];
    for (const at of places) {
      const damaged = fresh("damaged.zip");
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x01;
      await writeFile(damaged, bytes);
      await expect(checkBackup(damaged), `byte ${at}`).rejects.toMatchObject({ name: "StartError" });
    }
    const cut = fresh("cut.zip");
    await writeFile(cut, whole.subarray(0, whole.length / 2));
    await expect(checkBackup(cut)).rejects.toThrow("is no archive, or not a whole one");
  });

  test("when the store or the database fails half way, and then it can be restored again", async () => {
    await using place = await emptyPlace();
    const failing = {
      ...place.storage,
      async put(...args: Parameters<Storage["put"]>) {
        await place.storage.put(...args);
        throw new Error("the disk is full");
      },
    };
    await expect(restored(file, { ...place, storage: failing })).rejects.toThrow("the disk is full");
    const nothingLeft = async () => {
      expect(await filesIn(place.storage)).toEqual({});
      await expect(rowsIn(place.ownerUrl)).rejects.toThrow('schema "app" does not exist');
    };
    await nothingLeft();
    await using checked = await checkBackup(file);
    const users = checked.manifest.tables.find(({ table }) => table === "public.video_gallery");
    if (users) users.rows += 1;
    await expect(restore(checked, place)).rejects.toThrow("Of public.video_gallery");
    await nothingLeft();
    await restored(file, place);
    expect(Object.keys(await filesIn(place.storage))).toEqual([songPath]);
  });

  test("a database in which a restore was killed starts no server", async () => {
    await using place = await emptyPlace();
    await asServerOwner(place.ownerUrl, (owner) =>
      owner.query("create schema app; create table app.restoring ()"),
    );
    await expect(
      prepareDatabase(place.ownerUrl, { dataDir: "/nowhere", sessionSecret: testSecret, log: testLog }),
    ).rejects.toThrow("did not come to its end");
  });
});

describe("while a backup is made", () => {
  test("a disk that becomes full in the middle of a table ends it, and lets go of the files", async () => {
    await asServerOwner(db.ownerUrl, (owner) =>
      owner.query(`create table bulk as
        select string_agg(md5(random()::text), '') as text from generate_series(1, 1000000) n group by n % 50;
        grant select on bulk to handbill_system`),
    );
    const full = new Error("full");
    let bytes = 0;
    const write = async () => {
      for await (const piece of backup({ loginUrl: db.loginUrl, storage, declarations }, () => {})) {
        bytes += piece.byteLength;
        if (bytes > 100_000) throw full;
      }
    };
    await expect(write()).rejects.toBe(full);
    await asServerOwner(db.ownerUrl, (owner) => owner.query("drop table bulk"));
    expect((await backedUp()).manifest.files.count).toBe(1);
  });

  test("no file is deleted meanwhile, and the scheduled deletions go ahead afterwards", async () => {
    const gone = `music/${world.a.id}/let-go.mp3`;
    await storage.put(gone, Buffer.from("old"), { contentType: "audio/mpeg" });
    const holder = new Client({ connectionString: db.loginUrl });
    await holder.connect();
    await lockFiles(holder);
    await scheduleDeletion(db, [gone]);
    expect(await removeUnnamedFiles({ db, storage })).toBe(0);
    const old = { ...storage, head: async (path: string) => aged(await storage.head(path)), list: listAged };
    expect((await collectOrphans({ ...services, storage: old })).removed).toEqual([]);
    expect(await storage.head(gone)).not.toBeNull();
    await expect(backedUp()).rejects.toThrow("Another backup is being made.");
    await holder.end();
    await asServerOwner(db.ownerUrl, (owner) => owner.query("update files_to_remove set tried_at = null"));
    await expect.poll(() => removeUnnamedFiles({ db, storage })).toBeGreaterThan(0);
    expect(await storage.head(gone)).toBeNull();
  });

  const aged = <File extends { modified: Date } | null>(found: File) =>
    found && { ...found, modified: new Date(0) };
  async function* listAged(prefix: string) {
    for await (const found of storage.list(prefix)) yield aged(found);
  }

  test("a track that goes meanwhile is in it with its file", async () => {
    const track = await makeTrack(db, { user_id: world.a.id });
    const path = track.file_url?.slice("/uploads/".length) ?? "";
    await storage.put(path, Buffer.from("soon gone"), { contentType: "audio/mpeg" });
    let deleted = false;
    const watched: Storage = {
      ...storage,
      async head(path) {
        if (!deleted) {
          deleted = true;
          await db
            .asSystem()
            .write((tx) => tx.deleteFrom("music_tracks").where("id", "=", track.id).execute());
          await removeUnnamedFiles({ db, storage });
        }
        return storage.head(path);
      },
    };
    const to = fresh("meanwhile.zip");
    await writeWhole(
      to,
      backup({ loginUrl: db.loginUrl, storage: watched, declarations }, () => {}),
    );
    await using place = await emptyPlace();
    await restored(to, place);
    expect(Object.keys(await filesIn(place.storage))).toContain(path);
    const { rows } = await asServerOwner(place.ownerUrl, (owner) =>
      owner.query("select title from music_tracks where id = $1", [track.id]),
    );
    expect(rows).toEqual([{ title: track.title }]);
  });
});

test("the commands work with a database and a bucket of one's own, and leave no half file", async () => {
  const s3 = await startS3Server();
  const other = await startS3Server();
  const store = await openStorage({ dataDir: fresh("none"), s3: s3.settings });
  await store.put(songPath, Buffer.from("the song"), { contentType: "audio/mpeg" });
  const s3Settings = (of: typeof s3) => ({
    S3_ENDPOINT: of.settings.endpoint,
    S3_BUCKET: of.settings.bucket,
    S3_REGION: of.settings.region,
    S3_ACCESS_KEY_ID: of.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: of.settings.secretAccessKey,
  });
  const to = fresh("s3.zip");
  const common = { DATA_DIR: services.config.dataDir, SESSION_SECRET: testSecret };
  try {
    const made = await admin(["backup", "--to", to], {
      ...common,
      DATABASE_URL: db.ownerUrl,
      ...s3Settings(s3),
    });
    expect(made.err).toBe("");
    expect(made.out).toMatch(/rows of \d+ tables, 1 files/);
    expect(made.code, "files that were gone").toBe(3);
    await using place = await emptyPlace();
    const there = { ...common, DATABASE_URL: place.ownerUrl, ...s3Settings(other) };
    expect(await admin(["restore", "--from", to, "--dry-run"], there)).toMatchObject({ code: 0 });
    const done = await admin(["restore", "--from", to], there);
    expect(done.err).toBe("");
    expect(done.out).toContain("Restored. Start the server.");
    expect(done.code).toBe(3);
    const restoredStore = await openStorage({ dataDir: fresh("none"), s3: other.settings });
    expect(await filesIn(restoredStore)).toEqual(await filesIn(store));
    expect(await admin(["restore", "--from", to], there)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Restore into an empty place."),
    });
    s3.outage = 503;
    const failed = fresh("failed.zip");
    expect(
      await admin(["backup", "--to", failed], { ...common, DATABASE_URL: db.ownerUrl, ...s3Settings(s3) }),
    ).toMatchObject({ code: 1 });
  } finally {
    await s3.close();
    await other.close();
  }
});
