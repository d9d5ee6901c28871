import { expect, test } from "vitest";
import { createOutbox } from "./outbox";
import type { ShownMessage } from "./queries.server";
import type { NewMessage } from "./schema";

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> & { size(): number } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    size: () => kept.size,
  };
}

/** An outbox whose messages wait until they are answered. */
function start(storage = memory()) {
  const requests: { message: NewMessage; answer(): void; fail(): void; lose(): void }[] = [];
  const sent: string[] = [];
  const failures: unknown[] = [];
  const retries: string[] = [];
  let again = () => {};
  const outbox = createOutbox({
    send: (message) =>
      new Promise<ShownMessage>((resolve, reject) => {
        const { clientId, content } = message;
        const at = "2030-01-01T00:00:00.000Z";
        const stored = { id: clientId, sequence: 1, isOwn: true, clientId, content, at, attachments: [] };
        requests.push({
          message,
          answer: () => resolve(stored),
          fail: () => reject(new Error("no")),
          lose: () => reject(new TypeError("gone")),
        });
      }),
    onSent: (_, { content }) => sent.push(content),
    onFailed: (error) => failures.push(error),
    isLost: (error) => error instanceof TypeError,
    retryingOf(sendLost) {
      again = sendLost;
      return { later: () => retries.push("later"), settle: () => retries.push("settled") };
    },
    storage,
    key: "outbox",
  });
  /** Lets what was answered take its course. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { outbox, requests: requests, sent, failures, storage, settle, retries, again: () => again() };
}

const contents = (items: { content: string; state: string }[]) =>
  items.map(({ content, state }) => `${content} ${state}`);

test("one goes after the other, each conversation by itself, and nothing is left behind", async () => {
  const { outbox, requests, sent, storage, settle } = start();
  outbox.add("a", "one", []);
  outbox.add("a", "two", [{ id: "t", title: "Track" }]);
  outbox.add("b", "three", []);
  expect(requests.map(({ message }) => message.content)).toEqual(["one", "three"]);
  requests[0]?.answer();
  await settle();
  expect(requests[2]?.message).toMatchObject({ conversation: "a", content: "two", tracks: ["t"] });
  requests[1]?.answer();
  requests[2]?.answer();
  await settle();
  expect(sent).toEqual(["one", "three", "two"]);
  expect(storage.size()).toBe(0);
});

test("a failed message stays, the next one goes on; tried again it is the same message", async () => {
  const { outbox, requests, sent, failures, settle } = start();
  outbox.add("a", "one", []);
  outbox.add("a", "two", []);
  requests[0]?.fail();
  await settle();
  requests[1]?.answer();
  await settle();
  expect(contents(outbox.items("a"))).toEqual(["one failed"]);
  expect([sent, failures.length]).toEqual([["two"], 1]);
  const id = requests[0]?.message.clientId ?? "";
  outbox.retry("a", id);
  expect(requests[2]?.message.clientId).toBe(id);
  requests[2]?.answer();
  await settle();
  expect(outbox.items("a")).toEqual([]);
});

test("a lost message goes again by itself as the same message, also after a reload, and is reported once", async () => {
  const { outbox, requests, sent, failures, storage, settle, retries, again } = start();
  outbox.add("a", "one", []);
  outbox.add("b", "two", []);
  requests[0]?.lose();
  requests[1]?.lose();
  await settle();
  expect(contents(outbox.items("a"))).toEqual(["one lost"]);
  expect(retries).toEqual(["later", "later"]);
  again();
  again();
  requests[2]?.lose();
  await settle();
  requests[3]?.answer();
  await settle();
  // One has got through, so the other is tried at once.
  expect(requests.map(({ message }) => message.content)).toEqual(["one", "two", "one", "two", "one"]);
  expect(new Set(requests.map(({ message }) => message.clientId)).size).toBe(2);
  requests[4]?.lose();
  await settle();
  expect([sent, failures.length]).toEqual([["two"], 2]);

  const after = start(storage);
  after.outbox.resume();
  expect([after.retries, after.requests]).toEqual([["later"], []]);
  after.again();
  after.requests[0]?.answer();
  await after.settle();
  expect(after.sent).toEqual(["one"]);
  expect(storage.size()).toBe(0);
});

test("after a reload a failed message is there, and one on its way goes again as the same", async () => {
  const before = start();
  before.outbox.add("a", "one", []);
  before.requests[0]?.fail();
  await before.settle();
  before.outbox.add("a", "two", []);
  const after = start(before.storage);
  expect(contents(after.outbox.items("a"))).toEqual(["one failed", "two sending"]);
  after.outbox.resume();
  expect(after.requests.map(({ message }) => message.clientId)).toEqual([
    before.requests[1]?.message.clientId,
  ]);
  after.outbox.discard("a", before.requests[0]?.message.clientId ?? "");
  after.requests[0]?.answer();
  await after.settle();
  expect(after.storage.size()).toBe(0);
});

test("a browser that keeps nothing, or rubbish, doesn't keep anybody from sending", async () => {
  const full = memory();
  full.setItem = () => {
    throw new Error("It is full.");
  };
  full.getItem = () => "{";
  const { outbox, requests, sent, settle } = start(full);
  outbox.add("a", "one", []);
  expect(requests[0]?.message.clientId).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  requests[0]?.answer();
  await settle();
  expect(sent).toEqual(["one"]);
});
