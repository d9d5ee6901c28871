import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeEvent } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { findArtistPage } from "./artist.server";
import { findEventCalendar, findEventsCalendar, findEventsMonth, findEventsPage } from "./events.server";

let db: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const titles = (events: { title: string }[] | null | undefined) => events?.map(({ title }) => title);
const calendarOf = (slug: string) => findEventsCalendar(db.asVisitor(), slug);

test("a festival is announced until its last day is over, wherever it began", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "festival" });
  const festival = { event_date: inDays(-2), end_date: inDays(1), time_zone: "Europe/Stockholm" };
  await makeEvent(db, { user_id, title: "Festival", ...festival });
  await makeEvent(db, { user_id, title: "Over", event_date: inDays(-5), end_date: inDays(-3) });
  await makeEvent(db, { user_id, title: "A year", event_date: inDays(-360), end_date: inDays(5) });
  await makeEvent(db, { user_id, title: "Off", event_date: inDays(3), cancelled_at: new Date() });
  const page = await findArtistPage(db.asVisitor(), "festival");
  expect(titles(page?.events)).toEqual(["A year", "Festival", "Off"]);
  expect(page?.events?.[1]).toMatchObject({
    endDate: festival.end_date,
    endTime: null,
    timeZone: "Europe/Stockholm",
    isCancelled: false,
  });
  expect(page?.events?.[2]).toMatchObject({ isCancelled: true });
  const all = await findEventsPage(db.asVisitor(), "festival");
  expect([titles(all?.upcoming), titles(all?.past)]).toEqual([["A year", "Festival", "Off"], ["Over"]]);
});

test("past events can be reached when there is nothing to come; drafts don't count", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "veteran" });
  const hasEvents = async () => (await findArtistPage(db.asVisitor(), "veteran"))?.hasEvents;
  await makeEvent(db, { user_id, is_published: false });
  expect(await hasEvents()).toBe(false);
  await makeEvent(db, { user_id, event_date: "2020-01-01" });
  expect(await hasEvents()).toBe(true);
});

test("beyond a hundred in each direction, months lead on", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "tireless" });
  await db.asSystem().write((tx) =>
    sql`
      insert into events (user_id, title, event_date)
      select ${user_id}, 'Night ' || n, current_date + n from generate_series(-500, 500) n where n <> 0`.execute(
      tx,
    ),
  );
  const page = await findEventsPage(db.asVisitor(), "tireless");
  expect([page?.upcoming.length, page?.hasLater, page?.past.length, page?.hasEarlier]).toEqual([
    100,
    true,
    100,
    true,
  ]);
  const month = page?.past.at(-1)?.date.slice(0, 7) ?? "";
  const shown = await findEventsMonth(db.asVisitor(), "tireless", month);
  expect(shown?.events.length).toBeGreaterThanOrEqual(28);
  expect(new Set(shown?.events.map(({ date }) => date.slice(0, 7)))).toEqual(new Set([month]));
  expect((shown?.earlier ?? "") < month && (shown?.later ?? "") > month).toBe(true);
});

test("a month has what is on in it, and knows its neighbours", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "months" });
  await makeEvent(db, { user_id, title: "Leap", event_date: "2024-02-29" });
  await makeEvent(db, {
    user_id,
    title: "Into March",
    event_date: "2024-02-28",
    end_date: "2024-03-02",
  });
  await makeEvent(db, { user_id, title: "May", event_date: "2024-05-31" });
  await makeEvent(db, { user_id, title: "Draft", event_date: "2024-03-03", is_published: false });
  const month = (name: string) => findEventsMonth(db.asVisitor(), "months", name);
  expect(titles((await month("2024-02"))?.events)).toEqual(["Into March", "Leap"]);
  const march = await month("2024-03");
  expect([titles(march?.events), march?.earlier, march?.later]).toEqual([
    ["Into March"],
    "2024-02",
    "2024-05",
  ]);
  expect(await month("2024-06")).toMatchObject({ events: [], earlier: "2024-05", later: null });
});

