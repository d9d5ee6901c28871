import { expect, test, vi } from "vitest";
import { AccountUploads, isUnderWay } from "./account-uploads.ts";
import type { FileToSend, SendingEvents } from "./send-file.ts";
import { UploadQueue } from "./upload-queue.ts";

/** Uploads whose sending the test decides about, and what was kept of them last, by name. */
function held() {
  const under: { name: string; on: SendingEvents }[] = [];
  const kept = vi.fn<(account: string, files: readonly FileToSend[]) => void>();
  const send = ({ file }: FileToSend, on: SendingEvents) => {
    under.push({ name: file.name, on });
    return { pause() {}, discard() {} };
  };
  const never = () => ({ later() {}, settle() {} });
  const uploads = new AccountUploads("mara", kept);
  const queueOf = (kind: string) => uploads.queueOf(kind, (of) => new UploadQueue(of, send, never));
  const lastKept = () => kept.mock.lastCall?.[1].map(({ kind, file }) => `${kind} ${file.name}`);
  return { uploads, queueOf, under, kept, lastKept };
}

const file = (name: string) => new File(["some bytes"], name);

test("the files of all kinds are one list, which stays the same until something changes", () => {
  const { uploads, queueOf, under } = held();
  const listener = vi.fn();
  const end = uploads.subscribe(listener);
  expect(queueOf("track")).toBe(queueOf("track"));
  queueOf("track").add([file("one.mp3")]);
  queueOf("photo").add([file("two.jpg")]);
  const before = uploads.items();
  expect(before.map(({ kind, item }) => `${kind} ${item.name}`)).toEqual(["track one.mp3", "photo two.jpg"]);
  expect(uploads.items()).toBe(before);
  under[0]?.on.progress(4);
  expect(uploads.items()[0]?.item.sent).toBe(4);
  end();
  listener.mockClear();
  under[0]?.on.progress(5);
  expect(listener).not.toHaveBeenCalled();
});

test("what is still to be sent is kept as files join and leave, not at each byte", () => {
  const { queueOf, under, kept, lastKept } = held();
  queueOf("track").add([file("one.mp3"), file("two.mp3")]);
  expect(lastKept()).toEqual(["track one.mp3", "track two.mp3"]);
  const calls = kept.mock.calls.length;
  under[0]?.on.progress(4);
  expect(kept.mock.calls.length).toBe(calls);
  under[0]?.on.done({});
  expect(lastKept()).toEqual(["track two.mp3"]);
  under[1]?.on.failed({ reason: "This is no music", mayHelp: false, isLost: false });
  expect(lastKept()).toEqual([]);
});

test("nothing is kept of an account that leaves", () => {
  const { uploads, queueOf, lastKept } = held();
  queueOf("track").add([file("one.mp3")]);
  uploads.close();
  expect(lastKept()).toEqual([]);
  expect(uploads.items()).toEqual([]);
});

test("closing the tab interrupts what is sent, waits, or goes on by itself", () => {
  const item = { id: 1, name: "one.mp3", size: 10, sent: 0 };
  expect(isUnderWay({ ...item, state: "waiting" })).toBe(true);
  expect(isUnderWay({ ...item, state: "sending" })).toBe(true);
  expect(isUnderWay({ ...item, state: "failed", isLost: true })).toBe(true);
  expect(isUnderWay({ ...item, state: "failed" })).toBe(false);
  expect(isUnderWay({ ...item, state: "stopped" })).toBe(false);
});
