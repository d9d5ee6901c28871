import { access, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { makeZip } from "client-zip";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeUser } from "../../tests/factories/accounts.ts";
import { makeTrack } from "../../tests/factories/page.ts";
import { admin, leaveOrphan, orphan } from "../../tests/harness/admin.ts";
import { asServerOwner } from "../../tests/harness/database.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { testSecret } from "../../tests/harness/settings.ts";
import { checkBackup } from "../backup/opened-backup.ts";
import { fileTrouble } from "../files/file-trouble.ts";
import { writeWhole } from "./write-whole.ts";

test("it explains itself, and refuses unknown commands", async () => {
  expect(await admin(["help"])).toMatchObject({ code: 0, out: expect.stringContaining("sweep [--dry-run]") });
  expect(await admin([])).toMatchObject({ code: 2, out: expect.stringContaining("Usage:") });
  expect(await admin(["dance"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no command dance."),
  });
  expect(await admin(["toString"])).toMatchObject({ code: 2 });
  expect(await admin(["sweep", "--dryrun"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("--dryrun"),
  });
});

test("a database out of reach is a line, and the exit code for a failed command", async () => {
  const outcome = await admin(["sweep"], {
    DATABASE_URL: "postgres://nobody@127.0.0.1:9/nothing",
    SESSION_SECRET: testSecret,
  });
  expect(outcome).toMatchObject({ code: 1, out: "" });
  expect(outcome.err).toMatch(/^It could not be done: Handbill cannot reach the database at 127\.0\.0\.1:9/);
});

test("a folder that isn't there is not made: it is a slip of the pen", async () => {
  const missing = join(tmpdir(), "handbill-that-was-never-started");
  expect(await admin(["sweep"], { DATA_DIR: missing })).toEqual({
    code: 1,
    out: "",
    err: `It could not be done: There is no Handbill in the data folder ${missing}. Set DATA_DIR as the server has it.\n`,
  });
  await expect(access(missing)).rejects.toThrow("ENOENT");
});

test("nothing is made in a folder that is there and holds no Handbill", async () => {
  const empty = await mkdtemp(join(tmpdir(), "handbill-empty-"));
  onTestFinished(() => rm(empty, { recursive: true }));
  expect(await admin(["make-admin", "--email", "mara@example.org"], { DATA_DIR: empty })).toMatchObject({
    code: 1,
    err: expect.stringContaining(`There is no Handbill in the data folder ${empty}.`),
  });
  const DATABASE_URL = "postgres://nobody@127.0.0.1:9/nothing";
  expect(await admin(["sweep"], { DATA_DIR: empty, DATABASE_URL })).toMatchObject({
    code: 1,
    err: expect.stringContaining(`There is no session secret in the data folder ${empty}.`),
  });
  expect(await readdir(empty)).toEqual([]);
});

test("an archive that can't be read or written is told in words, not in codes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "handbill-archives-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  const reading = (name: string) => expect(checkBackup(at(name))).rejects;
  await reading("none.zip").toThrow(`${at("none.zip")} cannot be read: there is no such file.`);
  await writeFile(at("words.zip"), "no archive");
  await reading("words.zip").toThrow("is no archive, or not a whole one");
  await writeFile(at("account.zip"), makeZip([{ name: "account.json", input: "{}" }]));
  await reading("account.zip").toThrow(`${at("account.zip")} is no backup of Handbill.`);
  const nowhere = join(folder, "none");
  await expect(writeWhole(join(nowhere, "a.zip"), Readable.from([]))).rejects.toThrow(
    `${nowhere}/a.zip cannot be written: there is no folder ${nowhere}.`,
  );
  // Whatever the error on the way, no half file stays.
  const broken = (async function* () {
    yield Buffer.from("some bytes");
    throw new Error("The database has gone.");
  })();
  await expect(writeWhole(at("half.zip"), broken)).rejects.toThrow("The database has gone.");
  expect(fileTrouble(Object.assign(new Error("write"), { code: "ENOSPC" }), "")).toBe("the disk is full");
  expect((await readdir(folder)).toSorted()).toEqual(["account.zip", "words.zip"]);
});

describe("sweep", () => {
  test("reports with --dry-run, removes without, and lists the problems that only a person can mend", async () => {
    await using services = await freshServices();
    const { dataDir } = services.config;
    const settings = { DATA_DIR: dataDir, DATABASE_URL: services.db.ownerUrl, SESSION_SECRET: testSecret };
    await leaveOrphan(dataDir);
    expect(await admin(["sweep", "--dry-run"], settings)).toEqual({
      code: 0,
      err: "",
      out: `1 files, 0.0 MB\n  to remove: ${orphan}\n1 named by nothing would be removed, 0.0 MB\n0 missing\n`,
    });
    const track = await makeTrack(services.db);
    const { code, out } = await admin(["sweep"], settings);
    expect(out).toContain(`  removed: ${orphan}\n`);
    expect(out).toContain(
      `  missing: ${track.file_url?.replace("/uploads/", "")}, named by music_tracks ${track.id}\n1 missing\n`,
    );
    expect(code).toBe(3);
  });
});

describe("check", () => {
  test("reports that all is in order, or the faults", async () => {
    await using services = await freshServices();
    const settings = {
      DATA_DIR: services.config.dataDir,
      DATABASE_URL: services.db.ownerUrl,
      SESSION_SECRET: testSecret,
    };
    const fine = await admin(["check"], settings);
    expect(fine.out).toMatch(/^ok {2}Database: PostgreSQL \d+/m);
    expect(fine.out).toContain("ok  Storage: files in DATA_DIR, readable and writable\n");
    expect(fine).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining("Everything is in order.\n"),
    });

    await asServerOwner(services.db.ownerUrl, (owner) => owner.query("drop policy own on events"));
    const track = await makeTrack(services.db);
    const uploads = join(services.config.dataDir, "files", "unfinished");
    await rm(uploads, { recursive: true });
    await writeFile(uploads, "in the way");
    const wrong = await admin(["check"], {
      ...settings,
      ORIGIN: "http://music.example",
      SMTP_URL: "smtp://127.0.0.1:9",
    });
    // The store can't even be opened.
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("Files cannot be kept in") });
    await rm(uploads);
    const { code, out } = await admin(["check"], {
      ...settings,
      ORIGIN: "http://music.example",
      SMTP_URL: "smtp://127.0.0.1:9",
    });
    for (const line of [
      "!!  Settings: http://music.example",
      "ORIGIN isn't https",
      "!!  Policies and grants: changed",
      'events: The policy "own" is missing',
      "!!  Mail: can't be sent",
      "!!  Files: 0 with 0.0 MB, 1 missing",
      `${track.file_url?.slice("/uploads/".length)}, named by music_tracks ${track.id}`,
      "4 of 7 need a person.",
    ]) {
      expect(out).toContain(line);
    }
    expect(code).toBe(3);
  });

  test("a bucket that is out of reach is a finding", async () => {
    await using services = await freshServices();
    const { code, out } = await admin(["check"], {
      DATA_DIR: services.config.dataDir,
      DATABASE_URL: services.db.ownerUrl,
      SESSION_SECRET: testSecret,
      S3_ENDPOINT: "http://127.0.0.1:9",
      S3_BUCKET: "none",
      S3_ACCESS_KEY_ID: "nobody",
      S3_SECRET_ACCESS_KEY: "nothing",
    });
    expect(out).toContain("!!  Storage: S3, can't be used\n");
    expect(out).toContain("!!  Files: can't be looked at\n");
    expect(code).toBe(3);
  });
});

