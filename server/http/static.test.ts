import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createStatic } from "./static.ts";

const film = randomBytes(50_000);
const script = "export const answer = 42;\n".repeat(40);

let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-static-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "film.mp4"), film);
  await writeFile(join(folder, "assets", "a.js"), script);
  await writeFile(join(folder, "assets", "a.js.br"), brotliCompressSync(script));
  await writeFile(join(folder, "notes.txt.secret"), "not a type that is served");
  const serve = await createStatic(folder);
  server = createServer((request, response) => {
    if (!serve(request, response, request.url ?? "")) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(origin + path, { method, headers });

it("sends a file whole, with its content type", async () => {
  const response = await get("/film.mp4");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("video/mp4");
  expect(response.headers.get("accept-ranges")).toBe("bytes");
  expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
  expect(film.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
});

it.each([
  ["bytes=0-1", 0, 1],
  ["bytes=49000-", 49_000, 49_999],
  ["bytes=-10", 49_990, 49_999],
])("sends the range %s", async (range, start, end) => {
  const response = await get("/film.mp4", { Range: range });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end}/50000`);
  expect(film.subarray(start, end + 1).equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
});

it("says when a range lies outside, and when nothing has changed", async () => {
  const outside = await get("/film.mp4", { Range: "bytes=50000-" });
  expect(outside.status).toBe(416);
  expect(outside.headers.get("content-range")).toBe("bytes */50000");
  const etag = outside.headers.get("etag") ?? "";
  expect((await get("/film.mp4", { "If-None-Match": etag })).status).toBe(304);
  expect((await get("/film.mp4", { "If-Range": '"other"', Range: "bytes=0-1" })).status).toBe(200);
});

it("sends text compressed to a client that understands it, and then always whole", async () => {
  const small = await get("/assets/a.js", { "Accept-Encoding": "gzip, br", Range: "bytes=0-1" });
  expect(small.status).toBe(200);
  expect(small.headers.get("content-encoding")).toBe("br");
  expect(small.headers.get("vary")).toBe("Accept-Encoding");
  expect(small.headers.get("cache-control")).toContain("immutable");
  expect(await small.text()).toBe(script);
  const plain = await get("/assets/a.js", { "Accept-Encoding": "identity" });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(script);
});

it("answers HEAD without a body, and leaves everything else to others", async () => {
  const head = await get("/film.mp4", {}, "HEAD");
  expect(head.headers.get("content-length")).toBe("50000");
  expect(await head.text()).toBe("");
  expect((await get("/film.mp4", {}, "POST")).status).toBe(404);
  expect((await get("/notes.txt.secret")).status).toBe(404);
  expect((await get("/assets/../film.mp4/")).status).toBe(404);
});
