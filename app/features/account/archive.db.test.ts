import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, afterEach, expect, onTestFinished, test, vi } from "vitest";
import { askForDeletion } from "#server/account-deletion.ts";
import { openArchive } from "#server/backup/archive.ts";
import { makeArchive } from "#server/backup/make-archive.ts";
import { noRoom } from "#server/files/disk-full.ts";
import { collectOrphans } from "#server/files/orphans.ts";
import { usedBytes } from "#server/files/quota.ts";
import { removeUnnamedFiles } from "#server/files/removal.ts";
import { mayReadFile, serveArchive } from "#server/http/stored-files.ts";
import type { JobServices } from "#server/services.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import {
  archivesOfOne,
  askForArchive,
  cancelArchive,
  shownArchive,
  sweepArchives,
} from "./archive.server.ts";

const services = await freshServices();
const { db, storage } = services;
afterAll(() => services[Symbol.asyncDispose]());
const system = db.asSystem();
afterEach(() => system.write((tx) => sql`delete from pgboss.job`.execute(tx)));

const song = randomBytes(300_000);
/** So that a song takes several. */
const small = { pieceBytes: 64 * 1024, endsAfterMs: 60_000 };
const nowhere = async () => new Response(null, { status: 404 });
const running = { ...services, stopping: new AbortController().signal };

/** A musician with a song. */
async function newMusician() {
  const musician = await makeMusician(db);
  const { id: user_id } = musician;
  const path = `music/${user_id}/song.mp3`;
  await makeTrack(db, { user_id, file_url: `/uploads/${path}`, file_size: song.length });
  await storage.put(path, song, { contentType: "audio/mpeg" });
  return musician;
}

const shown = (id: string) => db.asMusician(id).read((tx) => shownArchive(tx, id));

/** Asks for an archive. @returns the ids that the queue has got */
async function asked(id: string): Promise<string[]> {
  await askForArchive(services, id);
  const { rows } = await system.read((tx) =>
    sql<{ id: string }>`
      select data ->> 'archiveId' as id from pgboss.job where name = 'account.archive' order by created_on`.execute(
      tx,
    ),
  );
  return rows.map((row) => row.id);
}

/** Makes an archive, as the queue would. */
async function made(id: string, with_: Omit<JobServices, "mailer"> = running, options = small) {
  const [archiveId = ""] = await asked(id);
  await makeArchive(with_, nowhere, archiveId, options);
  return archiveId;
}

/** The paths of what archives have in the store. */
async function stored(): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list("archives/")) paths.push(path);
  return paths;
}

