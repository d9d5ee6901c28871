import { expect, test } from "vitest";
import {
  announcementOf,
  type Chat,
  mergeMessages,
  type OpenChat,
  withLoaded,
  withMessages,
  withRead,
  withRows,
  withUpdate,
} from "./chat";
import type { ListedConversation, ShownMessage } from "./queries.server";

const message = (sequence: number, isOwn = false): ShownMessage => ({
  id: `message ${sequence}`,
  sequence,
  isOwn,
  clientId: isOwn ? `client ${sequence}` : null,
  content: "Hello",
  at: "2030-01-01T00:00:00.000Z",
  attachments: [],
});
const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
const row = (id: string, second: number, unread = 0): ListedConversation => ({
  id,
  person: { id: `${id}'s`, name: id, email: null, avatar: null },
  unread,
  last: null,
  lastAt: `2030-01-01T00:00:${String(second).padStart(2, "0")}.000Z`,
});
const open = (over: Partial<OpenChat> = {}): OpenChat => ({
  id: "a",
  person: row("a", 0).person,
  messages: [],
  hasOlder: false,
  firstUnread: null,
  isBlocked: false,
  theirFirstUnread: null,
  upTo: over.messages?.at(-1)?.sequence ?? 0,
  ...over,
});
const page = (conversations: ListedConversation[], hasMore = false) => ({ conversations, hasMore });
const chat = (over: Partial<Chat> = {}): Chat => ({ rows: [], hasMoreRows: false, open: null, ...over });
const sequences = ({ open }: Chat) => open?.messages.map(({ sequence }) => sequence);
const ids = ({ rows }: Chat) => rows.map(({ id }) => id);

test("messages come once and in their order, from wherever they come", () => {
  expect(mergeMessages(messages(3, 5), messages(1, 4)).map(({ sequence }) => sequence)).toEqual([
    1, 2, 3, 4, 5,
  ]);
  const current = messages(1, 3);
  expect(mergeMessages(current, messages(2, 3))).toBe(current);
});

test("newly loaded messages join the list, but never leave a gap", () => {
  const before = chat({ open: open({ messages: messages(10, 20), hasOlder: true }) });
  const joined = withLoaded(before, page([]), open({ messages: messages(15, 25), hasOlder: true }));
  expect(sequences(joined)).toEqual(messages(10, 25).map(({ sequence }) => sequence));
  expect(joined.open?.hasOlder).toBe(true);
  const further = withLoaded(before, page([]), open({ messages: messages(30, 40), hasOlder: true }));
  expect(sequences(further)).toEqual(messages(30, 40).map(({ sequence }) => sequence));
  const whole = chat({ open: open({ messages: messages(1, 20) }) });
  const again = withLoaded(whole, page([]), open({ messages: messages(15, 20), hasOlder: true }));
  expect(again.open?.hasOlder).toBe(false);
  const other = withLoaded(before, page([]), open({ id: "b", messages: [message(1)] }));
  expect(sequences(other)).toEqual([1]);
});

test("an update of another conversation than the one that is open changes the list alone", () => {
  const before = chat({ open: open({ messages: messages(1, 2) }) });
  const state = { isBlocked: true, theirFirstUnread: 1 };
  const update = { id: "b", messages: [message(3)], hasMore: false, hidden: [], ...state };
  const after = withUpdate(before, page([row("b", 1, 1)]), update);
  expect(after.open).toBe(before.open);
  expect(ids(after)).toEqual(["b"]);
  expect(sequences(withUpdate(before, page([]), { ...update, id: "a" }))).toEqual([1, 2, 3]);
});

test("a message that was just sent is unread, and older ones stay as they were", () => {
  const before = chat({ open: open({ messages: messages(5, 6), hasOlder: true }) });
  expect(withMessages(before, "a", [message(7, true)]).open?.theirFirstUnread).toBe(7);
  expect(withMessages(before, "a", [message(4, true)], false).open).toMatchObject({
    theirFirstUnread: null,
    hasOlder: false,
  });
  expect(withMessages(before, "b", [message(7)])).toBe(before);
});

