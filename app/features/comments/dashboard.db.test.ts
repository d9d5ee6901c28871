import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "../../../server/errors.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeComment, makeCommentSettings } from "../../../tests/factories/audience.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { allOf } from "../../shared/chosen.ts";
import { versionOf } from "../../shared/form-version.ts";
import { viewerContext } from "../../viewer.server.ts";
import { postComment } from "./commands.server.ts";
import * as dashboard from "./dashboard.tsx";
import { commentSchema } from "./schema.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

/** The screen's arguments, in the name of one musician. */
function call(
  userId: string,
  {
    query = "",
    fields,
    lent = services,
  }: { query?: string; fields?: Record<string, string>; lent?: Pick<Services, "db"> } = {},
) {
  const context = new RouterContextProvider();
  context.set(servicesContext, { ...services, ...lent });
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL(`http://localhost:3000/comments${query}`);
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/comments" as const };
}

async function load(userId: string, query?: string) {
  const { shown } = await dashboard.loader(call(userId, { query }));
  if (!shown) throw new Error("The comments could not be loaded.");
  return shown;
}
const listed = async (userId: string, query?: string) =>
  (await load(userId, query)).comments.map(({ content }) => content);
const send = (userId: string, fields: Record<string, string>): Promise<unknown> =>
  dashboard.action(call(userId, { fields }));
const refusal = (form: string, status = 404) => ({
  data: { refused: { errors: { form } } },
  init: { status },
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test("one's own comments are listed, the newest first, with the counts of all", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  await makeComment(services.db, { musician_id, content: "Old", created_at: minutesAgo(9) });
  await makeComment(services.db, {
    musician_id,
    content: "Waiting",
    is_approved: false,
    created_at: minutesAgo(5),
  });
  await makeComment(services.db, { musician_id, content: "New", created_at: minutesAgo(1) });
  await makeComment(services.db);
  expect(await listed(musician_id)).toEqual(["New", "Waiting", "Old"]);
  expect((await load(musician_id)).counts).toEqual({ total: 3, approved: 2, pending: 1 });
  expect(await listed(musician_id, "?show=approved")).toEqual(["New", "Old"]);
  expect(await listed(musician_id, "?show=pending")).toEqual(["Waiting"]);
  expect((await load(musician_id, "?show=pending")).counts.total).toBe(3);
  expect((await load((await makeMusician(services.db)).id)).counts).toEqual({
    total: 0,
    approved: 0,
    pending: 0,
  });
});

test("search finds what stands in the author's name or the comment, in any case, whatever its accents", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  const make = (author_name: string, content: string, is_approved = true) =>
    makeComment(services.db, { musician_id, author_name, content, is_approved });
  await make("Ines", "100% great");
  await make("Olu", "Inés knows, snake_case\\", false);
  await make("Pat", "Nothing");
  expect((await listed(musician_id, "?q=INES")).toSorted()).toEqual([
    "100% great",
    "Inés knows, snake_case\\",
  ]);
  expect(await listed(musician_id, "?q=great")).toEqual(["100% great"]);
  expect(await listed(musician_id, "?q=%25")).toEqual(["100% great"]);
  expect(await listed(musician_id, "?q=_")).toEqual(["Inés knows, snake_case\\"]);
  expect(await listed(musician_id, "?q=%5C")).toEqual(["Inés knows, snake_case\\"]);
  expect(await listed(musician_id, "?q=%20OLU%20&show=approved")).toEqual([]);
  expect(await listed(musician_id, "?q=%00")).toHaveLength(3);
  expect((await load(musician_id, "?q=olu")).matches).toBe(1);
});

test("a thousand comments come in pages, each once", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    tx
      .insertInto("fan_comments")
      .values(
        Array.from({ length: 1001 }, (_, number) => ({
          musician_id,
          author_name: "Fan",
          content: `Number ${number}`,
          created_at: minutesAgo(Math.floor(number / 7)),
        })),
      )
      .execute(),
  );
  const seen = new Set<string>();
  const { pages } = await load(musician_id);
  expect(pages).toBe(21);
  for (let page = 1; page <= pages; page++) {
    for (const content of await listed(musician_id, `?page=${page}`)) seen.add(content);
  }
  expect(seen.size).toBe(1001);
  expect((await load(musician_id, "?page=999")).page).toBe(21);
});

