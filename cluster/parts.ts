import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";

// Every process of the reference cluster, each with a port of its own on loopback. Their configuration is in the files beside this
// one; what differs between three of a kind, and the secrets, they get here by their environment.

const members = ["one", "two", "three"] as const;
/** Of Handbill, PostgreSQL and etcd there are three each. */
export type Member = (typeof members)[number];
export { members };

export const secretsSchema = z.object({
  session: z.string(),
  database: z.string(),
  superuser: z.string(),
  replication: z.string(),
  store: z.string(),
});
type Secrets = z.output<typeof secretsSchema>;

interface Part {
  command: string[];
  environment?: Record<string, string | undefined>;
  /** Runs as who calls; all others run as `postgres`, since PostgreSQL refuses to be root. */
  asCaller?: boolean;
}

/** Folders of their own size, each a file that is mounted. */
export const disks = { "postgres-one": 768, "postgres-two": 768, "postgres-three": 768, store: 512 };
export type Disk = keyof typeof disks;
export const pathOfDisk = (folder: string, disk: Disk) => join(folder, "disks", disk);

export const settingsOf = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");

export const sharedSettings = z
  .object({
    ORIGIN: z.string(),
    S3_ENDPOINT: z.string(),
    S3_BUCKET: z.string(),
    S3_ACCESS_KEY_ID: z.string(),
  })
  .loose()
  .parse(parseEnv(settingsOf("handbill.env")));

const local = (port: number) => `127.0.0.1:${port}`;
/** The ports of three of a kind follow each other. */
export const addressOf = {
  handbill: (member: Member) => local(4131 + members.indexOf(member)),
  /** The way from a Handbill to the primary. */
  database: (member: Member) => local(4141 + members.indexOf(member)),
  postgres: (member: Member) => local(4151 + members.indexOf(member)),
  patroni: (member: Member) => local(4161 + members.indexOf(member)),
  etcd: (member: Member) => local(4171 + members.indexOf(member)),
  etcdPeer: (member: Member) => local(4174 + members.indexOf(member)),
};

export const databaseUrl = (secrets: Secrets, member: Member) =>
  `postgres://handbill:${secrets.database}@${addressOf.database(member)}/handbill`;

/** All of them by name: `handbill-one`, `postgres-one` (a Patroni and its PostgreSQL), `store-proxy` and so on. */
export function partsIn(folder: string, secrets: Secrets): Map<string, Part> {
  const own = (file: string) => join(import.meta.dirname, file);
  const etcd = (member: Member): Part => ({
    command: ["etcd"],
    environment: {
      ...parseEnv(settingsOf("etcd.env")),
      ETCD_NAME: member,
      ETCD_DATA_DIR: join(folder, "etcd", member),
      ETCD_LISTEN_CLIENT_URLS: `http://${addressOf.etcd(member)}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${addressOf.etcd(member)}`,
      ETCD_LISTEN_PEER_URLS: `http://${addressOf.etcdPeer(member)}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${addressOf.etcdPeer(member)}`,
    },
  });
  const postgres = (member: Member): Part => ({
    command: ["patroni", own("patroni.yml")],
    environment: {
      PATRONI_NAME: member,
      PATRONI_RESTAPI_LISTEN: addressOf.patroni(member),
      PATRONI_RESTAPI_CONNECT_ADDRESS: addressOf.patroni(member),
      PATRONI_POSTGRESQL_LISTEN: addressOf.postgres(member),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: addressOf.postgres(member),
      PATRONI_POSTGRESQL_DATA_DIR: join(pathOfDisk(folder, `postgres-${member}`), "data"),
      PATRONI_POSTGRESQL_PGPASS: join(folder, "etcd", `pgpass-${member}`),
      PATRONI_SUPERUSER_USERNAME: "postgres",
      PATRONI_SUPERUSER_PASSWORD: secrets.superuser,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: secrets.replication,
    },
  });
  const database = (member: Member): Part => ({
    command: ["haproxy", "-db", "-f", own("database.cfg")],
    environment: { LISTEN: addressOf.database(member) },
  });
  const handbill = (member: Member): Part => ({
    command: [process.execPath, join(import.meta.dirname, "../server/start.ts")],
    environment: {
      ...parseEnv(settingsOf("handbill.env")),
      PORT: new URL(`http://${addressOf.handbill(member)}`).port,
      DATA_DIR: join(folder, `handbill-${member}`),
      DATABASE_URL: databaseUrl(secrets, member),
      SESSION_SECRET: secrets.session,
      S3_SECRET_ACCESS_KEY: secrets.store,
    },
    asCaller: true,
  });
  const store = (kind: string): Part => ({
    command: [`swift-${kind}-server`, join(folder, "store", `${kind}.conf`), "-v"],
  });
  return new Map([
    ...members.map((member) => [`etcd-${member}`, etcd(member)] as const),
    ...members.map((member) => [`postgres-${member}`, postgres(member)] as const),
    ...members.map((member) => [`database-${member}`, database(member)] as const),
    ...members.map((member) => [`handbill-${member}`, handbill(member)] as const),
    ...["account", "container", "object", "proxy"].map((kind) => [`store-${kind}`, store(kind)] as const),
    ["store-cache", { command: ["memcached", "-l", "127.0.0.1", "-p", "4184", "-m", "16"] }],
    ["mail", { command: [process.execPath, own("mail-sink.ts"), join(folder, "mailed")], asCaller: true }],
    ["haproxy", { command: ["haproxy", "-db", "-f", own("haproxy.cfg")] }],
  ]);
}
