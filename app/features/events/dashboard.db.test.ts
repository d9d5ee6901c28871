import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { today } from "~/shared/today";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeEvent } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import * as dashboard from "./dashboard.tsx";
import { dayAfter } from "./span.ts";

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
  const url = new URL(`http://localhost:3000/events${query}`);
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/events" as const };
}

const load = async (userId: string, query?: string) =>
  (await dashboard.loader(call(userId, { query }))).shown;
const listed = async (userId: string, query?: string) =>
  (await load(userId, query))?.list?.events.map(({ title }) => title);
const send = (userId: string, fields: Record<string, string>): Promise<unknown> =>
  dashboard.action(call(userId, { fields }));
const stored = (userId: string) =>
  services.db
    .asSystem()
    .read((tx) => tx.selectFrom("events").selectAll().where("user_id", "=", userId).execute());

const soon = dayAfter(today(), 30);
const long = dayAfter(today(), -30);
const night = {
  intent: "save-event",
  title: "Night",
  event_type: "concert",
  event_date: soon,
  is_published: "on",
};

test("an event is added with its filled-in fields and nulls for the rest, and then changed", async () => {
  const { id } = await makeMusician(services.db);
  expect(await send(id, night)).toEqual({ done: true });
  const [added] = await stored(id);
  expect(added).toMatchObject({
    title: "Night",
    event_type: "concert",
    event_date: soon,
    event_time: null,
    end_time: null,
    end_date: null,
    time_zone: null,
    description: null,
    location: null,
    venue_name: null,
    ticket_url: null,
    is_featured: false,
    is_published: true,
    cancelled_at: null,
  });
  const change = { ...night, id: added?.id ?? "", title: "Late", event_time: "20:00", time_zone: "UTC" };
  expect(await send(id, change)).toEqual({ done: true });
  expect(await stored(id)).toMatchObject([
    { id: added?.id, title: "Late", event_time: "20:00:00", sequence: 1 },
  ]);
  expect((await load(id))?.timeZone).toBe("UTC");
});

test("a date before today is refused, unless the event has it already", async () => {
  const { id: user_id } = await makeMusician(services.db);
  const past = { data: { refused: { errors: { event_date: "The event date cannot be in the past" } } } };
  expect(await send(user_id, { ...night, event_date: long })).toMatchObject({
    ...past,
    init: { status: 400 },
  });
  const { id } = await makeEvent(services.db, { user_id, event_date: long });
  const edit = { ...night, id, title: "As it was", event_date: long };
  expect(await send(user_id, edit)).toEqual({ done: true });
  expect(await send(user_id, { ...edit, event_date: dayAfter(long) })).toMatchObject(past);
  expect(await send(user_id, { ...edit, event_date: soon })).toEqual({ done: true });
  expect(await stored(user_id)).toMatchObject([{ title: "As it was", event_date: soon }]);
});

test("published, featured and cancelled are switched, each by itself, and taken back", async () => {
  const { id: user_id } = await makeMusician(services.db);
  const { id } = await makeEvent(services.db, { user_id });
  const flags = async () => {
    const [event] = await stored(user_id);
    return [event?.is_published, event?.is_featured, event?.cancelled_at !== null];
  };
  const turn = (intent: string, isOn: boolean) => send(user_id, { intent, id, isOn: String(isOn) });
  expect(await flags()).toEqual([true, false, false]);
  await turn("set-published", false);
  await turn("set-featured", true);
  await turn("set-cancelled", true);
  expect(await flags()).toEqual([false, true, true]);
  await turn("set-published", true);
  await turn("set-featured", false);
  await turn("set-cancelled", false);
  expect(await flags()).toEqual([true, false, false]);
  expect(await send(user_id, { intent: "delete-event", id })).toEqual({ done: true, deleted: id });
  expect(await stored(user_id)).toEqual([]);
});

test("another's event, and one that is gone, answer 404 and stay as they are", async () => {
  const [me, them] = [await makeMusician(services.db), await makeMusician(services.db)];
  const event = await makeEvent(services.db, { user_id: them.id });
  const gone = "00000000-0000-4000-8000-000000000000";
  for (const id of [event.id, gone]) {
    const attempts: Record<string, string>[] = [
      { ...night, id },
      { intent: "set-published", id, isOn: "false" },
      { intent: "set-featured", id, isOn: "true" },
      { intent: "set-cancelled", id, isOn: "true" },
      { intent: "delete-event", id },
    ];
    for (const fields of attempts) {
      expect(await send(me.id, fields), fields.intent).toMatchObject({ init: { status: 404 } });
    }
  }
  // Among one's own it is passed over.
  const mine = await makeEvent(services.db, { user_id: me.id });
  const id = `${event.id} ${mine.id}`;
  expect(await send(me.id, { intent: "set-published", id, isOn: "false" })).toEqual({ done: true });
  expect(await stored(me.id)).toMatchObject([{ is_published: false }]);
  expect(await send(me.id, { intent: "delete-event", id })).toEqual({ done: true, deleted: mine.id });
  expect(await stored(me.id)).toEqual([]);
  expect(await stored(them.id)).toEqual([event]);
});

