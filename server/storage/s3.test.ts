import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type S3Server, startS3Server } from "../../tests/harness/s3-server.ts";
import type { S3Settings } from "../config.ts";
import { openStorage } from "./open-storage.ts";
import { openS3 } from "./s3.ts";
import { storageContract } from "./storage.contract.ts";

const real = realServer();

describe.runIf(real)("a given S3 server", () => {
  storageContract(() => openStorage({ dataDir: "/nowhere", ...(real && { s3: real }) }));
});

describe("S3", () => {
  let server: S3Server;
  const path = `music/${randomUUID()}/a.mp3`;

  beforeAll(async () => {
    server = await startS3Server();
  });
  afterEach(() => {
    server.outage = undefined;
  });
  afterAll(() => server.close());

  storageContract(() => openStorage({ dataDir: "/nowhere", s3: server.settings }));

  it("keeps files under uploads/ in the bucket", async () => {
    await openS3(server.settings).put(path, randomBytes(10), { contentType: "audio/mpeg" });
    expect(server.requests.at(-1)).toBe(`PUT /${server.settings.bucket}/uploads/${path}`);
  });

  it.each([
    ["a wrong secret", { secretAccessKey: "wrong" }, "the secret is wrong: correct S3_SECRET_ACCESS_KEY"],
    ["a wrong key id", { accessKeyId: "wrong" }, "the key is unknown there: correct S3_ACCESS_KEY_ID"],
    ["a wrong region", { region: "elsewhere" }, "it is in another region: correct S3_REGION"],
    ["a missing bucket", { bucket: "missing" }, "there is no bucket missing: make it, or correct S3_BUCKET"],
    [
      "a server that is not there",
      { endpoint: "http://127.0.0.1:9" },
      expect.stringMatching(
        /^http:\/\/127.0.0.1:9 does not answer as it should \(\w.*\): correct S3_ENDPOINT/,
      ),
    ],
  ])("is unavailable with %s, and says which setting is wrong", async (_, wrong, message) => {
    const storage = openS3({ ...server.settings, ...wrong });
    const unavailable = { kind: "unavailable" };
    await expect(storage.ping()).rejects.toMatchObject({ ...unavailable, cause: { message } });
    await expect(storage.head(path)).rejects.toMatchObject(unavailable);
    await expect(storage.read(path)).rejects.toMatchObject(unavailable);
    const put = storage.put(path, randomBytes(10), { contentType: "audio/mpeg" });
    await expect(put).rejects.toMatchObject(unavailable);
    await expect(storage.remove(path)).rejects.toMatchObject(unavailable);
    await expect(storage.list("")[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
  });

  it("is unavailable while the server answers with faults, and back when it is", async () => {
    const storage = openS3(server.settings);
    server.outage = 503;
    await expect(storage.head(path)).rejects.toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
    await expect(storage.ping()).rejects.toMatchObject({ kind: "unavailable" });
    server.outage = undefined;
    await expect(storage.ping()).resolves.toBeUndefined();
  });

  it("says that its bucket is missing, and that the store is full", async () => {
    const put = (settings: S3Settings) =>
      openS3(settings).put(path, randomBytes(10), { contentType: "audio/mpeg" });
    await expect(put({ ...server.settings, bucket: "missing" })).rejects.toMatchObject({
      publicText: expect.stringMatching(/^Storage not configured\./),
    });
    server.outage = 507;
    await expect(put(server.settings)).rejects.toMatchObject({ kind: "disk-full", status: 507 });
  });

  it("lets go of the server when a reading is given up", async () => {
    const storage = openS3(server.settings);
    const large = `music/${randomUUID()}/large.mp3`;
    await storage.put(large, randomBytes(30_000_000), { contentType: "audio/mpeg" });
    const stream = await storage.read(large);
    await new Promise((resolve) => stream.once("data", resolve));
    expect(server.openReads).toBe(1);
    stream.destroy();
    await expect.poll(() => server.openReads).toBe(0);
  });

  it("lists more than one page", async () => {
    const storage = openS3(server.settings);
    const user = randomUUID();
    const paths = Array.from({ length: 120 }, (_, number) => `test/${user}/${number}.txt`);
    const put = (path: string) => storage.put(path, Buffer.from("x"), { contentType: "text/plain" });
    await Promise.all(paths.map(put));
    const found: string[] = [];
    for await (const stored of storage.list(`test/${user}/`)) found.push(stored.path);
    expect(found.sort()).toEqual(paths.sort());
  });

  it("does not wait for ever", async () => {
    server.outage = "silence";
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const requestsBefore = server.requests.length;
      const answer = openS3(server.settings).head(path);
      answer.catch(() => {});
      while (server.requests.length === requestsBefore) await new Promise(setImmediate);
      vi.advanceTimersByTime(15_000);
      await expect(answer).rejects.toMatchObject({ kind: "unavailable" });
    } finally {
      vi.useRealTimers();
    }
  });
});

function realServer(): S3Settings | undefined {
  const {
    S3_TEST_ENDPOINT,
    S3_TEST_BUCKET,
    S3_TEST_REGION,
    S3_TEST_ACCESS_KEY_ID,
    S3_TEST_SECRET_ACCESS_KEY,
  } = process.env;
  if (!(S3_TEST_ENDPOINT && S3_TEST_BUCKET && S3_TEST_ACCESS_KEY_ID && S3_TEST_SECRET_ACCESS_KEY))
    return undefined;
  return {
    endpoint: S3_TEST_ENDPOINT,
    bucket: S3_TEST_BUCKET,
    region: S3_TEST_REGION ?? "us-east-1",
    accessKeyId: S3_TEST_ACCESS_KEY_ID,
    secretAccessKey: S3_TEST_SECRET_ACCESS_KEY,
  };
}
