import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { connect } from "./connect.ts";

test("a process that is busy for longer than the wait still hears the database", async () => {
  const { ownerUrl } = inject("databaseServer");
  const connecting = connect({ connectionString: ownerUrl }, 300);
  // As modules are compiled: nothing else runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  const client = await connecting;
  onTestFinished(() => client.end());
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a database that accepts connections and says nothing is given up", async () => {
  const silent = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const connecting = connect({ connectionString: `postgres://handbill@127.0.0.1:${port}/handbill` }, 300);
  await expect(connecting).rejects.toThrow("timeout expired");
});