test("make-admin names an account that is there, and isn't suspended", async () => {
  await using services = await freshServices();
  const settings = {
    DATA_DIR: services.config.dataDir,
    DATABASE_URL: services.db.ownerUrl,
    SESSION_SECRET: testSecret,
  };
  const { email } = await makeUser(services.db, { suspended_at: new Date(), suspended_reason: "Spam" });
  expect(await admin(["make-admin", "--email", email], settings)).toMatchObject({
    code: 1,
    err: `It could not be done: ${email} is suspended. Lift the suspension first.\n`,
  });
  expect(await admin(["make-admin", "--email", "nobody@example.org"], settings)).toMatchObject({ code: 1 });
  expect(await admin(["make-admin"], settings)).toMatchObject({ code: 2 });
});

test("each command explains itself", async () => {
  const { out } = await admin(["help"]);
  for (const name of [
    "make-admin",
    "reset-password",
    "reset-second-factor",
    "export",
    "import",
    "backup",
    "restore",
    "rollback",
    "sweep",
    "check",
    "change-secret",
    "upgrade-database",
  ]) {
    expect(out).toMatch(new RegExp(`^ {2}${name} `, "m"));
  }
  expect(out).toContain("All but restore, rollback, change-secret and upgrade-database may run beside it.");
  expect(await admin(["restore", "--help"])).toEqual({
    code: 0,
    err: "",
    out: [
      "Usage: npm run admin -- restore --from FILE.zip [--dry-run]\n",
      "Puts a backup into an empty place: a new DATA_DIR, or an empty database and bucket.",
      "With --dry-run it only checks every byte of the archive. No server may run on that place.\n",
    ].join("\n"),
  });
  expect(await admin(["restore"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("--from is missing."),
  });
});
