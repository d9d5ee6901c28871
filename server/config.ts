import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { defaultPoolSizes, type PoolSizes } from "./db/roles.ts";
import { StartError } from "./errors.ts";
import type { LogLevel } from "./log.ts";
import { shortestSecret } from "./secret.ts";
import type { TraceSettings } from "./tracing.ts";

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The settings from the environment, typed and checked. No other module reads the environment. */
export interface Config {
  port: number;
  host: string;
  /** The public address, without a trailing slash. */
  origin: string;
  /** Absolute path. */
  dataDir: string;
  /** PostgreSQL itself, as its owner. Unset: the embedded database. */
  databaseUrl: string | undefined;
  /** A pooler in front of `databaseUrl`, which lends a connection for the length of a transaction. */
  poolerUrl: string | undefined;
  /** A streaming replica of `databaseUrl`, for public pages. */
  replicaUrl: string | undefined;
  poolSizes: PoolSizes;
  s3: S3Settings | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where other mail servers report what they could not deliver: the mailbox, and the address that it belongs to. */
  bounces: { imapUrl: string; address: string } | undefined;
  ownerEmail: string | undefined;
  registration: "open" | "unlisted" | "closed";
  /** The custom URL of the artist whose page is the root, unless an admin says otherwise. */
  site: string | undefined;
  /** Unset: generated once into `dataDir`. */
  sessionSecret: string | undefined;
  trustProxy: number;
  demo: boolean;
  logLevel: LogLevel;
  metricsToken: string | undefined;
  /** How many processes answer requests. */
  workers: number;
  /** Unset: no traces. Where they are sent, the exporter reads itself. */
  traces: TraceSettings | undefined;
  /** The bytes that each musician may store. */
  quotaBytes: number;
  /** Mails a day, for the whole installation, to addresses that have confirmed nothing. */
  mailPerDay: number;
  /** Whether webhooks may go to this machine itself, by http too: to try a receiver out. */
  localWebhooks: boolean;
  /** Whether a file of subscribers that states when somebody has confirmed elsewhere is believed. */
  keepsStatedConfirmations: boolean;
  /** Bytes of rendered pages that each worker keeps in memory; the database keeps twice as many. */
  pageCacheBytes: number;
}

const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://music.example", abort: true })
  .refine((value) => ["", "/"].includes(new URL(value).pathname), "must have no path")
  .refine((value) => {
    const { search, hash, username, password } = new URL(value);
    return search + hash + username + password === "";
  }, "must have no query, no password and nothing after a #")
  .transform((value) => new URL(value).origin);

const postgresAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must look like postgres://user:password@host:5432/database",
});

const smtpAddress = z.url({
  protocol: /^smtps?$/,
  error: "must look like smtp://user:password@host:587",
});

const collectorAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address such as http://127.0.0.1:4318",
});

const listenAddress = z
  .string()
  .refine(
    (value) => isIP(value) !== 0 || /^[a-z0-9.-]+$/i.test(value),
    "must be a host name or an IP address",
  );

const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${minimum} to ${maximum}` })
    .int(`must be a whole number from ${minimum} to ${maximum}`)
    .min(minimum, `must be ${minimum} or more`)
    .max(maximum, `must be ${maximum} or less`);

const poolSize = (role: keyof PoolSizes) => wholeNumber(1, 500).default(defaultPoolSizes[role]);

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(", ")}` });

const mostWorkers = 64;

const settings = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: listenAddress.default("127.0.0.1"),
  ORIGIN: webAddress.optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  DATABASE_READ_URL: postgresAddress.optional(),
  DATABASE_POOL_VISITOR: poolSize("visitor"),
  DATABASE_POOL_MUSICIAN: poolSize("musician"),
  DATABASE_POOL_ADMIN: poolSize("admin"),
  DATABASE_POOL_SYSTEM: poolSize("system"),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: z.string().regex(/@/, "must hold an e-mail address").optional(),
  BOUNCES_IMAP_URL: z
    .url({ protocol: /^imaps?$/, error: "must look like imaps://user:password@host:993/INBOX" })
    .optional(),
  BOUNCES_ADDRESS: z
    .email("must be an e-mail address")
    .regex(/^[^+@]{1,20}@/, "must have at most 20 characters and no + before the @: a key is added there")
    .optional(),
  OWNER_EMAIL: z.email("must be an e-mail address").toLowerCase().optional(),
  REGISTRATION: oneOf(["open", "unlisted", "closed"]).default("unlisted"),
  SITE: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{1,100}$/, "must be an artist's custom URL: letters, digits and hyphens alone")
    .optional(),
  SESSION_SECRET: z
    .string()
    .min(shortestSecret, `must have at least ${shortestSecret} characters`)
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  DEMO: oneOf(["on", "off"]).optional(),
  LOG_LEVEL: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  QUOTA_GB: z.coerce
    .number({ error: "must be a number of gigabytes, such as 5 or 0.5" })
    .min(0.001, "must be 0.001 or more")
    .max(1_000_000, "must be 1000000 or less")
    .default(5),
  MAIL_PER_DAY: wholeNumber(1, 1_000_000).default(2000),
  STATED_CONFIRMATIONS: oneOf(["ask", "keep"]).default("ask"),
  PAGE_CACHE_MB: wholeNumber(1, 4096).default(64),
  WEBHOOKS_LOCAL: oneOf(["on", "off"]).default("off"),
  WORKERS: z.literal("auto").transform(availableParallelism).or(wholeNumber(1, mostWorkers)).default(1),
  // OpenTelemetry's own.
  OTEL_SDK_DISABLED: oneOf(["true", "false"]).default("false"),
  OTEL_TRACES_EXPORTER: oneOf(["otlp", "none"]).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(["http/json"]).optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: oneOf(["http/json"]).optional(),
  OTEL_TRACES_SAMPLER: oneOf(["always_on", "always_off", "traceidratio"]).default("always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a share, from 0 to 1" })
    .min(0, "must be 0 or more")
    .max(1, "must be 1 or less")
    .default(1),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
});

