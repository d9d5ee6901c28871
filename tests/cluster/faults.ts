import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Cluster } from "../../cluster/cluster.ts";
import { type Disk, type Member, members } from "../../cluster/parts.ts";

export interface Fault {
  name: string;
  /** @param meanwhile waits as long as the fault is to last */
  cause(cluster: Cluster, meanwhile: () => Promise<unknown>): Promise<void>;
}

export const faults: Fault[] = [
  { name: "none", cause: async () => {} },
  {
    name: "a Handbill is killed",
    async cause(cluster, meanwhile) {
      cluster.signal("handbill-two", "SIGKILL");
      await meanwhile();
      await cluster.start("handbill-two");
      await cluster.ready("two");
    },
  },
  {
    name: "all Handbills are restarted in turn",
    async cause(cluster) {
      for (const member of members) {
        await cluster.stop(`handbill-${member}`);
        await cluster.start(`handbill-${member}`);
        await cluster.ready(member);
        await pause(2_000);
      }
    },
  },
  {
    name: "the primary is killed",
    async cause(cluster, meanwhile) {
      const primary = await primaryOf(cluster);
      cluster.signal(`postgres-${primary}`, "SIGKILL");
      await meanwhile();
      await cluster.start(`postgres-${primary}`);
    },
  },
  {
    name: "the primary hands over",
    async cause(cluster, meanwhile) {
      await cluster.switchOver();
      await meanwhile();
    },
  },
  {
    name: "etcd's leader is killed",
    async cause(cluster, meanwhile) {
      const leader = await cluster.etcdLeader();
      cluster.signal(`etcd-${leader}`, "SIGKILL");
      await meanwhile();
      await cluster.start(`etcd-${leader}`);
    },
  },
  {
    name: "the store is frozen",
    async cause(cluster, meanwhile) {
      cluster.signal("store-proxy", "SIGSTOP");
      await meanwhile();
      cluster.signal("store-proxy", "SIGCONT");
    },
  },
  {
    name: "the store's disk is full",
    cause: (cluster, meanwhile) => fillDisk(cluster, "store", meanwhile),
  },
  {
    name: "the primary's disk is full",
    async cause(cluster, meanwhile) {
      const disk: Disk = `postgres-${await primaryOf(cluster)}`;
      await fillDisk(cluster, disk, async () => {
        await useUpLog(cluster.databaseUrl);
        await meanwhile();
      });
    },
  },
  {
    name: "a Handbill is cut from the database",
    async cause(cluster, meanwhile) {
      // Its way there takes connections and bytes, and passes nothing on.
      cluster.signal("database-two", "SIGSTOP");
      await meanwhile();
      cluster.signal("database-two", "SIGCONT");
    },
  },
];

async function primaryOf(cluster: Cluster): Promise<Member> {
  const primary = await cluster.primary();
  if (!primary) throw new Error("There is no primary.");
  return primary;
}

/**
 * Writes to PostgreSQL's log until the files that it keeps ready for it are full, as hours of work would: only then does it need
 * the disk.
 */
async function useUpLog(databaseUrl: string): Promise<void> {
  const owner = new Client(databaseUrl);
  owner.on("error", () => {});
  await owner.connect();
  try {
    while (true) {
      await owner.query("select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))");
    }
  } catch {
    // The server has crashed.
  }
}

async function fillDisk(cluster: Cluster, disk: Disk, meanwhile: () => Promise<unknown>): Promise<void> {
  const ballast = join(cluster.pathOfDisk(disk), "ballast");
  const stream = createWriteStream(ballast);
  const full = new Promise<void>((resolve) => stream.once("error", () => resolve()));
  const piece = Buffer.alloc(2 ** 20);
  const write = () => {
    if (!stream.errored) stream.write(piece, write);
  };
  write();
  await full;
  await meanwhile();
  await rm(ballast);
}
