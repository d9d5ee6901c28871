import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { limitHalfOpen } from "./half-open.ts";

async function startServer(trustedProxies: number) {
  const server = createServer((_request, response) => response.end("answered"));
  limitHalfOpen(server, trustedProxies, 1, { most: 3, graceMs: 50 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return async (head: string): Promise<Socket> => {
    const socket = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    sockets.push(socket);
    await once(socket, "connect");
    socket.write(head);
    return socket;
  };
}

test("a network keeps a limited number of silent connections; connections with a request are not counted", async () => {
  const open = await startServer(0);
  const asking = await open("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(asking, "data");
  const silent: Socket[] = [];
  for (let at = 0; at < 8; at++) silent.push(await open("GET / HTT"));
  const left = () => silent.filter(({ closed }) => !closed);
  await vi.waitFor(() => expect(left()).toEqual(silent.slice(5)));
  expect(asking.closed).toBe(false);
});

test("behind a proxy every connection is the proxy's", async () => {
  const [behindProxy, direct] = [await startServer(1), await startServer(0)];
  const ofProxy: Socket[] = [];
  const ofNetwork: Socket[] = [];
  for (let at = 0; at < 4; at++) ofProxy.push(await behindProxy("GET / HTT"));
  for (let at = 0; at < 4; at++) ofNetwork.push(await direct("GET / HTT"));
  // Both have had the same grace, and the proxy's began earlier.
  await vi.waitFor(() => expect(ofNetwork[0]?.closed).toBe(true));
  expect(ofProxy.filter(({ closed }) => closed)).toEqual([]);
});