test.each(["?show=hidden", "?page=0", "?page=x", "?page=1.5"])("%s is no page", async (query) => {
  const { id } = await makeMusician(services.db);
  await expect(dashboard.loader(call(id, { query }))).rejects.toMatchObject({ status: 404 });
});

test("comments are approved, hidden and deleted, alone or together", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  const made = [];
  for (const is_approved of [true, false, false]) {
    made.push(await makeComment(services.db, { musician_id, is_approved }));
  }
  const ids = made.map(({ id }) => id);
  const [first = ""] = ids;
  const counts = async () => (await load(musician_id)).counts;
  const turn = (some: string, isOn: boolean) =>
    send(musician_id, { intent: "set-approved", ids: some, isOn: String(isOn) });
  expect(await turn(first, false)).toEqual({ count: 1 });
  expect(await counts()).toEqual({ total: 3, approved: 0, pending: 3 });
  expect(await turn(ids.join(), true)).toEqual({ count: 3 });
  expect(await counts()).toEqual({ total: 3, approved: 3, pending: 0 });
  expect(await send(musician_id, { intent: "delete-comments", id: first })).toEqual({ count: 1 });
  expect(await send(musician_id, { intent: "delete-comments", id: ids.join() })).toEqual({ count: 2 });
  expect(await counts()).toEqual({ total: 0, approved: 0, pending: 0 });
});

test("all that a search finds are approved or deleted, nobody else's, and not what came meanwhile", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  const { id: other } = await makeMusician(services.db);
  for (const musician of [musician_id, musician_id, other]) {
    await makeComment(services.db, { musician_id: musician, is_approved: false, content: "So loud" });
  }
  await makeComment(services.db, { musician_id, is_approved: false, content: "So quiet" });
  const approve = (ids: string) => send(musician_id, { intent: "set-approved", ids, isOn: "true" });
  const remove = (id: string) => send(musician_id, { intent: "delete-comments", id });
  const counts = async (id: string) => (await load(id)).counts;
  expect(await approve(allOf(1, { q: "loud", show: "pending" }))).toMatchObject({ init: { status: 409 } });
  expect(await counts(musician_id)).toMatchObject({ approved: 0 });
  expect(await approve(allOf(2, { q: "loud", show: "pending" }))).toEqual({ count: 2 });
  expect(await counts(musician_id)).toMatchObject({ approved: 2, pending: 1 });
  expect(await remove(allOf(1, { show: "approved" }))).toMatchObject({ init: { status: 409 } });
  expect(await remove(allOf(3, { show: "nothing" }))).toMatchObject({ init: { status: 404 } });
  expect(await remove(allOf(3, { q: "", show: "all" }))).toEqual({ count: 3 });
  expect(await counts(musician_id)).toMatchObject({ total: 0 });
  expect(await counts(other)).toMatchObject({ total: 1, approved: 0 });
});

test("a comment on another's profile is refused in the documented words, and stays", async () => {
  const { id: me } = await makeMusician(services.db);
  const theirs = await makeComment(services.db);
  const hidden = await makeComment(services.db, { is_approved: false });
  const gone = "00000000-0000-4000-8000-000000000000";
  const missing = "Comment not found or you do not have permission to delete it";
  expect(await send(me, { intent: "delete-comments", id: gone })).toMatchObject(refusal(missing));
  expect(await send(me, { intent: "delete-comments", id: hidden.id })).toMatchObject(refusal(missing));
  expect(await send(me, { intent: "delete-comments", id: theirs.id })).toMatchObject(
    refusal("You can only delete comments on your own profile"),
  );
  expect(await send(me, { intent: "set-approved", ids: hidden.id, isOn: "true" })).toMatchObject({
    init: { status: 404 },
  });
  expect((await load(theirs.musician_id)).counts.total).toBe(1);
  expect((await load(hidden.musician_id)).counts.pending).toBe(1);
  const tooMany = Array.from({ length: 101 }, () => gone).join();
  for (const id of ["", "x", tooMany]) {
    expect(await send(me, { intent: "delete-comments", id })).toMatchObject({ init: { status: 400 } });
  }
});

