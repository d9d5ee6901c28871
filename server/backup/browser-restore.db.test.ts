import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { fillDemo } from "../../demo/fill.ts";
import { makeMusician, makeUser } from "../../tests/factories/accounts.ts";
import { makeTrack } from "../../tests/factories/page.ts";
import { asServerOwner, openedAgain } from "../../tests/harness/database.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { writeWhole } from "../cli/write-whole.ts";
import { openDatabase } from "../db/database.ts";
import { setupCode } from "../setup-code.ts";
import { backup } from "./backup.ts";
import { atRest, beginRestore, receivePiece, restoreWaiting, waitingRestore } from "./browser-restore.ts";

const folder = await mkdtemp(join(tmpdir(), "handbill-browser-restore-"));
const source = await freshServices();
afterAll(async () => {
  await source[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const mara = await makeMusician(source.db, { artist_name: "Mara" });
const track = await makeTrack(source.db, { user_id: mara.id });
const songPath = track.file_url?.slice("/uploads/".length) ?? "";
await source.storage.put(songPath, Buffer.from("the song"), { contentType: "audio/mpeg" });
const file = join(folder, "backup.zip");
const { db, storage, declarations } = source;
await writeWhole(
  file,
  backup({ loginUrl: db.loginUrl, storage, declarations }, () => {}),
);
const archive = await readFile(file);

/** A started installation without accounts, and what its server would do with an archive. */
async function installation() {
  const fresh = await freshServices();
  onTestFinished(() => fresh[Symbol.asyncDispose]());
  const { config, storage } = fresh;
  const { ownerUrl } = fresh.db;
  // The server's own, which can be closed while the database stays.
  const db = await openedAgain(fresh.db);
  const services = { ...fresh, db };
  const code = (await setupCode(db, testSecret)) ?? "";
  const state = atRest();
  const startAnew = vi.fn();
  const place = { ...config, databaseUrl: ownerUrl };
  return {
    services,
    db,
    storage,
    code,
    state,
    startAnew,
    place,
    ownerUrl,
    send: (bytes: Uint8Array, offset = 0, size = bytes.length, typed = code) =>
      receivePiece(services, state, {
        code: typed,
        size,
        offset,
        length: bytes.length,
        body: Readable.from([bytes]),
      }),
    /** Until the check is over. */
    async begin(size: number, typed = code) {
      await beginRestore(services, state, { code: typed, size }, startAnew);
      await expect
        .poll(() => startAnew.mock.calls.length + Number(state.phase === "failed"), { timeout: 20_000 })
        .toBe(1);
    },
    /** What the next start does before anything else. */
    async startsAgain() {
      const waiting = await waitingRestore(place);
      if (waiting) await restoreWaiting({ config: place, secret: testSecret, log: testLog }, state, waiting);
      return waiting !== undefined;
    },
    names: () => readdir(join(config.dataDir, "restore")).catch(() => []),
  };
}

async function artistsIn(databaseUrl: string): Promise<string[]> {
  const copy = await openDatabase({ databaseUrl, dataDir: folder, sessionSecret: testSecret, log: testLog });
  const rows = await copy
    .asSystem()
    .read((tx) => tx.selectFrom("musician_profiles").select("artist_name").execute())
    .finally(() => copy.close());
  return rows.map(({ artist_name }) => artist_name);
}

const whole = ["Mara"];

test("pieces make the archive, which is checked and then restored by the next start, over the demo", async () => {
  const { db, storage, state, startAnew, ownerUrl, ...here } = await installation();
  await fillDemo({ db, storage, hashPassword: async () => "none" });
  const [first, rest] = [archive.subarray(0, 1000), archive.subarray(1000)];
  await here.send(first, 0, archive.length);
  // The answer to a piece was lost, so it comes again.
  await here.send(first, 0, archive.length);
  await here.send(rest, 1000, archive.length);
  await here.send(rest, 1000, archive.length);
  await here.begin(archive.length);
  expect(state).toMatchObject({ phase: "restoring", failure: null });
  expect(startAnew).toHaveBeenCalledOnce();
  await db.close();
  expect(await here.startsAgain()).toBe(true);
  expect(state).toMatchObject({ phase: "restoring", doneBytes: 8, totalBytes: 8 });
  expect(await artistsIn(ownerUrl)).toEqual(whole);
  const paths: string[] = [];
  for await (const { path } of storage.list("")) paths.push(path);
  expect(paths).toEqual([songPath]);
  expect(await here.names()).toEqual([]);
  expect(await here.startsAgain()).toBe(false);
});

test("of two that begin in the same moment one does", async () => {
  const { services, code, state, startAnew, send } = await installation();
  await send(archive);
  const begin = () => beginRestore(services, state, { code, size: archive.length }, startAnew);
  const outcomes = await Promise.allSettled([begin(), begin()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect.poll(() => startAnew.mock.calls.length, { timeout: 20_000 }).toBe(1);
});

describe("it is refused, and the installation stays as it is", () => {
  test("with another code, which is asked before a byte is taken", async () => {
    const { send, begin, names } = await installation();
    const wrong = { kind: "invalid", publicText: expect.stringContaining("not the set-up code") };
    await expect(send(archive, 0, archive.length, "AAAAA")).rejects.toMatchObject(wrong);
    expect(await names()).toEqual([]);
    await send(archive);
    await expect(begin(archive.length, "AAAAA")).rejects.toMatchObject(wrong);
  });

  test("where somebody has an account, or a file", async () => {
    const one = await installation();
    await makeUser(one.db);
    const inhabited = { kind: "conflict", publicText: expect.stringContaining("not empty") };
    await expect(one.send(archive)).rejects.toMatchObject(inhabited);
    const other = await installation();
    await other.storage.put(songPath, Buffer.from("another"), { contentType: "audio/mpeg" });
    await expect(other.send(archive)).rejects.toMatchObject(inhabited);
  });

  test("where a piece is missing, or the archive too large", async () => {
    const { send, begin } = await installation();
    await expect(send(archive.subarray(9), 9, archive.length)).rejects.toMatchObject({ kind: "conflict" });
    await expect(send(archive, 0, 10)).rejects.toMatchObject({ kind: "conflict" });
    await expect(send(archive, 0, 300 * 1024 ** 3)).rejects.toMatchObject({ kind: "too-large" });
    await send(archive.subarray(0, 9), 0, archive.length);
    await expect(begin(archive.length)).rejects.toMatchObject({
      publicText: "The archive has not arrived whole. Please choose it again.",
    });
  });

  test.each([
    [
      "what is no archive",
      () => Buffer.from("no zip at all"),
      "This file is no archive, or not a whole one.",
    ],
    ["half of one", () => archive.subarray(0, archive.length / 2), "This file is no archive"],
    ["a changed byte", () => changed("the song", "the sonG"), "The backup is damaged: "],
    ["a newer one", () => changed('"version": 1', '"version": 2'), "made by a newer Handbill"],
    [
      "what is no backup",
      () => changed("manifest.json", "manifest.jso_"),
      "This file is no backup of Handbill.",
    ],
  ])("%s", async (_name, made, failure) => {
    const { send, begin, state, startAnew, names, ownerUrl, place } = await installation();
    const bytes = made();
    await send(bytes);
    await begin(bytes.length);
    expect(state.phase).toBe("failed");
    expect(state.failure).toContain(failure);
    expect(state.failure).not.toContain(place.dataDir);
    expect(startAnew).not.toHaveBeenCalled();
    expect(await names()).toEqual([]);
    expect(await artistsIn(ownerUrl)).toEqual([]);
  });

  test("by the start, where somebody has signed up or become an admin since, or another server runs", async () => {
    const { db, storage, state, services, ownerUrl, ...here } = await installation();
    await here.send(archive);
    await here.begin(archive.length);
    const held = await readFile(join(services.config.dataDir, "restore", (await here.names())[0] ?? ""));
    // This test's own server has not stopped.
    await here.startsAgain();
    expect(state).toMatchObject({ phase: "failed", failure: expect.stringContaining("Another server") });
    const name = `ready-${"0".repeat(64)}.zip`;
    await db.close();
    await writeFile(join(services.config.dataDir, "restore", name), held);
    await here.startsAgain();
    expect(state.failure).toBe("The set-up code does not hold any more.");
    await asServerOwner(ownerUrl, (owner) =>
      owner.query("insert into users (email) values ('first@example.org')"),
    );
    await writeFile(join(services.config.dataDir, "restore", name), held);
    await here.startsAgain();
    expect(state.failure).toContain("not empty any more");
    const { rows } = await asServerOwner(ownerUrl, (owner) => owner.query("select email from users"));
    expect(rows).toEqual([{ email: "first@example.org" }]);
    for await (const { path } of storage.list("")) expect(path).toBe("no file");
  });
});

/** The archive with some of its bytes changed, everywhere. */
function changed(from: string, to: string): Buffer {
  const bytes = Buffer.from(archive);
  let at = bytes.indexOf(from, 0, "latin1");
  expect(at).toBeGreaterThan(-1);
  for (; at !== -1; at = bytes.indexOf(from, at + 1, "latin1")) bytes.write(to, at, "latin1");
  return bytes;
}

test("one that was killed in the middle is done anew by the next start; one that fails leaves an empty installation", async () => {
  const { db, storage, state, services, ownerUrl, ...here } = await installation();
  await here.send(archive);
  await here.begin(archive.length);
  const [ready = ""] = await here.names();
  const readyFile = join(services.config.dataDir, "restore", ready);
  await db.close();
  // As it is left by a process that dies: emptied, marked, and with some of the files.
  await asServerOwner(ownerUrl, (owner) =>
    owner.query(
      "drop schema app cascade; drop schema pgboss cascade; drop table users cascade; create schema app; create table app.restoring ()",
    ),
  );
  await storage.put(songPath, Buffer.from("half"), { contentType: "audio/mpeg" });
  await expect(artistsIn(ownerUrl)).rejects.toThrow("did not come to its end");
  await here.startsAgain();
  expect(await artistsIn(ownerUrl)).toEqual(whole);

  const other = await installation();
  await other.send(archive);
  await other.begin(archive.length);
  await other.db.close();
  // The check was over by then: the disk has lost a piece of it.
  const names = await other.names();
  const damaged = join(other.services.config.dataDir, "restore", names[0] ?? "");
  await writeFile(damaged, changed("\u001f\u008b", "\u0000\u0000"));
  await other.startsAgain();
  expect(other.state.phase).toBe("failed");
  expect(await artistsIn(other.ownerUrl)).toEqual([]);
  expect(await waitingRestore(other.place)).toBeUndefined();
  await expect(readFile(readyFile)).rejects.toThrow("ENOENT");
});
