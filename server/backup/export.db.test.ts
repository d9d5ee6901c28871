import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makePhoto, makeTrack } from "../../tests/factories/page.ts";
import { makeWorld, type World } from "../../tests/factories/world.ts";
import { admin } from "../../tests/harness/admin.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { testSecret } from "../../tests/harness/settings.ts";
import { openArchive } from "./archive.ts";
import { exportAccount, exportedTables } from "./export.ts";

const services = await freshServices();
let world: World;
beforeAll(async () => {
  world = await makeWorld(services.db);
  return () => services[Symbol.asyncDispose]();
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-export-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function exported(userId: string) {
  const file = join(await temporaryFolder(), "export.zip");
  await writeFile(file, exportAccount(services, userId));
  const archive = await openArchive(file);
  onTestFinished(() => archive[Symbol.asyncDispose]());
  const rows = async (table: string) => {
    const found: unknown = JSON.parse(await text(await archive.read(`data/${table}.json`)));
    if (!Array.isArray(found)) throw new Error(`${table} holds no list`);
    return found;
  };
  return { archive, rows };
}

test("it holds all of one musician's own rows, in full", async () => {
  const { archive, rows } = await exported(world.a.id);
  const system = services.db.asSystem();
  for (const { table, owner } of exportedTables(services.declarations)) {
    const { rows: counted } = await system.read((tx) =>
      sql<{ all: number }>`
        select count(*) as all from ${sql.table(table)} where ${sql.ref(owner)} = ${world.a.id}`.execute(tx),
    );
    const found = await rows(table);
    expect(found, table).toHaveLength(counted[0]?.all ?? -1);
    expect(found.length, `${table} has rows`).toBeGreaterThan(0);
    const csv = await text(await archive.read(`data/${table}.csv`));
    expect(csv.split("\r\n")[0]?.split(",").sort(), table).toEqual(Object.keys(found[0]).sort());
  }
  expect(await archive.readJson("account.json")).toMatchObject({ account: { email: world.a.email } });
  expect(await text(await archive.read("README.txt"))).toContain("Your data on Handbill");
});

test("it holds no secret, and only addresses that the musician sees anyway", async () => {
  const { archive } = await exported(world.a.id);
  const { rows: hidden } = await services.db.asSystem().read((tx) =>
    sql<{ secret: string }>`
      select password_hash as secret from credentials
      union all select encode(token_hash, 'hex') from sessions
      union all select encode(secret, 'hex') from totp_factors
      union all select encode(code_hash, 'hex') from recovery_codes
      union all select unsubscribe_key::text from newsletter_subscribers
      union all select token from private_links
      union all select email from users where id <> ${world.a.id}
      union all select subscriber_email from newsletter_subscribers where musician_id <> ${world.a.id}
      union all select requester_email from booking_requests where musician_id <> ${world.a.id}`.execute(tx),
  );
  expect(hidden.length).toBeGreaterThan(5);
  for (const name of archive.names) {
    const content = (await buffer(await archive.read(name))).toString("latin1");
    for (const { secret } of hidden) expect.soft(content.includes(secret), `${name}: ${secret}`).toBe(false);
  }
});

test("messages of both sides are in it, by name", async () => {
  const { rows } = await exported(world.a.id);
  const messages = await rows("messages");
  expect(messages.map(({ from }) => from)).toEqual(expect.arrayContaining(["you"]));
  expect(messages.some(({ from }) => from !== "you")).toBe(true);
  // The fifth came with an archive.
  expect(messages.length).toBe(5);
});

test("more rows than are read at once come all, each once and in order", async () => {
  const musician = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    sql`
      insert into analytics_days (user_id, facet, day, kind, value, count)
      select ${musician.id}, 'target', date '2026-01-01' + n / 10, 'plays', 'row ' || n, n + 1
      from generate_series(0, 1203) n`.execute(tx),
  );
  const { archive, rows } = await exported(musician.id);
  const found = await rows("analytics_days");
  expect(new Set(found.map(({ value }) => value)).size).toBe(1204);
  expect(found).toHaveLength(1204);
  expect((await text(await archive.read("data/analytics_days.csv"))).trim().split("\r\n")).toHaveLength(1205);
});

test("files are in it as they are stored; one that is gone is named", async () => {
  const musician = await makeMusician(services.db);
  const track = await makeTrack(services.db, { user_id: musician.id });
  const photo = await makePhoto(services.db, { user_id: musician.id });
  const song = Buffer.from("a song, as far as this test goes");
  const path = (address: string | null) => address?.slice("/uploads/".length) ?? "";
  await services.storage.put(path(track.file_url), song, { contentType: "audio/mpeg" });
  const { archive } = await exported(musician.id);
  const name = `files/music/${path(track.file_url).split("/").at(-1)}`;
  expect(archive.names.filter((each) => each.startsWith("files/"))).toEqual([name]);
  expect(await buffer(await archive.read(name))).toEqual(song);
  expect(await text(await archive.read("missing-files.txt"))).toContain(photo.image_url);
});

test("a track's lighter copy, which is made anew, is not in it", async () => {
  const musician = await makeMusician(services.db);
  const playback_url = `/uploads/music/${musician.id}/song-play.mp3`;
  const track = await makeTrack(services.db, {
    user_id: musician.id,
    file_url: `/uploads/music/${musician.id}/song.wav`,
    playback_state: "made",
    playback_url,
  });
  for (const address of [track.file_url, playback_url]) {
    const contentType = address === playback_url ? "audio/mpeg" : "audio/wav";
    await services.storage.put(`${address}`.slice("/uploads/".length), Buffer.from("x"), { contentType });
  }
  const { archive, rows } = await exported(musician.id);
  expect(archive.names.filter((each) => each.startsWith("files/"))).toEqual(["files/music/song.wav"]);
  const [row] = await rows("music_tracks");
  expect(row).toMatchObject({ file_url: track.file_url, duration: 180 });
  expect(Object.keys(row ?? {}).filter((column) => column.startsWith("playback_"))).toEqual([]);
  expect(await text(await archive.read("data/music_tracks.csv"))).not.toContain("playback");
});

test("a reader who stops leaves no file open", async () => {
  const musician = await makeMusician(services.db);
  const track = await makeTrack(services.db, { user_id: musician.id });
  const path = track.file_url?.slice("/uploads/".length) ?? "";
  await services.storage.put(path, Buffer.alloc(8 * 1024 ** 2), { contentType: "audio/mpeg" });
  let closed = false;
  const storage: typeof services.storage = {
    ...services.storage,
    async read(path) {
      const stream = await services.storage.read(path);
      stream.once("close", () => {
        closed = true;
      });
      return stream;
    },
  };
  let read = 0;
  for await (const piece of exportAccount({ ...services, storage }, musician.id)) {
    read += piece.byteLength;
    if (read > 1024 ** 2) break;
  }
  await expect.poll(() => closed).toBe(true);
});

test("the command writes the archive, for its owner alone, and never over another file", async () => {
  const { db, config } = services;
  const settings = { DATA_DIR: config.dataDir, DATABASE_URL: db.ownerUrl, SESSION_SECRET: testSecret };
  const to = join(await temporaryFolder(), "mara.zip");
  const args = ["export", "--email", world.a.email.toUpperCase(), "--to", to];
  expect(await admin(args, settings)).toMatchObject({ code: 0, err: "" });
  expect((await stat(to)).mode & 0o777).toBe(0o600);
  await using archive = await openArchive(to);
  expect(archive.has("data/music_tracks.json")).toBe(true);
  const page = await text(await archive.read("index.html"));
  expect(page).toContain("<h1");
  // Whatever it asks for lies beside it.
  const own = [...page.matchAll(/(?:src|href)="([^"#:]+)(?:#[^"]*)?"/g)].map(([, name = ""]) => name);
  expect(own.length).toBeGreaterThan(5);
  // Rows of the tests name files that were never stored.
  expect(own.filter((name) => !archive.has(name) && !name.startsWith("files/"))).toEqual([]);
  expect(page).not.toMatch(/type="module"|import\(|fetch\(/);
  // Everything else is rows, files, and what explains them.
  const { size } = await stat(to);
  const others = archive.names.filter((name) => /^(data|files)\//.test(name));
  expect(size - others.reduce((sum, name) => sum + archive.packedSizeOf(name), 0)).toBeLessThan(300_000);
  expect(await admin(args, settings)).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is a file"),
  });
  expect(await admin(["export", "--email", "nobody@example.org", "--to", to], settings)).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no account with the address nobody@example.org."),
  });
  expect(await admin(["export", "--to", to], settings)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--email is missing."),
  });
});

test("the page is published as a folder, and published again only what has changed is written", async () => {
  const { db, config } = services;
  const settings = { DATA_DIR: config.dataDir, DATABASE_URL: db.ownerUrl, SESSION_SECRET: testSecret };
  const folder = join(await temporaryFolder(), "mirror");
  const profile = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("musician_profiles")
        .select("custom_url")
        .where("user_id", "=", world.a.id)
        .executeTakeFirstOrThrow(),
    );
  const publish = ["publish-static", "--artist", `${profile.custom_url}`, "--to", folder];
  const published = await admin(publish, settings);
  // Rows of the tests name files that were never stored.
  expect(published).toMatchObject({ code: 3, err: "" });
  expect(await readFile(join(folder, "index.html"), "utf8")).toContain("<h1");
  expect((await admin(publish, settings)).out).toMatch(/ 0 files written, \d+ as they were, 0 removed/);
});