test("the settings are kept, and hold for the next comments", async () => {
  const { id } = await makeMusician(services.db);
  const post = (content: string) =>
    postComment(
      services,
      id,
      `10.6.${serial()}.1`,
      commentSchema.parse({ author_name: `Fan ${serial()}`, content }),
    );
  expect((await load(id)).settings).toEqual({ reviews_all: false, blocked_words: [] });
  const save = (fields: Record<string, string>) => send(id, { intent: "save-settings", ...fields });
  expect(await save({ blocked_words: "Rubbish" })).toEqual({
    stored: { reviews_all: "", blocked_words: "Rubbish" },
  });
  expect((await load(id)).settings).toEqual({ reviews_all: false, blocked_words: ["Rubbish"] });
  expect(await post("What rubbish.")).toBe("pending");
  expect(await post("What a night.")).toBe("posted");
  expect(await save({ blocked_words: "", reviews_all: "on" })).toEqual({
    stored: { reviews_all: "on", blocked_words: "" },
  });
  expect(await post("What a morning.")).toBe("pending");
  await makeCommentSettings(services.db, { reviews_all: true });
  expect((await load(id)).counts).toEqual({ total: 3, approved: 1, pending: 2 });
});

test("two hundred comments in a minute from one network are kept back from the 41st on, and others get through", async () => {
  const { id } = await makeMusician(services.db);
  const post = (number: number, from: string) =>
    postComment(
      services,
      id,
      from,
      commentSchema.parse({ author_name: `Fan ${number}`, content: `Row ${number}!` }),
    );
  const flood = [];
  for (let number = 1; number <= 200; number++) flood.push(await post(number, "10.7.1.1"));
  expect(flood).toEqual([...Array(40).fill("posted"), ...Array(160).fill("pending")]);
  expect(await post(201, "10.7.2.1")).toBe("posted");
  expect((await load(id)).counts).toEqual({ total: 201, approved: 41, pending: 160 });
});

test("a comment is answered, the answer changed and removed; beside it stands what the comment is about", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  const { id: track_id } = await makeTrack(services.db, {
    user_id: musician_id,
    title: "Rain",
    is_visible: false,
  });
  const { id } = await makeComment(services.db, { musician_id, track_id, track_seconds: 75 });
  const only = async () => (await load(musician_id)).comments[0];
  const answer = (text: string, version?: string) =>
    send(musician_id, { intent: "save-answer", id, answer: text, ...(version && { version }) });
  expect(await only()).toMatchObject({
    track_title: "Rain",
    track_seconds: 75,
    answer: null,
    answered_at: null,
  });
  const version = versionOf({ answer: "" });
  expect(await answer(" Thank you,\r\nInes ", version)).toEqual({ stored: { answer: "Thank you,\nInes" } });
  const first = await only();
  expect(first?.answer).toBe("Thank you,\nInes");
  // From another device, over the answer that it hasn't seen.
  expect(await answer("Thanks", version)).toMatchObject({
    data: { refused: { stored: { answer: "Thank you,\nInes" } } },
    init: { status: 409 },
  });
  await answer("Thanks", versionOf({ answer: "Thank you,\nInes" }));
  expect(await only()).toMatchObject({ answer: "Thanks", answered_at: first?.answered_at });
  for (const text of ["", " \u200b", "x".repeat(1001)]) {
    expect(await answer(text)).toMatchObject({ init: { status: 400 } });
  }
  expect(await send(musician_id, { intent: "remove-answer", id })).toEqual({ removed: true });
  expect(await only()).toMatchObject({ answer: null, answered_at: null });
});

test("only the artist of the page answers, and not while suspended", async () => {
  const theirs = await makeComment(services.db, { answer: "Hello", answered_at: new Date() });
  const { id: me } = await makeMusician(services.db);
  const gone = refusal("This comment does not exist any more.");
  const save = { intent: "save-answer", id: theirs.id, answer: "Mine" };
  const remove = { intent: "remove-answer", id: theirs.id };
  expect(await send(me, save)).toMatchObject(gone);
  expect(await send(me, remove)).toMatchObject(gone);
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", theirs.musician_id)
        .execute(),
    );
  for (const fields of [save, remove]) {
    expect(await send(theirs.musician_id, fields)).toMatchObject(
      refusal("You are not allowed to do this.", 403),
    );
  }
  expect((await load(theirs.musician_id)).comments).toMatchObject([{ answer: "Hello" }]);
});

test("a failed load leaves the screen standing", async () => {
  const { id } = await makeMusician(services.db);
  const away = () => Promise.reject(new AppError("unavailable", "away"));
  const actor = { ...services.db.asMusician(id), read: away };
  const lent = { db: { ...services.db, asMusician: () => actor } };
  expect((await dashboard.loader(call(id, { lent }))).shown).toBeNull();
});
