import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { endListeners, freshDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { startListener } from "./listener.ts";

const db = await freshDatabase();
afterAll(() => db.close());

/** A subscriber that takes notes, and can be waited for. */
function notes() {
  const noted: string[] = [];
  const waiting = new Map<string, () => void>();
  const note = (what: string) => {
    noted.push(what);
    waiting.get(what)?.();
  };
  return {
    noted,
    next: (what: string) => new Promise<void>((resolve) => waiting.set(what, resolve)),
    connected: () => note("connected"),
    heard: (payload: string) => note(payload),
    lost: () => note("lost"),
  };
}

async function listenWith(channel: string, subscriber: ReturnType<typeof notes>, loginUrl = db.loginUrl) {
  const listener = await startListener({
    database: { loginUrl },
    subscribers: { [channel]: subscriber },
    log: testLog,
  });
  return { ...listener, [Symbol.asyncDispose]: () => listener.close() };
}

function say(channel: string, payload: string): Promise<unknown> {
  return db.asSystem().write((tx) => sql`select pg_notify(${channel}, ${payload})`.execute(tx));
}

test("each subscriber hears its own channel, in every process", async () => {
  const [one, two] = [notes(), notes()];
  await using first = await startTwoChannels(one, two);
  const elsewhere = notes();
  await using second = await listenWith("one", elsewhere);
  await say("one", "a");
  await say("two", "b");
  await Promise.all([first.caughtUp(), second.caughtUp()]);
  expect([one.noted, two.noted, elsewhere.noted]).toEqual([
    ["connected", "a"],
    ["connected", "b"],
    ["connected", "a"],
  ]);
});

async function startTwoChannels(one: ReturnType<typeof notes>, two: ReturnType<typeof notes>) {
  const listener = await startListener({ database: db, subscribers: { one, two }, log: testLog });
  return { ...listener, [Symbol.asyncDispose]: () => listener.close() };
}

test("whoever has waited after a commit has heard of it, however many write at once", async () => {
  const subscriber = notes();
  await using listener = await listenWith("commits", subscriber);
  let missed = 0;
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let round = 0; round < 50; round++) {
        const payload = `${writer}/${round}`;
        await say("commits", payload);
        expect(await listener.caughtUp()).toBe(true);
        if (!subscriber.noted.includes(payload)) missed++;
      }
    }),
  );
  expect(missed).toBe(0);
});

test("a lost connection is known at once and made again", async () => {
  const subscriber = notes();
  await using listener = await listenWith("lost", subscriber);
  const [lost, connectedAgain] = [subscriber.next("lost"), subscriber.next("connected")];
  await endListeners(db);
  await lost;
  expect(await listener.caughtUp()).toBe(true);
  await connectedAgain;
  await say("lost", "after");
  await listener.caughtUp();
  expect(subscriber.noted).toEqual(["connected", "lost", "connected", "after"]);
});

test("a database out of reach doesn't hold up the start, nor the end", async () => {
  const subscriber = notes();
  await using listener = await listenWith("away", subscriber, "postgres://nobody@127.0.0.1:1/nowhere");
  expect(await listener.caughtUp()).toBe(true);
  expect(subscriber.noted).toEqual([]);
});

test("a connection that has fallen silent is not waited for", async () => {
  await using wire = await cuttableWire();
  const subscriber = notes();
  await using listener = await listenWith("silent", subscriber, wire.loginUrl);
  await say("silent", "before");
  expect(await listener.caughtUp()).toBe(true);
  wire.cut();
  await say("silent", "unheard");
  expect(await listener.caughtUp()).toBe(false);
  expect(subscriber.noted).toEqual(["connected", "before"]);
});

/** A way to the database on which nothing travels any more after `cut`, without either end being told. */
async function cuttableWire() {
  const target = new URL(db.loginUrl);
  const folder = target.searchParams.get("host");
  const port = Number(target.port || 5432);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    near.pipe(far).pipe(near);
    sockets.push(near, far);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  target.searchParams.delete("host");
  target.hostname = "127.0.0.1";
  target.port = String(typeof address === "object" ? address?.port : "");
  return {
    loginUrl: target.href,
    cut() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
