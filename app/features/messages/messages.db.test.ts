import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { mayReadFile } from "../../../server/http/stored-files.ts";
import { startListener } from "../../../server/realtime/listener.ts";
import { type Musician, makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import {
  makeArchivedMessage,
  makeAttachment,
  makeConversation,
  makeMessage,
} from "../../../tests/factories/messages.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import * as archive from "./archive.route.tsx";
import * as dashboard from "./dashboard.tsx";
import * as feed from "./feed.route.ts";
import { tellOfMessages } from "./mails.server.ts";
import type { ConversationPage, ConversationUpdate, PeoplePage, ShownMessage } from "./queries.server.ts";
import { texts } from "./schema.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices({
    SMTP_URL: "smtp://127.0.0.1:9",
    OWNER_EMAIL: "boss@owners.example",
  });
});
afterAll(() => services[Symbol.asyncDispose]());

/** The arguments of a route, in the name of one musician. */
function call(userId: string, path: string, fields?: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL(path, "http://localhost:3000");
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url };
}

const pattern = "/messages/:conversationId?" as const;
const load = (userId: string, conversationId?: string) =>
  dashboard.loader({
    ...call(userId, `/messages/${conversationId ?? ""}`),
    params: { conversationId },
    pattern,
  });
const act = (userId: string, fields: Record<string, string>): Promise<unknown> =>
  dashboard.action(call(userId, "/messages", fields));
const post = (userId: string, fields: Record<string, string>): Promise<unknown> =>
  feed.action(call(userId, "/messages/feed", fields));

async function feedOf<Answer>(userId: string, query: Record<string, string>): Promise<Answer> {
  const path = `/messages/feed?${new URLSearchParams(query)}`;
  const answer = await feed.loader({ ...call(userId, path), params: {}, pattern: "/messages/feed" });
  return answer.json();
}

interface Changes {
  list: ConversationPage;
  unread: number;
  open: ConversationUpdate | null;
}
const changes = (userId: string, conversation: string, after = 0, from = 0) =>
  feedOf<Changes>(userId, { what: "changes", conversation, after: String(after), from: String(from) });

const send = (userId: string, conversation: string, content: string, more: Record<string, string> = {}) =>
  post(userId, { intent: "send-message", conversation, clientId: crypto.randomUUID(), content, ...more });
const read = (userId: string, conversation: string, upTo: number) =>
  post(userId, { intent: "mark-read", conversation, upTo: String(upTo) });

/** Two musicians, and their conversation. */
async function pair(): Promise<{ a: Musician; b: Musician; id: string }> {
  const [a, b] = [await makeMusician(services.db), await makeMusician(services.db)];
  return { a, b, id: (await makeConversation(services.db, a.id, b.id)).id };
}

const stored = (conversation: string) =>
  services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("messages")
        .selectAll()
        .where("conversation_id", "=", conversation)
        .orderBy("sequence")
        .execute(),
    );
const contents = (messages: { content: string }[]) => messages.map(({ content }) => content);
const refused = (text: string, status: number, field = "form") =>
  expect.objectContaining({
    data: { refused: { errors: { [field]: text }, values: expect.anything() } },
    init: expect.objectContaining({ status }),
  });
const gone = "00000000-0000-4000-8000-000000000000";

test("two hundred messages from both sides at once are all there, once, in one order for both", async () => {
  const { a, b, id } = await pair();
  const texts = Array.from({ length: 200 }, (_, number) => `Message ${number}`);
  const unsent = texts.entries();
  const sendOn = async () => {
    for (const [number, text] of unsent) {
      const form = { clientId: crypto.randomUUID() };
      const sender = number % 2 ? a.id : b.id;
      // Every seventh is sent twice at the same moment.
      const times = number % 7 ? 1 : 2;
      await Promise.all(Array.from({ length: times }, () => send(sender, id, text, form)));
    }
  };
  await Promise.all(Array.from({ length: 8 }, sendOn));
  const messages = await stored(id);
  expect(contents(messages).toSorted()).toEqual(texts.toSorted());
  expect(messages.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 1),
  );

  for (const me of [a.id, b.id]) {
    const seen: ShownMessage[] = [];
    for (let hasMore = true; hasMore; ) {
      const { open } = await changes(me, id, seen.at(-1)?.sequence);
      seen.push(...(open?.messages ?? []));
      hasMore = open?.hasMore === true;
    }
    expect(contents(seen)).toEqual(contents(messages));
    expect((await changes(me, id)).unread).toBe(100);
    await read(me, id, 200);
    expect((await changes(me, id)).unread).toBe(0);
  }
});

