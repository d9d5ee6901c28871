import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeTrack } from "../../tests/factories/page.ts";
import { asServerOwner, emptyDatabase } from "../../tests/harness/database.ts";
import { databaseDigest } from "../../tests/harness/database-digest.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { loadConfig } from "../config.ts";
import { openDatabase } from "../db/database.ts";
import { migrate, ourMigrations, readMigrations } from "../db/migrate.ts";
import { ensureApplicationRoles } from "../db/roles.ts";
import { openStorage } from "../storage/open-storage.ts";
import { rollbackCommand } from "./rollback.ts";

// It prepares databases again and again, which takes a minute on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

async function installation() {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "handbill-rollback-"));
  opened.defer(() => rm(dataDir, { recursive: true }));
  await chmod(dataDir, 0o755);
  const { ownerUrl } = opened.use(await emptyDatabase());
  const config = loadConfig({ DATABASE_URL: ownerUrl, DATA_DIR: dataDir, SESSION_SECRET: testSecret });
  const kept = opened.move();
  return {
    dataDir,
    ownerUrl,
    storage: await openStorage({ dataDir }),
    /** Starts it, which upgrades the database. */
    open: () => openDatabase({ databaseUrl: ownerUrl, dataDir, sessionSecret: testSecret, log: testLog }),
    /** Without what the next start makes anew, and the moments at which migrations and policies were applied. */
    async digest() {
      const digest = await asServerOwner(ownerUrl, databaseDigest);
      const madeAnew = ["app.migrations", "app.page_changes", "app.policies", "app.setup_codes"];
      return Object.fromEntries(Object.entries(digest).filter(([name]) => !madeAnew.includes(name)));
    },
    /** What the command says. */
    async rollback(options: Record<string, string | boolean> = {}) {
      const said: string[] = [];
      const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
      if (!("runAlone" in rollbackCommand)) throw new TypeError("It opens the database by itself.");
      await rollbackCommand
        .runAlone({ config, log: testLog }, { yes: true, ...options })
        .finally(() => spy.mockRestore());
      return said.join("");
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

test("the database is as before the upgrade, what was written since is named and kept, and comes back", async () => {
  await using place = await installation();
  await asServerOwner(place.ownerUrl, async (owner) => {
    await ensureApplicationRoles(owner);
    const names = (await readMigrations(ourMigrations)).map(({ name }) => name);
    await migrate(owner, ourMigrations, names.indexOf("0048-policy-files.sql"));
    await owner.query("insert into users (email) values ('mara@example.org'), ('leaver@example.org')");
    await owner.query(
      `insert into sessions (token_hash, user_id, expires_at)
       select sha256(email::bytea), id, now() + interval '1 day' from users where email = 'mara@example.org'`,
    );
  });
  await expect(place.rollback()).rejects.toThrow("There is no backup of before an upgrade in");
  const before = await place.digest();

  const db = await place.open();
  const musician = await makeMusician(db);
  const path = `music/${musician.id}/new.mp3`;
  await makeTrack(db, { user_id: musician.id, file_url: `/uploads/${path}` });
  await place.storage.put(path, Buffer.from("a new song"), { contentType: "audio/mpeg" });
  await asServerOwner(place.ownerUrl, async (owner) => {
    await owner.query("update users set created_at = '2026-01-01' where email = 'mara@example.org'");
    await owner.query("delete from users where email = 'leaver@example.org'");
  });
  await expect(place.rollback()).rejects.toThrow("Another server uses this database. Stop it");
  await db.close();
  const after = await place.digest();
  // As if the newer version had brought a newer queue.
  const queueVersion = "select version from pgboss.version";
  const ask = (sql: string) => asServerOwner(place.ownerUrl, async (owner) => (await owner.query(sql)).rows);
  const ours = await ask(queueVersion);
  await ask("update pgboss.version set version = version + 1");

  const said = await place.rollback();
  expect(said).toContain("  users: 1 new, 1 changed, 1 deleted, which come back\n");
  expect(said).toContain("  music_tracks: 1 new\n");
  expect(await place.digest()).toEqual(before);
  const kept = /Kept in (\S+):/.exec(said)?.[1] ?? "";
  expect((await readdir(kept)).sort()).toEqual(["database.zip", "files", "rows"]);
  expect(await readFile(join(kept, "rows", "users.jsonl"), "utf8")).toContain(`"email": "${musician.email}"`);
  expect(await readFile(join(kept, "files", path), "utf8")).toBe("a new song");
  await expect(place.rollback()).rejects.toThrow("The database has not been upgraded since that backup.");
  expect(
    (await readdir(join(place.dataDir, "upgrades"))).filter((name) => name.startsWith("rolled")),
  ).toHaveLength(1);

  await place.storage.remove(path);
  await (await place.open()).close();
  expect(await ask(queueVersion)).toEqual(ours);
  await place.rollback({ to: join(kept, "database.zip") });
  await (await place.open()).close();
  expect(await place.digest()).toEqual(after);
  expect((await place.storage.head(path))?.size).toBe(10);
});
