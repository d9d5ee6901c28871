import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { endListeners, freshDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { openWire } from "../../tests/harness/wire.ts";
import { createCircuit } from "../db/circuit.ts";
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
    onConnect: () => note("connected"),
    onNotify: (payload: string) => note(payload),
    onDisconnect: () => note("lost"),
  };
}

async function listenWith(
  subscribers: Record<string, ReturnType<typeof notes>>,
  { loginUrl, circuit }: Pick<typeof db, "loginUrl" | "circuit"> = db,
) {
  const listener = await startListener({ database: { loginUrl, circuit }, subscribers, log: testLog });
  return { ...listener, [Symbol.asyncDispose]: () => listener.close() };
}

function notify(channel: string, payload: string): Promise<unknown> {
  return db.asSystem().write((tx) => sql`select pg_notify(${channel}, ${payload})`.execute(tx));
}

test("each subscriber gets the notices of its own channel, in every process", async () => {
  const [one, two] = [notes(), notes()];
  await using first = await listenWith({ one, two });
  const elsewhere = notes();
  await using second = await listenWith({ one: elsewhere });
  await notify("one", "a");
  await notify("two", "b");
  await Promise.all([first.caughtUp(), second.caughtUp()]);
  expect([one.noted, two.noted, elsewhere.noted]).toEqual([
    ["connected", "a"],
    ["connected", "b"],
    ["connected", "a"],
  ]);
});

test("its notice has come once a commit was waited for, however many write at once", async () => {
  const subscriber = notes();
  await using listener = await listenWith({ commits: subscriber });
  let missed = 0;
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let round = 0; round < 50; round++) {
        const payload = `${writer}/${round}`;
        await notify("commits", payload);
        expect(await listener.caughtUp()).toBe(true);
        if (!subscriber.noted.includes(payload)) missed++;
      }
    }),
  );
  expect(missed).toBe(0);
});

test("a lost connection is known at once and made again", async () => {
  const subscriber = notes();
  await using listener = await listenWith({ lost: subscriber });
  const [lost, connectedAgain] = [subscriber.next("lost"), subscriber.next("connected")];
  await endListeners(db);
  await lost;
  await connectedAgain;
  expect(db.circuit.isOpen()).toBe(false);
  await notify("lost", "after");
  await listener.caughtUp();
  expect(subscriber.noted).toEqual(["connected", "lost", "connected", "after"]);
});

test("a database out of reach doesn't hold up the start, nor the end", async () => {
  const subscriber = notes();
  const away = { loginUrl: "postgres://nobody@127.0.0.1:1/nowhere", circuit: createCircuit() };
  await using listener = await listenWith({ away: subscriber }, away);
  expect(await listener.caughtUp()).toBe(false);
  expect(subscriber.noted).toEqual([]);
});

test("a server that answers with a refusal is there", async () => {
  const wrong = new URL(db.loginUrl);
  wrong.password = "wrong";
  const circuit = createCircuit();
  circuit.open();
  await using _ = await listenWith({ refused: notes() }, { loginUrl: wrong.href, circuit });
  expect(circuit.isOpen()).toBe(false);
});

test.each(["refused", "reset", "swallowed"] as const)(
  "when every connection is %s the circuit opens, until the database answers again",
  async (fate) => {
    await using wire = await openWire(db.loginUrl);
    const circuit = createCircuit();
    const subscriber = notes();
    await using listener = await listenWith({ wire: subscriber }, { loginUrl: wire.url, circuit });
    await notify("wire", "before");
    expect(await listener.caughtUp()).toBe(true);
    const lost = subscriber.next("lost");
    await wire.become(fate);
    await notify("wire", "unheard");
    expect(await listener.caughtUp()).toBe(false);
    await lost;
    await vi.waitFor(() => expect(circuit.isOpen()).toBe(true));
    const connectedAgain = subscriber.next("connected");
    await wire.become("joined");
    await connectedAgain;
    expect(circuit.isOpen()).toBe(false);
    await notify("wire", "after");
    expect(await listener.caughtUp()).toBe(true);
    expect(subscriber.noted).toEqual(["connected", "before", "lost", "connected", "after"]);
  },
);