test("a message has what was typed, and is answered again when it comes again", async () => {
  const { a, b, id } = await pair();
  const form = { clientId: crypto.randomUUID(), sender_id: b.id, is_read: "true", sequence: "7" };
  const answer = { message: expect.objectContaining({ content: "Hello\nyou", sequence: 1, isOwn: true }) };
  expect(await send(a.id, id, "  Hello\r\nyou ", form)).toEqual(answer);
  expect(await send(a.id, id, "Hello\nyou", form)).toEqual(answer);
  expect(await stored(id)).toMatchObject([
    { content: "Hello\nyou", sender_id: a.id, recipient_id: b.id, is_read: false, message_type: "text" },
  ]);
  // Another browser may have made the same id; another conversation of the same account may not take it.
  await send(b.id, id, "Me too", form);
  expect(await stored(id)).toHaveLength(2);
  const other = await pair();
  const third = await makeConversation(services.db, a.id, other.b.id);
  expect(await send(a.id, third.id, "Hello\nyou", form)).toEqual(refused(texts.sendFailure, 409));
  expect(await stored(third.id)).toEqual([]);
});

test("a message is empty, or too long, at 5,001 characters and no sooner", async () => {
  const { a, id } = await pair();
  expect(await send(a.id, id, " \n ")).toEqual(refused(texts.empty, 400, "content"));
  expect(await send(a.id, id, "x".repeat(5001))).toEqual(refused(texts.tooLong, 400, "content"));
  await send(a.id, id, "🎸".repeat(2500));
  await send(a.id, id, `${"x\r\n".repeat(2499)}xx`);
  expect((await stored(id)).map(({ content }) => content.length)).toEqual([5000, 5000]);
});

test("one's own visible tracks go with a message; the other side hears them for as long as they are shown", async () => {
  const { a, b, id } = await pair();
  const track = await makeTrack(services.db, { user_id: a.id, title: "Ours", duration: 75 });
  const second = await makeTrack(services.db, { user_id: a.id, title: "Another", downloads_enabled: false });
  const hidden = await makeTrack(services.db, { user_id: a.id, is_visible: false });
  const theirs = await makeTrack(services.db, { user_id: b.id });
  for (const tracks of [hidden.id, theirs.id, gone, `${track.id},${theirs.id}`]) {
    expect(await send(a.id, id, "Listen", { tracks })).toEqual(refused(texts.foreignTrack, 400, "tracks"));
  }
  expect(await send(a.id, id, "Listen", { tracks: "x" })).toMatchObject({ init: { status: 400 } });
  expect(await stored(id)).toEqual([]);

  await send(a.id, id, "", { tracks: [track.id, second.id, track.id].join() });
  await send(a.id, id, "", { tracks: track.id });
  expect(await stored(id)).toMatchObject([
    { content: "Shared 2 tracks", message_type: "track" },
    { content: "Shared 1 track", message_type: "track" },
  ]);
  const shared = async (me: string) => (await changes(me, id)).open?.messages[0]?.attachments;
  // As they were chosen.
  expect(await shared(b.id)).toEqual([
    {
      id: expect.any(String),
      title: "Ours",
      track: expect.objectContaining({
        id: track.id,
        seconds: 75,
        fileUrl: track.file_url,
        canDownload: true,
      }),
    },
    { id: expect.any(String), title: "Another", track: expect.objectContaining({ canDownload: false }) },
  ]);

  const update = (values: { is_visible: boolean }) =>
    services.db
      .asSystem()
      .write((tx) => tx.updateTable("music_tracks").set(values).where("id", "=", track.id).execute());
  await update({ is_visible: false });
  const stranger = await makeMusician(services.db);
  const address = track.file_url ?? "";
  const may = (userId: string) => mayReadFile(services.db.asMusician(userId), address);
  expect((await shared(b.id))?.[0]).toMatchObject({ title: "Ours", track: null });
  expect((await shared(a.id))?.[0]?.track?.fileUrl).toBe(address);
  expect([await may(a.id), await may(b.id), await may(stranger.id)]).toEqual([true, false, false]);
  expect(await mayReadFile(services.db.asVisitor(), address)).toBe(false);

  await services.db
    .asMusician(a.id)
    .write((tx) => tx.deleteFrom("music_tracks").where("id", "=", track.id).execute());
  expect((await shared(b.id))?.[0]).toMatchObject({ title: "Ours", track: null });
  expect(await may(b.id)).toBe(false);
});

