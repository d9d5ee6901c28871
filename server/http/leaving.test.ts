import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createLeaving } from "./leaving.ts";

async function serve(
  listener: RequestListener,
  times = { noticeMs: 200, noticeAtMostMs: 60_000, drainMs: 200, finishMs: 60_000 },
) {
  const server = createServer({ keepAliveTimeout: 60_000 });
  const leaving = createLeaving(server, times);
  server.on("request", leaving.admit(listener));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    server.close();
    server.closeAllConnections();
  });
  const fetchPath = async (path = "/") => {
    const [answer] = (await once(get({ port, agent, path, host: "127.0.0.1" }), "response")) as [
      IncomingMessage,
    ];
    return { connection: answer.headers.connection, body: await text(answer) };
  };
  return { server, leaving, port, fetchPath };
}

const hello: RequestListener = (_request, response) => void response.end("hello");
/** With headers as an array, as kept pages are answered. */
const atOnce: RequestListener = (_request, response) =>
  void response.writeHead(200, ["Content-Length", "5"]).end("hello");

test.each([
  ["an answer", hello],
  ["a kept page", atOnce],
])("once it leaves, %s says so, and clients on connections of before lose nothing", async (_, listener) => {
  const { leaving, fetchPath } = await serve(listener);
  expect(await fetchPath()).toEqual({ connection: "keep-alive", body: "hello" });
  const left = leaving.leave();
  expect(leaving.isLeaving()).toBe(true);
  expect(await fetchPath()).toEqual({ connection: "close", body: "hello" });
  expect(await fetchPath()).toEqual({ connection: "close", body: "hello" });
  await left;
  await expect(fetchPath()).rejects.toThrow("ECONNREFUSED");
});

test("requests under way are finished, and their answers close the connection", async () => {
  const received = Promise.withResolvers<() => void>();
  const { server, leaving, fetchPath } = await serve((_request, response) =>
    received.resolve(() => response.end("at last")),
  );
  const answer = fetchPath();
  const finish = await received.promise;
  let hasLeft = false;
  const left = leaving.leave().then(() => {
    hasLeft = true;
  });
  await expect.poll(() => server.listening).toBe(false);
  expect(hasLeft).toBe(false);
  finish();
  expect(await answer).toEqual({ connection: "close", body: "at last" });
  await left;
});

test("of requests sent one behind the other each is answered, and the last answer closes the connection", async () => {
  const received: (() => void)[] = [];
  const all = Promise.withResolvers<void>();
  const { leaving, port } = await serve((_request, response) => {
    received.push(() => response.end("hello"));
    if (received.length === 2) all.resolve();
  });
  const client = connect(port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2));
  const answers = text(client);
  await all.promise;
  const left = leaving.leave();
  for (const answer of received) answer();
  expect((await answers).match(/^connection: .*|hello/gim)).toEqual([
    "Connection: keep-alive",
    "hello",
    "Connection: close",
    "hello",
  ]);
  await left;
});

test("a request that doesn't finish in time is cut off", async () => {
  const received = Promise.withResolvers<void>();
  const times = { noticeMs: 0, noticeAtMostMs: 0, drainMs: 0, finishMs: 100 };
  const { leaving, fetchPath } = await serve(() => received.resolve(), times);
  const answer = expect(fetchPath()).rejects.toMatchObject({ code: "ECONNRESET" });
  await received.promise;
  await leaving.leave();
  await answer;
});

test.each([
  ["nothing", ""],
  ["half a request's head", "GET / HTTP/1.1\r\n"],
])("connections on which %s was sent don't delay the stop", async (_, sent) => {
  const { server, leaving, port } = await serve(hello);
  const idle = connect(port, "127.0.0.1").resume();
  const ended = once(idle, "close");
  idle.write(sent);
  await once(server, "connection");
  await leaving.leave();
  await ended;
});

test("connections that wait to be taken when the port closes are answered", async () => {
  const { server, leaving, port } = await serve(hello, {
    noticeMs: 0,
    noticeAtMostMs: 0,
    drainMs: 0,
    finishMs: 60_000,
  });
  const first = once(server, "connection");
  const answers = Array.from({ length: 100 }, () => {
    const client = connect(port, "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return text(client);
  });
  await first;
  await leaving.leave();
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/hello$/);
});

test("a server without connections leaves at once", async () => {
  const never = 60_000;
  const { leaving } = await serve(hello, {
    noticeMs: never,
    noticeAtMostMs: never,
    drainMs: never,
    finishMs: never,
  });
  await leaving.leave();
});

test("where a balancer has asked, the port stays open until requests go elsewhere", async () => {
  const { server, leaving, fetchPath } = await serve(hello);
  await fetchPath("/readyz");
  const left = leaving.leave();
  const begun = performance.now();
  // Longer than a balancer gets at least: it is slow to notice.
  while (performance.now() - begun < 600)
    expect(await fetchPath()).toEqual({ connection: "close", body: "hello" });
  expect(server.listening).toBe(true);
  // The balancer goes on asking whether the server is ready, and sends no other request.
  await left;
  expect(server.listening).toBe(false);
});

test("clients that ask on and on, each over a connection of its own, lose nothing when the port is closed", async () => {
  const busy: RequestListener = (_request, response) => {
    // Meanwhile connections wait in the system's queue, of which the end of the port would reset each.
    for (const until = performance.now() + 3; performance.now() < until; );
    response.end("hello");
  };
  const { leaving, fetchPath } = await serve(busy);
  const failures = Array.from({ length: 16 }, async () => {
    for (;;) {
      const failure = await fetchPath().then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error.code,
      );
      if (failure) return failure;
    }
  });
  await leaving.leave();
  expect(new Set(await Promise.all(failures))).toEqual(new Set(["ECONNREFUSED"]));
});