/** What the server answers an account that downloads its archive. */
async function download(userId: string | null, headers: Record<string, string> = {}): Promise<Response> {
  const server = createServer((request, response) => {
    serveArchive(request, response, services, async () => (userId === null ? null : { userId })).catch(
      (error) => {
        response.writeHead(error.status ?? 500).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port }: AddressInfo = Object(server.address());
  return fetch(`http://127.0.0.1:${port}/`, { headers });
}

test("an archive is asked for, made, told by mail and downloaded by its owner alone, by ranges", async () => {
  const [owner, other] = [await newMusician(), await makeMusician(db)];
  expect(await shown(owner.id)).toBeNull();
  expect((await download(owner.id)).status).toBe(404);
  const before = await system.read((tx) => usedBytes(tx, owner.id));
  await made(owner.id);
  const archive = await shown(owner.id);
  expect(archive).toMatchObject({ state: "ready", expected_bytes: song.length, failure: null });
  const size = archive?.done_bytes ?? 0;
  expect(size).toBeGreaterThan(song.length);
  expect(await stored()).toHaveLength(Math.ceil(size / small.pieceBytes));
  expect(await system.read((tx) => usedBytes(tx, owner.id))).toBe(before);

  const whole = await download(owner.id);
  expect(whole.status).toBe(200);
  expect(whole.headers.get("Content-Disposition")).toMatch(/handbill-\d{4}-\d\d-\d\d\.zip/);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes).toHaveLength(size);
  const folder = await mkdtemp(join(tmpdir(), "handbill-archive-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "a.zip"), bytes);
  await using zip = await openArchive(join(folder, "a.zip"));
  expect(await buffer(await zip.read("files/music/song.mp3"))).toEqual(song);

  // A download that broke off goes on, also from within a piece and across several.
  const etag = whole.headers.get("ETag") ?? "";
  for (const start of [0, 1, small.pieceBytes - 1, small.pieceBytes, 100_000, size - 1]) {
    const rest = await download(owner.id, { Range: `bytes=${start}-`, "If-Range": etag });
    expect([rest.status, rest.headers.get("Content-Range")]).toEqual([
      206,
      `bytes ${start}-${size - 1}/${size}`,
    ]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(start)), `from ${start}`).toBe(true);
  }
  const part = await download(owner.id, { Range: "bytes=65000-70000" });
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(65_000, 70_001))).toBe(true);
  expect((await download(owner.id, { Range: `bytes=${size}-` })).status).toBe(416);

  expect((await download(other.id)).status).toBe(404);
  expect((await download(null)).status).toBe(401);
  expect(await shown(other.id)).toBeNull();
  const [piece = ""] = await stored();
  expect(await mayReadFile(db.asMusician(other.id), `/uploads/${piece}`)).toBe(false);
  expect(await mayReadFile(db.asVisitor(), `/uploads/${piece}`)).toBe(false);
  // The files of archives are no orphans.
  expect((await collectOrphans(services)).missing).toEqual([]);

  const { rows: mails } = await system.read((tx) =>
    sql<{ to: string; text: string }>`
      select data ->> 'to' as to, data ->> 'text' as text from pgboss.job where name = 'mail.send'`.execute(
      tx,
    ),
  );
  expect(mails).toEqual([{ to: owner.email, text: expect.stringContaining("/account/data") }]);
});

test("one at a time: who asks again gets the same one, and once it is ready another in its place", async () => {
  const { id } = await newMusician();
  const [[first], again] = [await asked(id), await asked(id)];
  expect(again).toEqual([first]);
  await Promise.all([askForArchive(services, id), askForArchive(services, id)]);
  expect(await asked(id)).toHaveLength(1);
  await makeArchive(running, nowhere, first ?? "", small);
  const pieces = await stored();
  // A job that runs once more makes nothing.
  await makeArchive(running, nowhere, first ?? "", small);
  expect(await stored()).toEqual(pieces);
  expect(await asked(id)).toHaveLength(2);
  expect(await shown(id)).toMatchObject({ state: "asked" });
  expect((await download(id)).status).toBe(404);
  await removeUnnamedFiles(services);
  expect((await stored()).filter((path) => path.includes(id))).toEqual([]);
});

test("it can be asked for so often an hour", async () => {
  const { id } = await makeMusician(db);
  for (let n = 0; n < archivesOfOne.tries; n++) {
    await askForArchive(services, id);
    await system.write((tx) => tx.deleteFrom("account_archives").where("user_id", "=", id).execute());
  }
  await expect(askForArchive(services, id)).rejects.toMatchObject({ kind: "too-many" });
});

test("a server that stops leaves it to the next one, which begins anew", async () => {
  const { id } = await newMusician();
  const stopping = new AbortController();
  let puts = 0;
  const stopped = {
    ...running,
    stopping: stopping.signal,
    storage: {
      ...storage,
      async put(...given: Parameters<typeof storage.put>) {
        await storage.put(...given);
        if (++puts === 3) stopping.abort();
      },
    },
  };
  const archiveId = await made(id, stopped);
  expect(await shown(id)).toMatchObject({ state: "asked" });
  // A fresh job, which counts as no failure.
  expect(await asked(id)).toEqual([archiveId, archiveId]);
  await makeArchive(running, nowhere, archiveId, small);
  const archive = await shown(id);
  expect(archive).toMatchObject({ state: "ready" });
  expect(await (await download(id)).arrayBuffer()).toHaveProperty("byteLength", archive?.done_bytes);
});

test("of two runs the later one makes it, and what the earlier one has stored goes", async () => {
  const { id } = await newMusician();
  const [archiveId = ""] = await asked(id);
  const goOn = Promise.withResolvers<void>();
  let later: Promise<void> | undefined;
  const slow = {
    ...running,
    storage: {
      ...storage,
      async put(...given: Parameters<typeof storage.put>) {
        await storage.put(...given);
        // As after a process that was taken for dead.
        await new Promise<void>((begun) => {
          const put = async (...its: Parameters<typeof storage.put>) => {
            begun();
            await goOn.promise;
            await storage.put(...its);
          };
          later = makeArchive({ ...running, storage: { ...storage, put } }, nowhere, archiveId, small);
        });
      },
    },
  };
  await makeArchive(slow, nowhere, archiveId, small);
  expect(await shown(id)).toMatchObject({ state: "making", done_bytes: 0 });
  goOn.resolve();
  await later;
  const archive = await shown(id);
  expect(archive).toMatchObject({ state: "ready" });
  await removeUnnamedFiles(services);
  const own = (await stored()).filter((path) => path.includes(id));
  expect(own).toHaveLength(Math.ceil((archive?.done_bytes ?? 0) / small.pieceBytes));
});

test("its owner cancels it: the job ends at its next piece, nothing stays, and another can be asked for", async () => {
  const [{ id }, other] = [await newMusician(), await newMusician()];
  await asked(other.id);
  await system.write((tx) => sql`delete from pgboss.job`.execute(tx));
  const put = vi.fn(async (...given: Parameters<typeof storage.put>) => {
    await storage.put(...given);
    if (put.mock.calls.length === 2) expect(await cancelArchive(services, id)).toBe(true);
  });
  await made(id, { ...running, storage: { ...storage, put } });
  expect(put).toHaveBeenCalledTimes(2);
  expect(await shown(id)).toBeNull();
  expect((await download(id)).status).toBe(404);
  await removeUnnamedFiles(services);
  expect((await stored()).filter((path) => path.includes(id))).toEqual([]);
  expect(await shown(other.id)).toMatchObject({ state: "asked" });

  // One that waits for its turn isn't begun.
  const waiting = (await asked(id)).at(-1) ?? "";
  expect(await cancelArchive(services, id)).toBe(true);
  put.mockClear();
  await makeArchive({ ...running, storage: { ...storage, put } }, nowhere, waiting, small);
  expect(put).not.toHaveBeenCalled();

  // One that has become ready meanwhile stays.
  await makeArchive(running, nowhere, (await asked(id)).at(-1) ?? "", small);
  expect(await cancelArchive(services, id)).toBe(false);
  expect((await download(id)).status).toBe(200);
});

test("a failure says why, leaves nothing, and another can be asked for", async () => {
  const { id } = await newMusician();
  const full = { ...running, storage: { ...storage, put: () => Promise.reject(noRoom()) } };
  const first = await made(id, full);
  expect(await shown(id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("The server has no room left for this."),
  });
  expect((await download(id)).status).toBe(404);
  expect(await asked(id)).not.toEqual([first]);

  const silent = { ...running, storage: { ...storage, put: () => new Promise<never>(() => {}) } };
  const [, second = ""] = await asked(id);
  await makeArchive(silent, nowhere, second, { ...small, endsAfterMs: 1000 });
  expect(await shown(id)).toMatchObject({ state: "failed", failure: expect.stringContaining("three hours") });
});

test("one whose process has died is told as failed, and makes way for another", async () => {
  const { id } = await newMusician();
  const [archiveId = ""] = await asked(id);
  await system.write((tx) =>
    tx
      .updateTable("account_archives")
      .set({ state: "making", progress_at: sql<Date>`now() - interval '31 minutes'` })
      .where("id", "=", archiveId)
      .execute(),
  );
  expect(await shown(id)).toMatchObject({ state: "failed", failure: expect.stringContaining("ended") });
  expect(await asked(id)).toHaveLength(2);
  expect(await shown(id)).toMatchObject({ state: "asked" });
});

test("it is kept for a day, and then swept with its files", async () => {
  const [{ id }, other] = [await newMusician(), await newMusician()];
  await made(id);
  await system.write((tx) => sql`delete from pgboss.job`.execute(tx));
  await made(other.id);
  await system.write((tx) =>
    tx
      .updateTable("account_archives")
      .set({ ended_at: sql<Date>`now() - interval '25 hours'` })
      .where("user_id", "=", id)
      .execute(),
  );
  expect((await download(id)).status).toBe(404);
  expect(await shown(id)).toBeNull();
  expect(await sweepArchives(services)).toBe(1);
  await removeUnnamedFiles(services);
  const left = await stored();
  expect(left.filter((path) => path.includes(id))).toEqual([]);
  expect(left.filter((path) => path.includes(other.id))).not.toEqual([]);
});

test("a suspended account takes its data along; one that leaves keeps no archive, and gets no other", async () => {
  const { id } = await newMusician();
  await system.write((tx) =>
    tx
      .updateTable("users")
      .set({ suspended_at: new Date(), suspended_reason: "Words" })
      .where("id", "=", id)
      .execute(),
  );
  await made(id);
  expect((await download(id)).status).toBe(200);

  await askForDeletion(services, id);
  expect((await download(id)).status).toBe(404);
  await removeUnnamedFiles(services);
  expect((await stored()).filter((path) => path.includes(id))).toEqual([]);
  await expect(askForArchive(services, id)).rejects.toMatchObject({ kind: "forbidden" });
});

test("one whose account leaves while it is made leaves nothing in the store", async () => {
  const { id } = await newMusician();
  const put = vi.fn(async (...given: Parameters<typeof storage.put>) => {
    await storage.put(...given);
    if (put.mock.calls.length === 2) await askForDeletion(services, id);
  });
  await made(id, { ...running, storage: { ...storage, put } });
  expect(put).toHaveBeenCalledTimes(2);
  await removeUnnamedFiles(services);
  expect((await stored()).filter((path) => path.includes(id))).toEqual([]);
});
