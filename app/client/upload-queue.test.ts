import { expect, test } from "vitest";
import type { FileToSend, SendingEvents } from "./send-file.ts";
import { type UploadPlan, UploadQueue } from "./upload-queue.ts";

const fileNamed = (name: string, size = 10) => new File(["x".repeat(size)], name);

/** A queue whose files are sent by hand, and the messages about them. */
function byHand() {
  let again = () => {};
  const retries: string[] = [];
  const sent: (FileToSend & SendingEvents)[] = [];
  const ended: string[] = [];
  const messages: string[] = [];
  const queue = new UploadQueue(
    "track",
    (file, events) => {
      sent.push({ ...file, ...events });
      const { name } = file.file;
      return {
        pause: () => void ended.push(`${name} paused`),
        discard: () => void ended.push(`${name} discarded`),
      };
    },
    (resume) => {
      again = resume;
      return { later: () => retries.push("later"), settle: () => retries.push("settled") };
    },
  );
  const plan: UploadPlan = {
    done: ({ name }, answer) => messages.push(`done ${name} ${answer}`),
    failed: ({ name }, reason) => messages.push(`failed ${name}: ${reason}`),
    settled: (arrived) => messages.push(`settled ${arrived}`),
  };
  const states = () => queue.items().map(({ name, state, sent }) => `${name} ${state} ${sent}`);
  return { queue, sent, ended, messages: messages, plan, states, retries, again: () => again() };
}

test("files go one after the other, each with its own bytes", () => {
  const { queue, sent, messages, plan, states } = byHand();
  queue.add([fileNamed("a"), fileNamed("b")], { ...plan, about: { track: "7" } });
  expect(states()).toEqual(["a sending 0", "b waiting 0"]);
  sent[0]?.progress(4);
  expect(states()).toEqual(["a sending 4", "b waiting 0"]);
  sent[0]?.done("yes");
  expect(states()).toEqual(["b sending 0"]);
  sent[1]?.done("too");
  expect(states()).toEqual([]);
  expect(messages).toEqual(["done a yes", "done b too", "settled 2"]);
  expect(sent[0]).toMatchObject({ kind: "track", about: { track: "7" } });
});

test("a try that failed shows at once, until the server has taken something again", () => {
  const { queue, sent, plan } = byHand();
  queue.add([fileNamed("a")], plan);
  const isRetrying = () => queue.items()[0]?.isRetrying;
  expect(isRetrying()).toBe(false);
  sent[0]?.retrying?.(true);
  sent[0]?.progress(10);
  expect(isRetrying()).toBe(true);
  sent[0]?.retrying?.(false);
  expect(isRetrying()).toBe(false);
});

test("one that fails holds up none, and is sent again when asked", () => {
  const { queue, sent, messages, plan, states } = byHand();
  queue.add([fileNamed("a"), fileNamed("b")], plan);
  sent[0]?.failed({ reason: "No.", mayHelp: true, isLost: false });
  expect(states()).toEqual(["a failed 0", "b sending 0"]);
  expect(queue.items()[0]).toMatchObject({ reason: "No.", mayHelp: true });
  sent[1]?.done("");
  expect(messages).toEqual(["failed a: No.", "done b ", "settled 1"]);
  queue.resume(queue.items()[0]?.id ?? 0);
  sent[2]?.done("");
  expect(messages.slice(3)).toEqual(["done a ", "settled 1"]);
});

test("one that is lost goes by itself when the server may be back, and is complained of once", () => {
  const { queue, sent, messages, plan, states, retries, again } = byHand();
  const lost = { reason: "Nobody there.", mayHelp: true, isLost: true };
  queue.add([fileNamed("a"), fileNamed("b"), fileNamed("c")], plan);
  sent[0]?.failed(lost);
  sent[1]?.failed({ reason: "No.", mayHelp: false, isLost: false });
  sent[2]?.failed(lost);
  expect(retries).toEqual(["later", "later"]);
  again();
  expect(states()).toEqual(["a sending 0", "b failed 0", "c waiting 0"]);
  sent[3]?.failed(lost);
  sent[4]?.done("");
  // One has arrived, so the others are tried at once.
  expect(states()).toEqual(["a sending 0", "b failed 0"]);
  sent[5]?.done("");
  expect(states()).toEqual(["b failed 0"]);
  const nobody = "Nobody there. It goes on by itself when the server can be reached.";
  // The third fails for the same reason as the first, which is reported once.
  const complaints = [`failed a: ${nobody}`, "failed b: No."];
  expect(messages).toEqual([...complaints, "done c ", "done a ", "settled 2"]);
});

test("an upload that is stopped keeps its bytes and lets the next one on; its late events are ignored", () => {
  const { queue, sent, ended, messages, plan, states } = byHand();
  queue.add([fileNamed("a"), fileNamed("b")], plan);
  sent[0]?.progress(4);
  const [first] = queue.items();
  queue.stop(first?.id ?? 0);
  expect(ended).toEqual(["a paused"]);
  expect(states()).toEqual(["a stopped 4", "b sending 0"]);
  queue.resume(first?.id ?? 0);
  sent[0]?.failed({ reason: "Too late to tell", mayHelp: true, isLost: false });
  expect(states()).toEqual(["a waiting 4", "b sending 0"]);
  sent[1]?.done("");
  sent[0]?.done("Far too late");
  expect(states()).toEqual(["a sending 4"]);
  expect(messages).toEqual(["done b "]);
});

test("one that is removed is gone, here and there", () => {
  const { queue, sent, ended, messages, plan } = byHand();
  queue.add([fileNamed("a"), fileNamed("b")], plan);
  sent[0]?.done("");
  queue.remove(queue.items()[0]?.id ?? 0);
  expect(ended).toEqual(["b discarded"]);
  expect(queue.items()).toEqual([]);
  expect(messages).toEqual(["done a ", "settled 1"]);
});

test("files of two choices are two matters", () => {
  const { queue, sent, messages, plan } = byHand();
  queue.add([fileNamed("a")], plan);
  queue.add([fileNamed("b")], plan);
  sent[0]?.done("");
  sent[1]?.done("");
  expect(messages).toEqual(["done a ", "settled 1", "done b ", "settled 1"]);
});

test("when the account leaves, everything stops without a message", () => {
  const { queue, sent, ended, messages, plan } = byHand();
  queue.add([fileNamed("a"), fileNamed("b")], plan);
  queue.close();
  expect(ended).toEqual(["a paused"]);
  sent[0]?.done("");
  expect(queue.items()).toEqual([]);
  expect(messages).toEqual([]);
});

test("a subscriber gets every change, and reads the same list until the next", () => {
  const { queue, sent } = byHand();
  let changes = 0;
  const end = queue.subscribe(() => {
    changes += 1;
  });
  queue.add([fileNamed("a")]);
  const before = changes;
  expect(queue.items()).toBe(queue.items());
  sent[0]?.progress(1);
  expect(changes).toBe(before + 1);
  end();
  sent[0]?.progress(2);
  expect(changes).toBe(before + 1);
});
