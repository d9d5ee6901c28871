import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createCircuit } from "./circuit.ts";

const silent = createServer(() => {}).listen(0, "127.0.0.1");
await once(silent, "listening");
const address = silent.address();
const port = typeof address === "object" ? (address?.port ?? 0) : 0;
afterAll(() => silent.close());

test.each([
  ["that are open end when it opens", false],
  ["that are begun while it is open end at once", true],
])("connections %s", async (_, begunWhileOpen) => {
  const circuit = createCircuit();
  if (begunWhileOpen) circuit.open();
  const socket = circuit.stream().connect(port, "127.0.0.1");
  const ended = once(socket, "close");
  if (!begunWhileOpen) {
    await once(socket, "connect");
    circuit.open();
  }
  await ended;
});

test("a wait for a connection ends when the circuit opens, and a connection that comes later is given back", async () => {
  const circuit = createCircuit();
  const { promise, resolve } = Promise.withResolvers<string>();
  const late: string[] = [];
  const giveBack = (connection: string) => void late.push(connection);
  const waiting = circuit.guard(() => promise, giveBack);
  circuit.open();
  await expect(waiting).rejects.toMatchObject({ kind: "unavailable" });
  resolve("late");
  await promise;
  expect(late).toEqual(["late"]);
  await expect(circuit.guard(() => promise, giveBack)).rejects.toMatchObject({ kind: "unavailable" });
  circuit.close();
  expect(await circuit.guard(() => promise, giveBack)).toBe("late");
});
