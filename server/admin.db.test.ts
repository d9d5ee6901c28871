import { access } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeTrack } from "../tests/factories/page.ts";
import { admin, leaveStray, stray } from "../tests/harness/admin.ts";
import { freshServices } from "../tests/harness/services.ts";
import { testSecret } from "../tests/harness/settings.ts";

test("it explains itself, and refuses what it doesn't know", async () => {
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

test("a database out of reach is a line, and the code for what could not be done", async () => {
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

describe("sweep", () => {
  test("tells with --dry-run, removes without, and points out what only a person can mend", async () => {
    await using services = await freshServices();
    const { dataDir } = services.config;
    const settings = { DATA_DIR: dataDir, DATABASE_URL: services.db.ownerUrl, SESSION_SECRET: testSecret };
    await leaveStray(dataDir);
    expect(await admin(["sweep", "--dry-run"], settings)).toEqual({
      code: 0,
      err: "",
      out: `1 files, 0.0 MB\n  to remove: ${stray}\n1 named by nothing would be removed, 0.0 MB\n0 missing\n`,
    });
    const track = await makeTrack(services.db);
    const { code, out } = await admin(["sweep"], settings);
    expect(out).toContain(`  removed: ${stray}\n`);
    expect(out).toContain(
      `  missing: ${track.file_url?.replace("/uploads/", "")}, named by music_tracks ${track.id}\n1 missing\n`,
    );
    expect(code).toBe(3);
  });
});