test("a third reaches nothing: not the screen, the feed, sending, marking, blocking or reporting", async () => {
  const { a, b, id } = await pair();
  const third = await makeMusician(services.db);
  const sent = await makeMessage(services.db, { conversation_id: id, sender_id: a.id });
  await makeAttachment(services.db, sent.id, await makeTrack(services.db, { user_id: a.id }));
  await expect(load(third.id, id)).rejects.toMatchObject({ status: 404 });
  await expect(load(third.id, gone)).rejects.toMatchObject({ status: 404 });
  await expect(load(third.id, "x")).rejects.toMatchObject({ status: 404 });
  expect(await changes(third.id, id)).toEqual({
    list: { conversations: [], hasMore: false },
    unread: 0,
    open: null,
  });
  expect(await feedOf(third.id, { what: "history", conversation: id, before: "9" })).toEqual({
    messages: [],
    hasOlder: false,
  });
  await expect(feedOf(third.id, { what: "everything" })).rejects.toMatchObject({ status: 404 });
  const unavailable = refused(texts.sendFailure, 404);
  expect(await send(third.id, id, "Hello")).toEqual(unavailable);
  expect(await send(third.id, gone, "Hello")).toEqual(unavailable);
  await read(third.id, id, 9);
  expect(await act(third.id, { intent: "block-musician", id })).toEqual(refused(texts.gone, 404));
  expect(await act(third.id, { intent: "report-message", id: sent.id, reason: "Rude" })).toEqual(
    refused(texts.reportGone, 404),
  );
  expect(await stored(id)).toEqual([sent]);
  expect((await changes(b.id, id)).unread).toBe(1);
});

test("only received messages are marked as read, up to the last one seen", async () => {
  const { a, b, id } = await pair();
  for (const text of ["one", "two", "three"]) await send(a.id, id, text);
  await read(a.id, id, 3);
  expect((await stored(id)).map(({ is_read }) => is_read)).toEqual([false, false, false]);
  expect((await changes(a.id, id)).open?.theirFirstUnread).toBe(1);
  await read(b.id, id, 2);
  expect((await stored(id)).map(({ is_read }) => is_read)).toEqual([true, true, false]);
  expect((await changes(a.id, id)).open?.theirFirstUnread).toBe(3);
  const { open } = await load(b.id, id);
  expect(open).toMatchObject({ firstUnread: 3, theirFirstUnread: null });
  await read(b.id, id, 3);
  expect((await changes(a.id, id)).open?.theirFirstUnread).toBeNull();
});

test("a message that an admin has hidden is gone for both, also from a screen that shows it", async () => {
  const { a, b, id } = await pair();
  for (const text of ["one", "two", "three", "four"]) await send(a.id, id, text);
  const hide = (sequence: number) =>
    services.db
      .asSystem()
      .write((tx) =>
        tx
          .updateTable("messages")
          .set({ hidden_at: new Date() })
          .where("conversation_id", "=", id)
          .where("sequence", "=", sequence)
          .execute(),
      );
  for (const sequence of [1, 3, 4]) await hide(sequence);
  for (const me of [a.id, b.id]) {
    const { list, open } = await changes(me, id, 4, 2);
    expect(open).toMatchObject({ messages: [], hidden: [3, 4] });
    expect(list.conversations[0]?.last?.text).toBe("two");
    expect(contents((await load(me, id)).open?.messages ?? [])).toEqual(["two"]);
  }
  expect((await changes(b.id, id)).unread).toBe(1);
  expect((await changes(b.id, id, 2)).open?.hidden).toEqual([1]);
  // However far on a browser reports to be.
  expect((await changes(b.id, id, 1e15, 1)).open?.hidden).toEqual([]);
  expect((await changes(b.id, id, 900, 1)).open?.hidden).toEqual([1, 3, 4]);
});

