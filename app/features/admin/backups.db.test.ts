import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { makeBackup } from "#server/backup/make-backup.ts";
import { checkBackup } from "#server/backup/opened-backup.ts";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { makeBackup as makeBackupRow, makeReport } from "../../../tests/factories/admin.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import type { Viewer } from "../../viewer.server.ts";
import { askForBackup, deleteBackup, linkBackup, openArchive, shownBackups } from "./backups.server.ts";
import { loadHand, storedBytes, userGrowth } from "./overview.server.ts";

const services = await freshServices();
afterAll(() => services[Symbol.asyncDispose]());
const { db, config, storage } = services;
const jobServices = { ...services, stopping: new AbortController().signal };
const folder = join(config.dataDir, "backups");

const { id: adminId, email } = await makeUser(db, { role: "admin" });
const admin: Viewer = { userId: adminId, email, role: "admin", isAdmin: true, isOwner: false };
const shown = () => db.asAdmin(adminId).read(shownBackups);

/** Its row and, as the queue would, its work. */
async function made(): Promise<string> {
  await askForBackup(services, admin);
  const [newest] = await shown();
  if (!newest) throw new Error("There is no backup.");
  await makeBackup(jobServices, newest.id);
  return newest.id;
}

const secretOf = (link: string) => new URL(link, "http://x").searchParams.get("secret") ?? "";
const actions = () =>
  db.asSystem().read((tx) => tx.selectFrom("audit_log").select(["action", "target"]).orderBy("at").execute());

test("a backup is made and checked, downloaded by a link that is good once, and deleted with its file", async () => {
  const { id: user_id } = await makeMusician(db);
  const path = `music/${user_id}/a.mp3`;
  await makeTrack(db, { user_id, file_url: `/uploads/${path}`, file_size: 5 });
  await storage.put(path, Buffer.from("music"), { contentType: "audio/mpeg" });
  const id = await made();
  const [backup] = await shown();
  expect(backup).toMatchObject({
    state: "done",
    askedBy: email,
    file_count: 1,
    missing_count: 0,
    failure: null,
  });
  expect(backup?.checked_at).toBeInstanceOf(Date);
  const name = backup?.file_name ?? "";
  expect(await readdir(folder)).toEqual([name]);
  await using checked = await checkBackup(join(folder, name));
  expect(checked.manifest.files.count).toBe(1);

  const secret = secretOf(await linkBackup(services, admin, id));
  await expect(openArchive(services, admin, id, "guessed")).rejects.toMatchObject({ kind: "not-found" });
  const archive = await openArchive(services, admin, id, secret);
  expect(archive).toMatchObject({ name, bytes: backup?.bytes });
  expect(await buffer(Readable.from(archive.stream))).toEqual(await readFile(join(folder, name)));
  await expect(openArchive(services, admin, id, secret)).rejects.toMatchObject({ kind: "not-found" });
  const late = secretOf(await linkBackup(services, admin, id));
  await db.asSystem().write((tx) => tx.updateTable("backups").set({ link_until: new Date() }).execute());
  await expect(openArchive(services, admin, id, late)).rejects.toMatchObject({ kind: "not-found" });

  await deleteBackup(services, admin, id);
  expect(await readdir(folder)).toEqual([]);
  expect(await actions()).toEqual([
    { action: "backup_asked", target: null },
    { action: "backup_downloaded", target: name },
    { action: "backup_deleted", target: name },
  ]);
});

test("one backup is made at a time, and one whose process died makes way for another", async () => {
  await askForBackup(services, admin);
  await expect(askForBackup(services, admin)).rejects.toMatchObject({
    kind: "conflict",
    publicText: "Another backup is being made. Wait until it is done.",
  });
  const [running] = await shown();
  await expect(deleteBackup(services, admin, running?.id ?? "")).rejects.toMatchObject({ kind: "not-found" });
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("backups").set({ progress_at: sql<Date>`now() - interval '3 minutes'` }).execute(),
    );
  expect((await shown())[0]).toMatchObject({ state: "failed", failure: expect.stringContaining("ended") });
  // What the process has left goes with the next.
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "handbill-x.zip.unfinished-12"), "half");
  const id = await made();
  expect((await shown()).map(({ state }) => state)).toEqual(["done", "failed"]);
  expect(await readdir(folder)).toHaveLength(1);
  // A job that runs once more does nothing.
  await makeBackup(jobServices, id);
  expect(await readdir(folder)).toHaveLength(1);
});

test("a backup that can't be made says why and leaves no file; so many are kept and no more", async () => {
  await db.asSystem().write((tx) => tx.deleteFrom("backups").execute());
  const stopped = { ...jobServices, stopping: AbortSignal.abort() };
  await askForBackup(services, admin);
  const [asked] = await shown();
  await makeBackup(stopped, asked?.id ?? "");
  expect((await shown())[0]).toMatchObject({ state: "failed", failure: expect.stringContaining("ended") });
  const left = await readdir(folder);
  expect(left.filter((name) => name.includes(asked?.id.slice(0, 8) ?? "?"))).toEqual([]);
  for (let count = 0; count < 10; count += 1) await makeBackupRow(db, { asked_by: adminId });
  await expect(askForBackup(services, admin)).rejects.toMatchObject({ kind: "conflict" });
  // Its file isn't on this machine.
  const [other] = (await shown()).filter(({ state }) => state === "done");
  await expect(linkBackup(services, admin, other?.id ?? "")).rejects.toMatchObject({ kind: "conflict" });
});

test("who is no admin any more reaches no backup", async () => {
  const { id: userId } = await makeUser(db);
  const former: Viewer = { ...admin, userId };
  const [any] = await shown();
  const attempts = [
    () => askForBackup(services, former),
    () => linkBackup(services, former, any?.id ?? ""),
    () => openArchive(services, former, any?.id ?? "", "x"),
    () => deleteBackup(services, former, any?.id ?? ""),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: "forbidden" });
});

test("the overview counts what needs a hand, and leaves the demo's accounts out of the users' growth", async () => {
  await makeReport(db);
  const hour = new Date(Math.floor(Date.now() / 3600_000) * 3600_000);
  const old = new Date(Date.now() - 30 * 3600_000);
  await db.asSystem().write((tx) =>
    tx
      .insertInto("error_counts")
      .values([
        { hour, kind: "request failed (TypeError)", errors: 2, last_at: new Date() },
        { hour: old, kind: "long ago", errors: 9, last_at: old },
      ])
      .execute(),
  );
  const hand = await loadHand(services, adminId);
  expect(hand).toMatchObject({
    reports: 1,
    errors: [{ kind: "request failed (TypeError)", errors: 2 }],
    retrying: 0,
    lastBackup: { isChecked: true },
    versions: { node: process.versions.node, database: expect.stringMatching(/^\d+\.\d+/) },
  });
  expect(hand.disk?.free).toBeGreaterThan(0);
  const before = await db.asAdmin(adminId).read(userGrowth);
  expect(before.weeks).toHaveLength(26);
  await makeUser(db, { id: "de300000-0000-4000-8000-000000000001" });
  await makeUser(db, { created_at: new Date(Date.now() - 8 * 24 * 3600_000) });
  const { weeks } = await db.asAdmin(adminId).read(userGrowth);
  const total = (before.weeks.at(-1)?.total ?? 0) + 1;
  expect(weeks.slice(-2).map((week) => week.total)).toEqual([1, total]);
  expect(weeks.at(-2)?.joined).toBe(1);
  const { files, largest } = await storedBytes(services);
  expect([files, largest[0]?.bytes]).toEqual([5, 5]);
});
