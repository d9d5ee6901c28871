import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../server/embedded-postgres/supervisor.ts";
import { asServerOwner, inDatabase } from "./database.ts";
import { testLog, testSecret } from "./settings.ts";

/** A PostgreSQL of its own, for tests of what all of its databases share: roles. */
export interface Cluster extends AsyncDisposable {
  ownerUrl: string;
  administrator(sql: string): Promise<unknown>;
  /** A role and a database of its own; the address is the role's. */
  ownedDatabase(rights: string): Promise<{ url: string; owner: string }>;
}

export async function freshCluster(overTcp = false): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), "handbill-prepare-"));
  await chmod(dataDir, 0o755);
  const { ownerUrl, stop } = await startEmbedded({
    dataDir,
    sessionSecret: testSecret,
    log: testLog,
    overTcp,
  });
  const administrator = (sql: string) => asServerOwner(ownerUrl, (client) => client.query(sql));
  return {
    ownerUrl,
    administrator,
    async ownedDatabase(rights) {
      const owner = `test_${randomUUID().slice(0, 8)}`;
      await administrator(`create role ${owner} login ${rights}`);
      await administrator(`create database ${owner} owner ${owner}`);
      const url = new URL(inDatabase(ownerUrl, owner));
      url.username = owner;
      return { url: url.href, owner };
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