test("a suspended musician's name stays visible to those who talk with them, and to no one else", async () => {
  const { a, b, id } = await pair();
  await send(b.id, id, "Hello");
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Rude" })
        .where("id", "=", b.id)
        .execute(),
    );
  const { list, open } = await load(a.id, id);
  expect(open?.person).toMatchObject({ name: b.profile.artist_name, avatar: null });
  expect(list?.conversations[0]?.person.name).toBe(b.profile.artist_name);
  const third = await makeMusician(services.db);
  const { rows } = await services.db
    .asMusician(third.id)
    .read((tx) => sql`select app.shown_name(${b.id}) as name`.execute(tx));
  expect(rows).toEqual([{ name: null }]);
  expect(await send(a.id, id, "Are you there?")).toEqual(refused(texts.unreachable, 409));
});

test("a long history comes in pages, and opens as far back as the first unread message, within bounds", async () => {
  const { a, b, id } = await pair();
  await services.db.asSystem().write((tx) =>
    sql`insert into messages (conversation_id, sender_id, content, is_read)
      select ${id}, ${a.id}, 'Message ' || number, number <= 200 from generate_series(1, 300) number`.execute(
      tx,
    ),
  );
  const sequences = (messages: ShownMessage[] | undefined) => [
    messages?.[0]?.sequence,
    messages?.at(-1)?.sequence,
  ];
  const sender = await load(a.id, id);
  expect([sequences(sender.open?.messages), sender.open?.hasOlder]).toEqual([[251, 300], true]);
  const reader = await load(b.id, id);
  expect([sequences(reader.open?.messages), reader.open?.firstUnread]).toEqual([[191, 300], 201]);
  const older = await feedOf<{ messages: ShownMessage[]; hasOlder: boolean }>(b.id, {
    what: "history",
    conversation: id,
    before: "51",
  });
  expect([sequences(older.messages), older.hasOlder]).toEqual([[1, 50], false]);
  await services.db
    .asSystem()
    .write((tx) => sql`update messages set is_read = false where conversation_id = ${id}`.execute(tx));
  expect(sequences((await load(b.id, id)).open?.messages)).toEqual([101, 300]);
  const { list, unread } = await changes(b.id, id);
  expect([list.conversations[0]?.unread, unread]).toEqual([100, 100]);
});

test("the list has both sides' conversations, the last written to first, in pages without repeats", async () => {
  const me = await makeMusician(services.db);
  const made: string[] = [];
  for (let count = 0; count < 60; count++) {
    const other = await makeUser(services.db);
    made.push((await makeConversation(services.db, me.id, other.id)).id);
  }
  const [first = "", second = ""] = made;
  await send(me.id, second, "To the second");
  await send(me.id, first, "To the first");
  const { list } = await load(me.id);
  const [top, next] = list?.conversations ?? [];
  expect(list?.hasMore).toBe(true);
  expect([top?.id, top?.last, next?.id]).toEqual([first, { text: "To the first", isOwn: true }, second]);
  const last = list?.conversations.at(-1);
  const rest = await feedOf<ConversationPage>(me.id, {
    what: "conversations",
    afterId: last?.id ?? "",
    afterAt: last?.lastAt ?? "",
  });
  expect(rest.hasMore).toBe(false);
  const all = [...(list?.conversations ?? []), ...rest.conversations].map(({ id }) => id);
  expect(all.toSorted()).toEqual(made.toSorted());
});

test("both start a conversation at the same moment, in either order, and have one; one's own picks it up", async () => {
  const [a, b] = [await makeMusician(services.db), await makeMusician(services.db)];
  const start = (from: string, person: string) => act(from, { intent: "start-conversation", person });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) => (number % 2 ? start(a.id, b.id) : start(b.id, a.id))),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect((await load(a.id)).list?.conversations).toMatchObject([
    { id: Object(answers[0]).conversation, person: { id: b.id }, unread: 0, last: null },
  ]);
  const failure = refused(texts.startFailure, 404);
  expect(await start(a.id, gone)).toEqual(failure);
  expect(await start(a.id, a.id)).toMatchObject({ init: { status: 400 } });
});

