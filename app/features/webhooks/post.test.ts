import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { postJson } from "./post.server.ts";

/** A server of this machine's. @returns its port */
async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return port;
}

const post = (url: string, ways: Partial<Parameters<typeof postJson>[3]> = {}) =>
  postJson(url, {}, "{}", { allowsLocal: true, ...ways });

test.each([
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://127.1/",
  "https://0/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[fd00::1]/",
])("nothing is posted to %s", async (url) => {
  const answer = await post(url, { allowsLocal: false });
  expect(answer).toMatchObject({ status: null, text: "This host is not on the public internet." });
});

test("nothing is posted by http, or to a private network where only this machine is allowed", async () => {
  expect(await post("http://8.8.8.8/", { allowsLocal: false })).toMatchObject({
    status: null,
    text: "The address must begin with https.",
  });
  expect((await post("http://10.0.0.1/")).text).toBe("This host is not on the public internet.");
});

test("a name must lead to public addresses alone, and is resolved once", async () => {
  const arrived = vi.fn();
  const port = await listen((_, response) => {
    arrived();
    response.end();
  });
  const some = vi.fn(async () => ["8.8.8.8", "127.0.0.1"]);
  const url = `https://rebound.example:${port}/`;
  expect((await post(url, { allowsLocal: false, resolve: some })).text).toMatch(/not on the public internet/);
  // Here the second answer would be another one; it is never asked for.
  const first = vi.fn().mockResolvedValueOnce(["127.0.0.1"]).mockResolvedValue(["10.0.0.1"]);
  const hosts: (string | undefined)[] = [];
  const own = await listen(({ headers }, response) => {
    hosts.push(headers.host);
    response.end("ok");
  });
  expect(await post(`http://name.example:${own}/`, { resolve: first })).toMatchObject({
    status: 200,
    text: "ok",
  });
  expect(first).toHaveBeenCalledOnce();
  expect(hosts).toEqual([`name.example:${own}`]);
  expect((await post("https://nowhere.example/", { resolve: async () => [] })).text).toMatch(/no host/);
  expect(arrived).not.toHaveBeenCalled();
});

test("a redirect is an answer, and isn't followed", async () => {
  const arrived = vi.fn();
  const inner = await listen(arrived);
  const port = await listen((_, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end("over there");
  });
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 307, text: "over there" });
  expect(arrived).not.toHaveBeenCalled();
});

test("no more than the beginning of an answer is read", async () => {
  const closed = Promise.withResolvers<void>();
  const port = await listen((_, response) => {
    response.on("close", closed.resolve);
    const flood = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", flood);
    flood();
  });
  const { status, text } = await post(`http://127.0.0.1:${port}/`);
  expect(status).toBe(200);
  expect(text).toBe("x".repeat(1000));
  await closed.promise;
});

test("an answer without an end counts by its status, and one without a beginning doesn't", async () => {
  const slow = await listen((_, response) => {
    response.writeHead(202).write("so far");
  });
  expect(await post(`http://127.0.0.1:${slow}/`, { timeoutMs: 2000 })).toMatchObject({
    status: 202,
    text: "so far",
  });
  const silent = await listen(() => {});
  expect(await post(`http://127.0.0.1:${silent}/`, { timeoutMs: 300 })).toMatchObject({
    status: null,
    text: "No answer within 0.3 seconds.",
  });
});

test("what can't be stored or shown is replaced in an answer, and failures have words", async () => {
  const port = await listen((_, response) => response.end("a\0b\u202ec\nd"));
  expect((await post(`http://127.0.0.1:${port}/`)).text).toBe("a\ufffdb\ufffdc\nd");
  const broken = await listen((request) => request.socket.destroy());
  expect((await post(`http://127.0.0.1:${broken}/`)).text).toMatch(/closed the connection/);
  expect((await post("http://127.0.0.1:1/")).text).toMatch(/refused/);
});

test.each([
  ["120", 120],
  ["Thu, 01 Jan 1970 00:00:00 GMT", null],
  ["soon", null],
  [undefined, null],
])("the pause that is asked for by `Retry-After: %s` is %s", async (header, seconds) => {
  const port = await listen((_, response) => {
    response.writeHead(503, header === undefined ? {} : { "retry-after": header }).end();
  });
  expect((await post(`http://127.0.0.1:${port}/`)).retryAfter).toBe(seconds);
});

test("a pause may be asked for by a date", async () => {
  const port = await listen((_, response) => {
    response.writeHead(503, { "retry-after": new Date(Date.now() + 3_600_000).toUTCString() }).end();
  });
  const { retryAfter } = await post(`http://127.0.0.1:${port}/`);
  expect(Math.round((retryAfter ?? 0) / 60)).toBe(60);
});
