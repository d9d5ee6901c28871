import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareDatabase } from "../../server/db/prepare.ts";
import { startEmbedded } from "../../server/embedded-postgres/supervisor.ts";
import { asServerOwner, dropDatabase, inDatabase } from "./database.ts";
import { testLog, testSecret } from "./settings.ts";

/** One PostgreSQL for the whole run, and one migrated template in it, which every test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  const template = `handbill_template_${randomUUID().replaceAll("-", "")}`;
  const oid = await asServerOwner(server.ownerUrl, async (client) => {
    await client.query(`create database ${template} template template0 encoding 'UTF8'`);
    const { rows } = await client.query<{ oid: number }>("select oid from pg_database where datname = $1", [
      template,
    ]);
    return rows[0]?.oid ?? 0;
  });
  await prepareDatabase(inDatabase(server.ownerUrl, template), {
    dataDir: "/nowhere",
    sessionSecret: testSecret,
    log: testLog,
  });
  project.provide("databaseServer", { ownerUrl: server.ownerUrl, template });
  return async () => {
    await asServerOwner(server.ownerUrl, (client) => dropDatabase(client, template, oid));
    await server.stop();
  };
}

/** `TEST_DATABASE_URL` runs the same suite on a given server; its role needs CREATEDB and CREATEROLE. */
async function testServer(): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  const ownerUrl = process.env.TEST_DATABASE_URL;
  if (ownerUrl) return { ownerUrl, stop: async () => {} };
  await stopForgottenServers();
  const dataDir = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  await chmod(dataDir, 0o755); // for root: the database runs under another account
  const embedded = await startEmbedded({ dataDir, sessionSecret: testSecret, log: testLog });
  return {
    ownerUrl: embedded.ownerUrl,
    async stop() {
      await embedded.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

const folderPrefix = "handbill-test-";

/** A run that was killed leaves its database behind: take it over, to stop it in order. */
async function stopForgottenServers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const dataDir = join(tmpdir(), name);
    const embedded = await startEmbedded({ dataDir, sessionSecret: testSecret, log: testLog }).catch(
      () => undefined,
    );
    await embedded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