test("all that a list finds on its many pages are published or deleted at once, unless it has changed meanwhile", async () => {
  const [me, them] = [await makeMusician(services.db), await makeMusician(services.db)];
  const make = (user_id: string, days: number, part: string, isPublished: boolean) =>
    services.db.asSystem().write((tx) =>
      sql`
        insert into events (user_id, title, event_date, is_published)
        select ${user_id}, ${part} || n, ${dayAfter(today(), days)}, ${isPublished}
        from generate_series(1, 60) n`.execute(tx),
    );
  await make(me.id, 9, "Night ", false);
  await make(me.id, 9, "Matinee ", true);
  await make(me.id, -9, "Night ", false);
  await make(them.id, 9, "Night ", false);
  const drafts = new URLSearchParams({
    all: "60",
    show: "upcoming",
    search: "",
    filter: "drafts",
  }).toString();
  const publish = { intent: "set-published", id: drafts, isOn: "true" };
  expect(await send(me.id, { ...publish, id: drafts.replace("60", "59") })).toMatchObject({
    init: { status: 409 },
  });
  expect(await send(me.id, publish)).toEqual({ done: true });
  const published = async (userId: string) =>
    (await stored(userId)).filter(({ is_published }) => is_published).length;
  expect([await published(me.id), await published(them.id)]).toEqual([120, 0]);

  const nights = drafts.replace("drafts", "all").replace("search=", "search=night");
  const answer = await send(me.id, { intent: "delete-event", id: nights });
  expect(answer).toEqual({ done: true, deleted: expect.stringMatching(/^(\S{36} ){59}\S{36}$/) });
  expect((await load(me.id))?.list?.counts).toEqual({ upcoming: 60, past: 60 });
  expect(await stored(them.id)).toHaveLength(60);
});

test("upcoming and past events are by their date, a festival upcoming to its last day, and mine alone", async () => {
  const { id: user_id } = await makeMusician(services.db);
  await makeEvent(services.db);
  const make = (title: string, days: number, more = {}) =>
    makeEvent(services.db, { user_id, title, event_date: dayAfter(today(), days), ...more });
  await make("Later", 9);
  await make("Sooner, without a time", 5);
  await make("Sooner", 5, { event_time: "20:00" });
  await make("Festival", -3, { end_date: today() });
  await make("Today", 0, { is_published: false });
  await make("Yesterday", -1, { cancelled_at: new Date() });
  await make("Long ago", -500);
  expect(await listed(user_id)).toEqual(["Festival", "Today", "Sooner", "Sooner, without a time", "Later"]);
  expect(await listed(user_id, "?show=past")).toEqual(["Long ago", "Yesterday"]);
  expect((await load(user_id))?.list?.counts).toEqual({ upcoming: 5, past: 2 });
});

test("the thousandth event is a few pages away, or in its month", async () => {
  const { id: user_id } = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    sql`
      insert into events (user_id, title, event_date)
      select ${user_id}, 'Night ' || n, ${today()}::date - n from generate_series(1, 1000) n`.execute(tx),
  );
  const first = await load(user_id, "?show=past");
  expect([first?.list?.pages, first?.list?.events.length]).toEqual([20, 50]);
  // Nearest to today, and still by date.
  expect(first?.list?.events.map(({ title }) => title).at(-1)).toBe("Night 1");
  expect((await listed(user_id, "?show=past&page=20"))?.at(0)).toBe("Night 1000");
  const month = dayAfter(today(), -1000).slice(0, 7);
  const shown = await load(user_id, `?show=calendar&month=${month}`);
  expect(shown?.calendar?.events.map(({ title }) => title)).toContain("Night 1000");
  expect(shown?.calendar?.earlier).toBeNull();
  expect((shown?.calendar?.later ?? "") > month).toBe(true);
});

test("a page or month that there can't be is not found", async () => {
  const { id } = await makeMusician(services.db);
  for (const query of ["?show=all", "?page=0", "?page=x", "?show=calendar&month=2026-13"]) {
    await expect(load(id, query), query).rejects.toMatchObject({ kind: "not-found" });
  }
});

test("when the events can't be loaded, the screen is still there", async () => {
  const { id } = await makeMusician(services.db);
  const broken = () => Promise.reject(new Error("The table is gone."));
  const db: Services["db"] = {
    ...services.db,
    asMusician: (userId) => ({ ...services.db.asMusician(userId), read: broken }),
  };
  expect(await dashboard.loader(call(id, { lent: { db } }))).toMatchObject({ shown: null });
});