test("blocked, neither can write, and only the blocking side learns it; unblocked, both can", async () => {
  const { a, b, id } = await pair();
  const blocked = () => changes(a.id, id).then(({ open }) => open?.isBlocked);
  await act(a.id, { intent: "block-musician", id });
  await act(a.id, { intent: "block-musician", id });
  expect(await blocked()).toBe(true);
  expect((await changes(b.id, id)).open?.isBlocked).toBe(false);
  expect(await send(b.id, id, "Hello?")).toEqual(refused(texts.sendFailure, 404));
  expect(await send(a.id, id, "Hello!")).toEqual(refused(texts.blocked, 409));
  expect(await stored(id)).toEqual([]);
  await act(a.id, { intent: "unblock-musician", id });
  expect(await blocked()).toBe(false);
  await send(b.id, id, "Hello!");

  const c = await makeMusician(services.db);
  await services.db
    .asMusician(a.id)
    .write((tx) => tx.insertInto("message_blocks").values({ blocker_id: a.id, blocked_id: c.id }).execute());
  const start = (from: string, person: string) => act(from, { intent: "start-conversation", person });
  expect(await start(c.id, a.id)).toEqual(refused(texts.startFailure, 404));
  expect(await start(a.id, c.id)).toEqual(refused(texts.blocked, 409));
});

test("a received message is reported once, with its reason; one's own can't be", async () => {
  const { a, b, id } = await pair();
  const message = await makeMessage(services.db, { conversation_id: id, sender_id: a.id });
  const report = (userId: string, reason: string) =>
    act(userId, { intent: "report-message", id: message.id, reason });
  expect(await report(b.id, " ")).toMatchObject({ init: { status: 400 } });
  await report(b.id, "Rude");
  await report(b.id, "Very rude");
  expect(await report(a.id, "Mine")).toEqual(refused(texts.reportGone, 404));
  const reports = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("reports").selectAll().where("message_id", "=", message.id).execute());
  expect(reports).toMatchObject([{ reporter_id: b.id, reason: "Rude", comment_id: null }]);
});

test("people are found by name and address, in whatever case and without accents, but never by an address that is hidden", async () => {
  const me = await makeMusician(services.db);
  const person = await makeUser(services.db, { email: "zora%_@findme.example" });
  await makeMusician(services.db, { user_id: person.id, artist_name: "Žaba & THE Frogs \\o/" });
  const bare = await makeUser(services.db, { email: "bare@findme.example" });
  const find = async (search: string) =>
    (await feedOf<PeoplePage>(me.id, { what: "people", search })).people.map(({ id }) => id);
  expect(await find("the frogs")).toEqual([person.id]);
  expect(await find("zaba")).toEqual([person.id]);
  expect(await find("FINDME.example")).toEqual([bare.id, person.id]);
  expect(await find("%_@")).toEqual([person.id]);
  expect(await find("100%")).toEqual([]);
  expect(await find("frogs \\o/")).toEqual([person.id]);
  const { people } = await feedOf<PeoplePage>(me.id, { what: "people", search: "bare@" });
  expect(people).toEqual([{ id: bare.id, name: null, email: "bare@findme.example", avatar: null }]);

  const { id } = await makeConversation(services.db, me.id, bare.id);
  const shownEmail = async () => (await load(me.id, id)).open?.person.email;
  expect(await shownEmail()).toBe("bare@findme.example");
  await act(bare.id, { intent: "save-settings", hidesEmail: "on" });
  expect((await load(bare.id)).settings).toEqual({ hidesEmail: true, mailsNew: false });
  expect(await find("findme.example")).toEqual([person.id]);
  expect(await shownEmail()).toBeNull();
  const everybody = await feedOf<PeoplePage>(me.id, { what: "people" });
  expect(everybody.people.find(({ id }) => id === bare.id)).toMatchObject({ email: null });
  expect(everybody.people.map(({ id }) => id)).not.toContain(me.id);
});

