import { expect, test } from "vitest";
import { loadConfig } from "./config.ts";

test("without any setting the contract's defaults hold", () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    origin: "http://localhost:3000",
    databaseUrl: undefined,
    s3: undefined,
    smtpUrl: undefined,
    ownerEmail: undefined,
    mailPerDay: 2000,
    localWebhooks: false,
    pageCacheBytes: 64 * 1024 ** 2,
    registration: "unlisted",
    trustProxy: 0,
    demo: true,
    logLevel: "info",
    quotaBytes: 5 * 1024 ** 3,
  });
  expect(config.dataDir).toBe(`${process.cwd()}/data`);
});

test("the public address follows the port, and loses a trailing slash", () => {
  expect(loadConfig({ PORT: "4000" }).origin).toBe("http://localhost:4000");
  expect(loadConfig({ ORIGIN: "https://music.example/" }).origin).toBe("https://music.example");
});

test("the demo stays away from a given database unless it is asked for", () => {
  const DATABASE_URL = "postgres://handbill:secret@db.example/handbill";
  expect(loadConfig({ DATABASE_URL }).demo).toBe(false);
  expect(loadConfig({ DATABASE_URL, DEMO: "on" }).demo).toBe(true);
});

test("a pooler's address goes with the database's own", () => {
  const DATABASE_DIRECT_URL = "postgres://handbill:secret@db.example:5432/handbill";
  const DATABASE_URL = "postgres://db.example:6432/handbill";
  expect(loadConfig({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, poolerUrl: undefined });
  expect(loadConfig({ DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({
    databaseUrl: DATABASE_DIRECT_URL,
    poolerUrl: DATABASE_URL,
  });
  expect(() => loadConfig({ DATABASE_DIRECT_URL })).toThrow("DATABASE_URL, the pooler's address, is not.");
});

test("each role's pool has a size of its own", () => {
  expect(loadConfig({}).poolSizes).toEqual({ visitor: 3, musician: 3, admin: 2, system: 4 });
  const DATABASE_POOL_VISITOR = "20";
  expect(loadConfig({ DATABASE_POOL_VISITOR }).poolSizes).toEqual({
    visitor: 20,
    musician: 3,
    admin: 2,
    system: 4,
  });
});

test("a musician may store a part of a gigabyte", () => {
  expect(loadConfig({ QUOTA_GB: "0.5" }).quotaBytes).toBe(512 * 1024 ** 2);
});

test("the artist at the root is named as they spell it, or in capitals", () => {
  expect(loadConfig({}).site).toBeUndefined();
  expect(loadConfig({ SITE: " Nova-Reyes " }).site).toBe("nova-reyes");
});

test("an empty value counts as unset", () => {
  expect(loadConfig({ PORT: "", SMTP_URL: " " }).port).toBe(3000);
});

test("the owner's address is compared in lower case", () => {
  expect(loadConfig({ OWNER_EMAIL: "Owner@Example.org" }).ownerEmail).toBe("owner@example.org");
});

test("returned mails are read where both their settings are there", () => {
  const BOUNCES_ADDRESS = "bounces@music.example";
  const BOUNCES_IMAP_URL = "imaps://bounces:hunter2@imap.example:993/INBOX";
  expect(loadConfig({}).bounces).toBeUndefined();
  expect(loadConfig({ BOUNCES_ADDRESS, BOUNCES_IMAP_URL }).bounces).toEqual({
    address: BOUNCES_ADDRESS,
    imapUrl: BOUNCES_IMAP_URL,
  });
  expect(() => loadConfig({ BOUNCES_IMAP_URL })).toThrow(/^Returned mails are .* BOUNCES_ADDRESS is not set/);
});

test("there are traces where OpenTelemetry's variables ask for them", () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";
  const sampled = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" };
  expect(loadConfig({ OTEL_SERVICE_NAME: "music" }).traces).toBeUndefined();
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({ share: 1 });
  expect(loadConfig({ OTEL_TRACES_EXPORTER: "otlp", ...sampled }).traces).toEqual({ share: 0.1 });
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: "none" }).traces).toBeUndefined();
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" }).traces).toBeUndefined();
});

test.each([
  [
    { BOUNCES_ADDRESS: "bounces+us@music.example" },
    "The setting BOUNCES_ADDRESS must have at most 20 characters",
  ],
  [{ BOUNCES_IMAP_URL: "pop3://imap.example" }, "The setting BOUNCES_IMAP_URL must look like imaps://"],
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    "The setting OTEL_EXPORTER_OTLP_PROTOCOL must be one of: http/json.",
  ],
  [{ PORT: "0" }, "The setting PORT must be 1 or more."],
  [{ PORT: "http" }, "The setting PORT must be a whole number from 1 to 65535."],
  [{ ORIGIN: "music.example" }, "The setting ORIGIN must be an address such as https://music.example."],
  [{ ORIGIN: "https://music.example/page" }, "The setting ORIGIN must have no path."],
  [{ ORIGIN: "https://music.example?page=1" }, "The setting ORIGIN must have no query, no password"],
  [{ ORIGIN: "https://me:hunter2@music.example" }, "The setting ORIGIN must have no query, no password"],
  [{ ORIGIN: "https://music.example/#top" }, "The setting ORIGIN must have no query, no password"],
  [{ DATABASE_URL: "mysql://x" }, "The setting DATABASE_URL must look like postgres://"],
  [{ DATABASE_POOL_VISITOR: "0" }, "The setting DATABASE_POOL_VISITOR must be 1 or more."],
  [{ REGISTRATION: "perhaps" }, "The setting REGISTRATION must be one of: open, unlisted, closed."],
  [
    { SITE: "/artist/nova" },
    "The setting SITE must be an artist's custom URL: letters, digits and hyphens alone.",
  ],
  [{ SITE: "Nova Reyes" }, "The setting SITE must be an artist's custom URL"],
  [{ SESSION_SECRET: "short" }, "The setting SESSION_SECRET must have at least 32 characters."],
  [{ TRUST_PROXY: "-1" }, "The setting TRUST_PROXY must be 0 or more."],
  [{ QUOTA_GB: "much" }, "The setting QUOTA_GB must be a number of gigabytes, such as 5 or 0.5."],
  [{ QUOTA_GB: "0" }, "The setting QUOTA_GB must be 0.001 or more."],
  [
    { S3_ENDPOINT: "https://s3.example", S3_BUCKET: "b" },
    "S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY is not set.",
  ],
])("%o stops the start with a line that says why", (environment, line) => {
  expect(() => loadConfig(environment)).toThrow(line);
});

test("a bad value is never repeated: it may be secret", () => {
  expect(() => loadConfig({ SESSION_SECRET: "hunter2" })).toThrow(/^((?!hunter2).)*$/);
});