const s3Names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/**
 * Reads the settings of the contract from `environment`. An empty value counts as unset.
 * @throws StartError with one line that names the setting and the rule; values are never repeated, they may be secret.
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = settings.safeParse(nonEmpty);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(
      `The setting ${issue?.path.join(".")} ${issue?.message}. Correct it and start again.`,
    );
  }
  const value = parsed.data;
  const origin = value.ORIGIN ?? `http://localhost:${value.PORT}`;
  return {
    port: value.PORT,
    host: value.HOST,
    origin,
    dataDir: resolve(value.DATA_DIR),
    ...databaseAddresses(value),
    replicaUrl: value.DATABASE_READ_URL,
    poolSizes: {
      visitor: value.DATABASE_POOL_VISITOR,
      musician: value.DATABASE_POOL_MUSICIAN,
      admin: value.DATABASE_POOL_ADMIN,
      system: value.DATABASE_POOL_SYSTEM,
    },
    s3: s3Settings(value),
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `Handbill <no-reply@${new URL(origin).hostname}>`,
    bounces: bounceSettings(value),
    ownerEmail: value.OWNER_EMAIL,
    registration: value.REGISTRATION,
    site: value.SITE,
    sessionSecret: value.SESSION_SECRET,
    trustProxy: value.TRUST_PROXY,
    demo: value.DEMO ? value.DEMO === "on" : value.DATABASE_URL === undefined,
    logLevel: value.LOG_LEVEL,
    metricsToken: value.METRICS_TOKEN,
    workers: value.WORKERS,
    traces: traceSettings(value),
    quotaBytes: Math.round(value.QUOTA_GB * 1024 ** 3),
    mailPerDay: value.MAIL_PER_DAY,
    localWebhooks: value.WEBHOOKS_LOCAL === "on",
    keepsStatedConfirmations: value.STATED_CONFIRMATIONS === "keep",
    pageCacheBytes: value.PAGE_CACHE_MB * 1024 ** 2,
  };
}

function traceSettings(value: z.output<typeof settings>): TraceSettings | undefined {
  const hasAddress = Boolean(value.OTEL_EXPORTER_OTLP_ENDPOINT ?? value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
  const exporter = value.OTEL_TRACES_EXPORTER ?? (hasAddress ? "otlp" : "none");
  if (exporter === "none" || value.OTEL_SDK_DISABLED === "true") return undefined;
  const shares = { always_on: 1, always_off: 0, traceidratio: value.OTEL_TRACES_SAMPLER_ARG };
  return { share: shares[value.OTEL_TRACES_SAMPLER] };
}

function databaseAddresses({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: direct,
}: z.output<typeof settings>): Pick<Config, "databaseUrl" | "poolerUrl"> {
  if (direct === undefined) return { databaseUrl: url, poolerUrl: undefined };
  if (url !== undefined) return { databaseUrl: direct, poolerUrl: url };
  throw new StartError(
    "DATABASE_DIRECT_URL is set, but DATABASE_URL, the pooler's address, is not. Set it and start again.",
  );
}

function bounceSettings({
  BOUNCES_IMAP_URL: imapUrl,
  BOUNCES_ADDRESS: address,
}: z.output<typeof settings>): Config["bounces"] {
  if (imapUrl !== undefined && address !== undefined) return { imapUrl, address };
  if (imapUrl === undefined && address === undefined) return undefined;
  const missing = imapUrl === undefined ? "BOUNCES_IMAP_URL" : "BOUNCES_ADDRESS";
  throw new StartError(`Returned mails are to be read, but ${missing} is not set. Set it and start again.`);
}

function s3Settings(value: z.output<typeof settings>): S3Settings | undefined {
  const missing = s3Names.filter((name) => value[name] === undefined);
  if (missing.length === s3Names.length) return undefined;
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = value;
  if (!(S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)) {
    throw new StartError(
      `Files are to go to S3, but ${missing.join(", ")} is not set. Set it and start again.`,
    );
  }
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: value.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