test("one's own message may be here before those of the other side, which are still asked for", () => {
  const before = chat({ open: open({ messages: messages(1, 3) }) });
  const sent = withMessages(before, "a", [message(6, true)]);
  expect([sequences(sent), sent.open?.upTo]).toEqual([[1, 2, 3, 6], 3]);
  const update = {
    id: "a",
    messages: messages(4, 7),
    hasMore: false,
    hidden: [],
    isBlocked: false,
    theirFirstUnread: null,
  };
  const after = withUpdate(sent, page([]), update);
  expect([sequences(after), after.open?.upTo]).toEqual([[1, 2, 3, 4, 5, 6, 7], 7]);
  const late = withUpdate(after, page([]), { ...update, messages: messages(4, 5) });
  expect(late.open?.upTo).toBe(7);
  const loaded = withLoaded(sent, page([]), open({ messages: messages(4, 8), hasOlder: true }));
  expect([sequences(loaded), loaded.open?.upTo]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 8]);
  const gap = withLoaded(sent, page([]), open({ messages: messages(5, 8), hasOlder: true }));
  expect(sequences(gap)).toEqual([5, 6, 7, 8]);
});

test("a message that an admin hides goes, and takes nothing with it", () => {
  const before = chat({ open: open({ messages: messages(5, 8), hasOlder: true }) });
  const state = { isBlocked: false, theirFirstUnread: null };
  const update = { id: "a", messages: [message(9)], hasMore: false, hidden: [6, 8], ...state };
  const after = withUpdate(before, page([]), update);
  expect([sequences(after), after.open?.upTo, after.open?.hasOlder]).toEqual([[5, 7, 9], 9, true]);
  const again = withUpdate(after, page([]), { ...update, messages: [] });
  expect(again.open?.messages).toBe(after.open?.messages);
});

test("the list's beginning is as the server says; what was loaded further down stays below it", () => {
  const before = chat({ rows: [row("a", 9), row("b", 8), row("c", 5), row("d", 4)], hasMoreRows: true });
  const after = withUpdate(before, page([row("d", 10), row("a", 9)], true), null);
  expect(ids(after)).toEqual(["d", "a", "b", "c"]);
  const shorter = withUpdate(before, page([row("c", 10), row("d", 4)], true), null);
  // The others would have to be in it: they are gone.
  expect(ids(shorter)).toEqual(["c", "d"]);
  expect(shorter.hasMoreRows).toBe(true);
  expect(ids(withUpdate(before, page([row("a", 9)]), null))).toEqual(["a"]);
});

test("further conversations come once", () => {
  const before = chat({ rows: [row("a", 9), row("b", 8)], hasMoreRows: true });
  const after = withRows(before, page([row("b", 8), row("c", 7)]));
  expect(ids(after)).toEqual(["a", "b", "c"]);
  expect(after.hasMoreRows).toBe(false);
});

test("a message that is read here isn't counted any more", () => {
  const before = chat({ rows: [row("a", 9, 3), row("b", 8, 1)] });
  expect(withRead(before, "a").rows.map(({ unread }) => unread)).toEqual([0, 1]);
  const read = withRead(before, "a");
  expect(withRead(read, "a")).toBe(read);
});

test("what came into the open conversation is read out, else who has written in another one", () => {
  const before = chat({ rows: [row("a", 1), row("b", 1, 1)], open: open({ messages: messages(1, 2) }) });
  const state = { isBlocked: false, theirFirstUnread: null, hasMore: false, hidden: [] };
  const update = (...received: ShownMessage[]) => ({ id: "a", messages: received, ...state });
  const unread = page([row("a", 2, 1), row("b", 2, 2)]);
  const long = { ...message(3), content: "x".repeat(300) };
  expect(announcementOf(before, unread, update(long))).toBe(`New message from a: ${"x".repeat(200)}`);
  expect(announcementOf(before, unread, update(long, message(4)))).toBe(
    "2 new messages from a, the last one: Hello",
  );
  // Neither what is there already nor what one has written oneself is news.
  expect(announcementOf(before, unread, update(message(2), message(3, true)))).toBe("New message from b");
  expect(announcementOf(before, page(before.rows), update())).toBeUndefined();
  expect(announcementOf(chat({ rows: before.rows }), unread, null)).toBe("New message from a");
});