describe("calendars", () => {
  test("have what is published, and its sequence counts what changes", async () => {
    const { id: user_id } = await makeMusician(db, { custom_url: "subscribed" });
    const { id } = await makeEvent(db, { user_id, title: "Night" });
    await makeEvent(db, { user_id, title: "Draft", is_published: false });
    const sequence = async () => (await calendarOf("subscribed"))?.events[0]?.sequence;
    const change = (values: { title?: string; is_featured?: boolean; cancelled_at?: Date | null }) =>
      db.asMusician(user_id).write((tx) =>
        tx
          .updateTable("events")
          .set({ ...values, updated_at: new Date() })
          .where("id", "=", id)
          .execute(),
      );
    expect(titles((await calendarOf("subscribed"))?.events)).toEqual(["Night"]);
    expect(await sequence()).toBe(0);
    await change({ title: "Late night" });
    expect(await sequence()).toBe(1);
    // Neither shows in a calendar.
    await change({ is_featured: true });
    await change({ title: "Late night" });
    expect(await sequence()).toBe(1);
    await change({ cancelled_at: new Date() });
    await change({ cancelled_at: null });
    expect(await sequence()).toBe(3);
  });

  test("take back what is deleted or a draft again, until it is announced anew", async () => {
    const { id: user_id } = await makeMusician(db, { custom_url: "changeable" });
    const [deleted, hidden, over, draft] = [
      await makeEvent(db, { user_id, event_time: "20:00", time_zone: "UTC" }),
      await makeEvent(db, { user_id }),
      await makeEvent(db, { user_id, event_date: inDays(-10) }),
      await makeEvent(db, { user_id, is_published: false }),
    ];
    const withdrawn = async () => (await calendarOf("changeable"))?.withdrawn;
    await db.asMusician(user_id).write(async (tx) => {
      for (const { id } of [deleted, over, draft]) {
        await tx.deleteFrom("events").where("id", "=", id).execute();
      }
    });
    expect(await withdrawn()).toEqual([
      {
        id: deleted.id,
        sequence: 1,
        date: deleted.event_date,
        time: "20:00:00",
        endDate: null,
        endTime: null,
        timeZone: "UTC",
        withdrawnAt: expect.any(Date),
      },
    ]);
    const publish = (is_published: boolean) =>
      db
        .asMusician(user_id)
        .write((tx) => tx.updateTable("events").set({ is_published }).where("id", "=", hidden.id).execute());
    await publish(false);
    expect((await calendarOf("changeable"))?.events).toEqual([]);
    expect(await withdrawn()).toMatchObject([{ id: hidden.id, sequence: 1 }, { id: deleted.id }]);
    await publish(true);
    const after = await calendarOf("changeable");
    expect(after?.events).toMatchObject([{ id: hidden.id, sequence: 2 }]);
    expect(after?.withdrawn).toMatchObject([{ id: deleted.id }]);
    // After a month it is forgotten.
    await db
      .asSystem()
      .write((tx) => sql`update withdrawn_events set withdrawn_at = now() - interval '31 days'`.execute(tx));
    expect(await withdrawn()).toEqual([]);
  });

  test("of one event, when it is announced by this artist", async () => {
    const { id: user_id } = await makeMusician(db, { custom_url: "one" });
    await makeMusician(db, { custom_url: "another" });
    const { id } = await makeEvent(db, { user_id, title: "Night" });
    const draft = await makeEvent(db, { user_id, is_published: false });
    const find = (slug: string, eventId: string) => findEventCalendar(db.asVisitor(), slug, eventId);
    expect(titles((await find("one", id))?.events)).toEqual(["Night"]);
    expect(await find("one", draft.id)).toBeNull();
    expect(await find("another", id)).toBeNull();
    expect(await find("nobody", id)).toBeNull();
  });

  test("go with the section, and an account takes all of its events along", async () => {
    const { id: user_id } = await makeMusician(db, { custom_url: "hidden", show_events_section: false });
    const { id } = await makeEvent(db, { user_id });
    expect(await calendarOf("hidden")).toBeNull();
    expect(await findEventCalendar(db.asVisitor(), "hidden", id)).toBeNull();
    await db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", user_id).execute());
    const left = await db
      .asSystem()
      .read((tx) => tx.selectFrom("withdrawn_events").select("id").where("id", "=", id).execute());
    expect(left).toEqual([]);
  });
});
