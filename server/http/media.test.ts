import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type S3Server, startS3Server } from "../../tests/harness/s3-server.ts";
import { AppError } from "../errors.ts";
import { openFiles } from "../storage/files.ts";
import { openS3 } from "../storage/s3.ts";
import type { Storage } from "../storage/storage.ts";
import { type ServeOptions, serveStored } from "./media.ts";

const track = `music/${randomUUID()}/track.mp3`;
const trackBytes = randomBytes(1_300_000);

let dataDir: string;
let s3: S3Server;
let storages: Record<"files" | "s3", Storage>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "handbill-media-"));
  s3 = await startS3Server();
  storages = { files: await openFiles(dataDir), s3: openS3(s3.settings) };
  for (const storage of Object.values(storages)) {
    await storage.put(track, trackBytes, { contentType: "audio/mpeg" });
  }
});

afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true });
});

let server: Server;
let origin: string;
let storage: Storage;
let options: ServeOptions;
let thrown: unknown[];

beforeEach(async () => {
  options = {};
  thrown = [];
  server = createServer((request, response) => {
    serveStored(request, response, storage, (request.url ?? "").slice(1), options).catch((error: unknown) => {
      thrown.push(error);
      if (response.headersSent) return;
      response.writeHead(error instanceof AppError ? error.status : 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(`${origin}/${path}`, { method, headers });
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

describe.each(["files", "s3"] as const)("a stored file from %s", (kind) => {
  beforeEach(() => {
    storage = storages[kind];
  });

  it("arrives whole, with everything a player and a cache need", async () => {
    const response = await get(track);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=3600",
      "content-length": String(trackBytes.length),
      "content-security-policy": "default-src 'none'; media-src 'self'; sandbox allow-same-origin",
      "content-type": "audio/mpeg",
      "last-modified": (await storage.head(track))?.modified.toUTCString(),
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.get("etag")).toMatch(/^"[^"]+"$/);
    expect(response.headers.get("content-disposition")).toBeNull();
    expect(trackBytes.equals(await bytesOf(response))).toBe(true);
  });

  it("arrives byte for byte in any range", async () => {
    const size = trackBytes.length;
    const position = fc.integer({ min: 0, max: size - 1 });
    await fc.assert(
      fc.asyncProperty(
        position,
        position,
        fc.constantFrom("closed", "open", "suffix"),
        async (a, b, form) => {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          const range = { closed: `${start}-${end}`, open: `${start}-`, suffix: `-${size - start}` }[form];
          const last = form === "closed" ? end : size - 1;
          const response = await get(track, { Range: `bytes=${range}` });
          expect(response.status).toBe(206);
          expect(response.headers.get("content-range")).toBe(`bytes ${start}-${last}/${size}`);
          expect(response.headers.get("content-length")).toBe(String(last - start + 1));
          expect(trackBytes.subarray(start, last + 1).equals(await bytesOf(response))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("says when a range lies outside", async () => {
    const response = await get(track, { Range: `bytes=${trackBytes.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe(`bytes */${trackBytes.length}`);
    expect(await bytesOf(response)).toHaveLength(0);
  });

  it("is sent again only when it changed", async () => {
    const etag = (await get(track, {}, "HEAD")).headers.get("etag") ?? "";
    const unchanged = await get(track, { "If-None-Match": etag });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get("etag")).toBe(etag);
    const resumed = await get(track, { "If-Range": etag, Range: "bytes=5-9" });
    expect(resumed.status).toBe(206);
    const restarted = await get(track, { "If-Range": '"another"', Range: "bytes=5-9" });
    expect(restarted.status).toBe(200);
    expect(trackBytes.equals(await bytesOf(restarted))).toBe(true);
  });

  it("answers HEAD without a body, 404 for a missing file, 405 for other methods", async () => {
    const head = await get(track, { Range: "bytes=0-1" }, "HEAD");
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(trackBytes.length));
    expect((await get(track.replace("track", "none"))).status).toBe(404);
    expect((await get("music/x")).status).toBe(404);
    expect((await get(track, {}, "POST")).status).toBe(405);
  });

  it("serves an empty file", async () => {
    const empty = `test/${randomUUID()}/empty.txt`;
    await storage.put(empty, new Uint8Array(), { contentType: "text/plain" });
    const response = await get(empty);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await bytesOf(response)).toHaveLength(0);
  });

  it("becomes a download with the title it is given", async () => {
    options = { download: 'Nächster "Halt"\r\nX: y', cacheControl: "no-store" };
    const response = await get(track);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="N_chster _Halt_ X: y.mp3"; filename*=UTF-8''N%C3%A4chster%20%22Halt%22%20X%3A%20y.mp3`,
    );
    expect(trackBytes.equals(await bytesOf(response))).toBe(true);
  });

  it("serves many at once", async () => {
    const ranges = Array.from(
      { length: 40 },
      (_, index) => [index * 30_000, index * 30_000 + 99_999] as const,
    );
    await Promise.all(
      ranges.map(async ([start, end]) => {
        const part = await bytesOf(await get(track, { Range: `bytes=${start}-${end}` }));
        expect(part.equals(trackBytes.subarray(start, end + 1))).toBe(true);
      }),
    );
    expect(thrown).toEqual([]);
  });
});

describe("a large file and a client that stops reading", () => {
  const large = `music/${randomUUID()}/large.wav`;
  const size = 60_000_000;

  beforeAll(async () => {
    for (const each of Object.values(storages)) {
      await each.put(large, Buffer.alloc(size), { contentType: "audio/wav" });
    }
  });

  /** Asks, waits for the first bytes, and then takes no more. */
  async function askAndStall() {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.write(`GET /${large} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.pause();
    return socket;
  }

  it.each(["files", "s3"] as const)("costs little memory and is let go of (%s)", async (kind) => {
    let open = 0;
    let buffered = 0;
    storage = {
      ...storages[kind],
      async read(path, range) {
        const body = await storages[kind].read(path, range);
        open += 1;
        body.once("close", () => {
          open -= 1;
        });
        body.on("data", (chunk: Buffer) => {
          buffered += chunk.length;
        });
        body.pause();
        return body;
      },
    };
    const socket = await askAndStall();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(open).toBe(1);
    // No more than the kernel's socket buffers hold.
    expect(buffered).toBeLessThan(size / 4);
    socket.destroy();
    await expect.poll(() => open).toBe(0);
    await expect.poll(() => s3.openReads).toBe(0);
    expect(thrown).toEqual([]);
  });
});

it("lets go of a file that is found only after the client has left", async () => {
  const body = new Readable({ read() {} });
  const { promise: found, resolve: find } = Promise.withResolvers<Readable>();
  const { promise: readStarted, resolve: startRead } = Promise.withResolvers<void>();
  storage = {
    ...storages.files,
    read() {
      startRead();
      return found;
    },
  };
  const client = new AbortController();
  const answer = fetch(`${origin}/${track}`, { signal: client.signal });
  await readStarted;
  client.abort();
  await expect(answer).rejects.toThrow();
  find(body);
  await expect.poll(() => body.destroyed).toBe(true);
  expect(thrown).toEqual([]);
});

describe("a store that fails", () => {
  function storageReading(read: Storage["read"]): Storage {
    return { ...storages.files, read };
  }

  it("is answered with 503 before the first byte", async () => {
    storage = openS3({ ...s3.settings, secretAccessKey: "wrong" });
    expect((await get(track)).status).toBe(503);
    storage = storageReading(
      async () =>
        new Readable({
          read() {
            this.destroy(new Error("EIO"));
          },
        }),
    );
    const response = await get(track);
    expect(response.status).toBe(503);
    expect(response.headers.get("content-length")).not.toBe(String(trackBytes.length));
    expect(thrown.map((error) => error instanceof AppError && error.kind)).toEqual([
      "unavailable",
      "unavailable",
    ]);
  });

  it("cuts the connection afterwards, so that no client takes a part for the whole", async () => {
    let pieces = 0;
    storage = storageReading(
      async () =>
        new Readable({
          read() {
            pieces += 1;
            if (pieces < 4) this.push(trackBytes.subarray(0, 100_000));
            else this.destroy(new Error("EIO"));
          },
        }),
    );
    const response = await get(track);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(thrown).toHaveLength(1);
  });

  it("cuts the connection when a file is shorter than its announced length", async () => {
    storage = storageReading(async () =>
      Readable.from([trackBytes.subarray(0, 1000)], { objectMode: false }),
    );
    const response = await get(track);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