test("an admin's address and the owner's are neither shown nor found; who they are by name is", async () => {
  const me = await makeMusician(services.db);
  const owner = await makeUser(services.db, { email: "boss@owners.example" });
  const admin = await makeUser(services.db, { email: "admin@owners.example", role: "admin" });
  await makeMusician(services.db, { user_id: admin.id, artist_name: "Ada of the office" });
  const later = await makeUser(services.db, { email: "later@owners.example" });
  const find = async (search: string) =>
    (await feedOf<PeoplePage>(me.id, { what: "people", search })).people.map(({ id }) => id);
  expect(await find("owners.example")).toEqual([later.id]);
  expect(await find("boss@owners.example")).toEqual([]);
  expect(await find("ada of the office")).toEqual([admin.id]);
  await services.db
    .asSystem()
    .write((tx) => tx.updateTable("users").set({ role: "admin" }).where("id", "=", later.id).execute());
  expect(await find("owners.example")).toEqual([]);

  for (const [person, name] of [
    [owner, null],
    [admin, "Ada of the office"],
    [later, null],
  ] as const) {
    const listed = (await feedOf<PeoplePage>(me.id, { what: "people" })).people;
    expect(listed.find(({ id }) => id === person.id)).toEqual({
      id: person.id,
      name,
      email: null,
      avatar: null,
    });
    await act(me.id, { intent: "start-conversation", person: person.id });
    const { list } = await load(me.id);
    const started = list?.conversations.find((conversation) => conversation.person.id === person.id);
    expect(started?.person).toMatchObject({ name, email: null });
    expect((await load(me.id, started?.id)).open?.person).toMatchObject({ name, email: null });
  }
});

test("people come in pages, the newest first, each once", async () => {
  const me = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    sql`insert into users (email, created_at)
      select 'crowd-' || number || '@crowd.example', now() - interval '1 day' from generate_series(1, 120) number`.execute(
      tx,
    ),
  );
  const found: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const after = found.at(-1);
    const page: PeoplePage = await feedOf(me.id, {
      what: "people",
      search: "crowd.example",
      ...(after && { after }),
    });
    found.push(...page.people.map(({ id }) => id));
    hasMore = page.hasMore;
  }
  expect(new Set(found).size).toBe(120);
  expect(found).toHaveLength(120);
});

const mails = (recipient: string) =>
  services.db.asSystem().read(async (tx) => {
    const { rows } = await sql<{ name: string; to: string | null; text: string | null; wait: number }>`
      select name, data ->> 'to' as to, data ->> 'text' as text,
        extract(epoch from start_after - now())::float8 / 60 as wait
      from pgboss.job where data ->> 'recipientId' = ${recipient} or data ->> 'to' = (
        select email from users where id = ${recipient}) order by created_on, name`.execute(tx);
    return rows;
  });

test("a mail about new messages is due once, and not sent twice or after they were read", async () => {
  const { a, b, id } = await pair();
  for (const text of ["one", "two", "three"]) await send(a.id, id, text);
  expect(await mails(b.id)).toMatchObject([{ name: "messages.tell", wait: expect.closeTo(2, 0) }]);
  const job = { conversationId: id, recipientId: b.id };
  await tellOfMessages(services, job);
  expect(await mails(b.id)).toHaveLength(1);
  const makeDue = () =>
    services.db
      .asSystem()
      .write((tx) =>
        tx
          .updateTable("message_mails")
          .set({ due_at: new Date() })
          .where("conversation_id", "=", id)
          .execute(),
      );
  await makeDue();
  await Promise.all([tellOfMessages(services, job), tellOfMessages(services, job)]);
  const [, mail, ...none] = await mails(b.id);
  expect(none).toEqual([]);
  expect(mail).toMatchObject({ name: "mail.send", to: b.email });
  expect(mail?.text).toContain(`3 messages from ${a.profile.artist_name} wait for you`);
  expect(mail?.text).toContain(`/messages/${id}`);
  expect(mail?.text).not.toContain("three");

  // The next one within the hour waits until it is over.
  await send(a.id, id, "four");
  await send(a.id, id, "five");
  const later = (await mails(b.id)).slice(2);
  expect(later).toMatchObject([{ name: "messages.tell", wait: expect.closeTo(60, 0) }]);
  await read(b.id, id, 5);
  await makeDue();
  await tellOfMessages(services, job);
  expect(await mails(b.id)).toHaveLength(3);

  await act(b.id, { intent: "save-settings" });
  await send(a.id, id, "six");
  expect(await mails(b.id)).toHaveLength(3);
  await act(b.id, { intent: "save-settings", mailsNew: "on" });
  await send(a.id, id, "seven");
  expect(await mails(b.id)).toHaveLength(4);
});

test("both sides get an update at once, on every server, and no other account", async () => {
  const { a, b, id } = await pair();
  const updates: string[] = [];
  const live = {
    onConnect() {},
    onDisconnect() {},
    onNotify: (payload: string) => void updates.push(payload),
  };
  const listener = await startListener({ database: services.db, subscribers: { live }, log: services.log });
  onTestFinished(() => listener.close());
  const both = [`${a.id} messages`, `${b.id} messages`].sort();
  const refusalText = async (work: Promise<unknown>) => {
    await work;
    await listener.caughtUp();
    return updates.splice(0).sort();
  };
  expect(await refusalText(send(a.id, id, "Hello"))).toEqual(both);
  expect(await refusalText(send(a.id, id, "Hello?"))).toEqual(both);
  expect(await refusalText(read(b.id, id, 2))).toEqual(both);
  expect(await refusalText(read(b.id, id, 2))).toEqual([]);
  const hide = services.db
    .asSystem()
    .write((tx) =>
      tx.updateTable("messages").set({ hidden_at: new Date() }).where("conversation_id", "=", id).execute(),
    );
  expect([...new Set(await refusalText(hide))]).toEqual(both);
  expect(await refusalText(act(a.id, { intent: "block-musician", id }))).toEqual([`${a.id} messages`]);
  const c = await makeMusician(services.db);
  expect(await refusalText(act(c.id, { intent: "start-conversation", person: a.id }))).toEqual(
    [`${a.id} messages`, `${c.id} messages`].sort(),
  );
});

test("messages that came with an archive are read by their musician alone, each conversation from its beginning", async () => {
  const me = await makeMusician(services.db);
  const other = await makeMusician(services.db);
  const user_id = me.id;
  const conversation = randomUUID();
  const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 12, minute));
  await makeArchivedMessage(services.db, { user_id, with_name: "Zoe", content: "Last", sent_at: at(0) });
  await makeArchivedMessage(services.db, {
    user_id,
    conversation,
    content: "Answer",
    sent_at: at(2),
    is_own: true,
  });
  await makeArchivedMessage(services.db, { user_id, conversation, content: "Hello", sent_at: at(1) });
  await makeArchivedMessage(services.db, { user_id: other.id, content: "Another's" });
  const read = (userId: string, page = "") =>
    archive.loader({
      ...call(userId, `/messages/archive${page}`),
      params: {},
      pattern: "/messages/archive",
    });
  const { shown } = await read(me.id);
  expect(shown?.messages.map(({ with_name, content, is_own }) => [with_name, content, is_own])).toEqual([
    ["Ana", "Hello", false],
    ["Ana", "Answer", true],
    ["Zoe", "Last", false],
  ]);
  // Of a page that there isn't, the last.
  expect((await read(me.id, "?page=9")).shown).toMatchObject({ page: 1, pages: 1 });
  expect((await load(me.id)).hasArchive).toBe(true);
  expect((await load((await makeMusician(services.db)).id)).hasArchive).toBe(false);
});

test("a part that can't be loaded leaves the rest of the screen, and a notice", async () => {
  const { a, id } = await pair();
  const me = services.db.asMusician(a.id);
  const failing = (times: number): Services => {
    let left = times;
    const read: typeof me.read = (work) =>
      left-- > 0 ? Promise.reject(new Error("It is away.")) : me.read(work);
    return { ...services, db: { ...services.db, asMusician: () => ({ ...me, read }) } };
  };
  const loadWith = (lent: Services) => {
    const request = call(a.id, `/messages/${id}`);
    request.context.set(servicesContext, lent);
    return dashboard.loader({ ...request, params: { conversationId: id }, pattern });
  };
  expect(await loadWith(failing(1))).toMatchObject({ list: null, isBroken: false, open: { id } });
  expect(await loadWith(failing(2))).toMatchObject({ list: null, isBroken: true, open: null });
});

test("sending has its limits", async () => {
  const { a, id } = await pair();
  for (let number = 1; number <= 120; number++) await send(a.id, id, `Message ${number}`);
  expect(await send(a.id, id, "One more")).toMatchObject({ init: { status: 429 } });
  expect(await stored(id)).toHaveLength(120);
});
