import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobData } from "#server/jobs/jobs.ts";
import { setPreferences } from "#server/preferences.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeBooking } from "../../../tests/factories/audience.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import { requestBooking, tellOfBooking } from "./commands.server.ts";
import * as dashboard from "./dashboard.tsx";
import type { BookingStatus } from "./owner-schema.ts";
import { bookingSchema } from "./schema.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices({ SMTP_URL: "smtp://127.0.0.1:9" });
});
afterAll(() => services[Symbol.asyncDispose]());

/** The screen's arguments, in the name of one musician. */
function call(
  userId: string,
  { query = "", fields }: { query?: string; fields?: Record<string, string> } = {},
  email = "",
) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, { userId, email, role: "musician", isAdmin: false, isOwner: false });
  const url = new URL(`http://localhost:3000/booking-requests${query}`);
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/booking-requests" as const };
}

async function load(userId: string, query?: string) {
  const { shown } = await dashboard.loader(call(userId, { query }));
  if (!shown) throw new Error("The requests could not be loaded.");
  return shown;
}
const send = (userId: string, fields: Record<string, string>, email?: string): Promise<unknown> =>
  dashboard.action(call(userId, { fields }, email));
const stored = (id: string) =>
  services.db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("booking_requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );

const gone = "00000000-0000-4000-8000-000000000000";

test("one's own requests are listed, the newest first, with four counts; one is open", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  const make = (requester_name: string, status: BookingStatus, is_read: boolean, minutes: number) =>
    makeBooking(services.db, {
      musician_id,
      requester_name,
      status,
      is_read,
      created_at: new Date(Date.now() - minutes * 60_000),
    });
  await make("Old", "accepted", true, 9);
  const { id } = await make("Waiting", "pending", false, 5);
  await make("New", "reviewed", true, 1);
  const theirs = await makeBooking(services.db);
  const { counts, requests, open } = await load(musician_id, `?request=${id}`);
  expect(counts).toEqual({ total: 3, pending: 1, unread: 1, accepted: 1 });
  expect(requests.map(({ requester_name }) => requester_name)).toEqual(["New", "Waiting", "Old"]);
  expect(open).toMatchObject({ id, requester_name: "Waiting", message: expect.any(String) });
  expect((await load(musician_id, `?request=${theirs.id}`)).open).toBeNull();
  expect((await load(musician_id)).open).toBeNull();
  await expect(dashboard.loader(call(musician_id, { query: "?request=x" }))).rejects.toMatchObject({
    status: 404,
  });
});

test("requests come in pages of fifty", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  for (let count = 0; count < 51; count++) await makeBooking(services.db, { musician_id });
  const first = await load(musician_id);
  expect([first.requests.length, first.pages]).toEqual([50, 2]);
  expect((await load(musician_id, "?page=2")).requests).toHaveLength(1);
  expect((await load(musician_id, "?page=9")).page).toBe(2);
});

const statuses: BookingStatus[] = ["pending", "reviewed", "accepted", "declined", "completed"];
const allowed = [
  "pending accepted",
  "pending declined",
  "pending reviewed",
  "accepted completed",
  "accepted pending",
  "declined pending",
];

test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
  "from %s to %s, only as it is meant to be",
  async (status, next) => {
    const { id, musician_id } = await makeBooking(services.db, { status });
    const answer = await send(musician_id, { intent: "set-status", id, status: next });
    if (allowed.includes(`${status} ${next}`)) {
      expect(answer).toEqual({ done: true, at: (await stored(id)).updated_at.toISOString() });
      expect(await stored(id)).toMatchObject({ status: next, is_read: true });
    } else {
      expect(answer).toMatchObject({ init: { status: 409 } });
      expect(await stored(id)).toMatchObject({ status, is_read: false });
    }
  },
);

test("a decision is undone once, soon after, and as long as nothing else was decided", async () => {
  const { id, musician_id } = await makeBooking(services.db);
  const set = async (status: BookingStatus) => {
    await send(musician_id, { intent: "set-status", id, status });
    return (await stored(id)).updated_at.toISOString();
  };
  const undo = (at: string, fields: Record<string, string> = {}, as = musician_id) =>
    send(as, { intent: "undo-status", id, status: "accepted", before: "pending", at, ...fields });
  const refused = { init: { status: 409 } };
  const at = await set("accepted");
  expect(await undo(at, { before: "declined" })).toMatchObject(refused);
  expect(await undo(at, {}, (await makeMusician(services.db)).id)).toMatchObject(refused);
  expect(await undo(at)).toEqual({ undone: "The booking request is pending again" });
  expect(await stored(id)).toMatchObject({ status: "pending", is_read: true });
  expect(await undo(at)).toMatchObject(refused);

  // Another tab has taken it back and accepted it anew.
  const first = await set("accepted");
  await set("pending");
  const second = await set("accepted");
  expect(await undo(first)).toMatchObject(refused);
  await services.db.asSystem().write((tx) =>
    tx
      .updateTable("booking_requests")
      .set({ updated_at: new Date(Date.parse(second) - 15_000) })
      .where("id", "=", id)
      .execute(),
  );
  expect(await undo(new Date(Date.parse(second) - 15_000).toISOString())).toMatchObject(refused);
  expect(await stored(id)).toMatchObject({ status: "accepted" });
});

test("opening marks as read and changes nothing else; deleting is for good", async () => {
  const { id, musician_id, updated_at } = await makeBooking(services.db);
  expect(await send(musician_id, { intent: "mark-read", id })).toEqual({ done: true });
  expect(await stored(id)).toMatchObject({ is_read: true, status: "pending", updated_at });
  expect(await send(musician_id, { intent: "delete-booking", id })).toEqual({ done: true });
  expect((await load(musician_id)).counts.total).toBe(0);
});

test("another's request, and one that is gone, answer 404 and stay as they are", async () => {
  const { id: me } = await makeMusician(services.db);
  const theirs = await makeBooking(services.db);
  for (const id of [theirs.id, gone]) {
    const changes: Record<string, string>[] = [
      { intent: "set-status", status: "accepted" },
      { intent: "mark-read" },
      { intent: "delete-booking" },
    ];
    for (const fields of changes) {
      expect(await send(me, { ...fields, id })).toMatchObject({ init: { status: 404 } });
    }
  }
  expect(await stored(theirs.id)).toMatchObject({ status: "pending", is_read: false });
});

interface QueuedMail {
  id?: string;
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
}

/** The mails that are queued to these addresses, once the jobs that make them have run. */
async function mailsTo(...addresses: string[]): Promise<QueuedMail[]> {
  const news = await services.db.asSystem().write((tx) =>
    sql<{ data: JobData<"bookings.tell"> }>`
        delete from pgboss.job where name = 'bookings.tell' returning data`.execute(tx),
  );
  for (const { data } of news.rows) await tellOfBooking(services, data);
  const { rows } = await services.db
    .asSystem()
    .read((tx) =>
      sql<{ data: QueuedMail }>`select data from pgboss.job where name = 'mail.send'`.execute(tx),
    );
  return rows.map(({ data }) => data).filter(({ to }) => addresses.includes(to));
}

const form = (requester_email: string, message = "Would you play?") =>
  bookingSchema.parse({
    requester_name: "Pat",
    requester_email,
    message,
    budget_range: "1000_2500",
    event_date: "2099-05-04",
  });
const newNetwork = () => `10.8.${serial()}.1`;

test("the mail writes the event's day in the musician's format, and in no time zone", async () => {
  const { id, email } = await makeMusician(services.db);
  const choice = { time_zone: "America/Los_Angeles", format: "en-GB" } as const;
  await services.db.asSystem().write((tx) => setPreferences(tx, id, choice));
  await requestBooking(services, id, newNetwork(), form(`pat-${serial()}@example.org`));
  const [news] = await mailsTo(email);
  expect(news?.text).toContain("Date: 4 May 2099");
});

test("a new request mails the musician and the requester, once each, and again only for another request", async () => {
  const { id, email, profile } = await makeMusician(services.db);
  const to = `pat-${serial()}@example.org`;
  await Promise.all(Array.from({ length: 5 }, () => requestBooking(services, id, newNetwork(), form(to))));
  const [firstMail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(firstMail).toMatchObject({
    id: expect.any(String),
    subject: "Booking request from Pat",
    replyTo: to,
    text: expect.stringContaining("Budget: 1000 2500\n\nWould you play?"),
  });
  expect(firstMail?.text).toContain("Date: May 4, 2099");
  expect(firstMail?.text).toContain("/booking-requests");
  const [receipt, ...others] = await mailsTo(to);
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({ subject: `Your booking request to ${profile.artist_name}` });
  expect(receipt?.text).not.toContain("Would you play?");
});

test("a refused request sends no mail", async () => {
  const { id, email } = await makeMusician(services.db, { show_booking_section: false });
  const to = `refused-${serial()}@example.org`;
  await expect(requestBooking(services, id, newNetwork(), form(to))).rejects.toMatchObject({
    kind: "conflict",
  });
  expect(await mailsTo(email, to)).toEqual([]);
});

test("no mailbox is filled: three receipts a day, however many requests", async () => {
  const to = `victim-${serial()}@example.org`;
  for (let number = 1; number <= 5; number++) {
    const { id, email } = await makeMusician(services.db);
    await requestBooking(services, id, newNetwork(), form(to, `Number ${number}`));
    expect(await mailsTo(email)).toHaveLength(1);
  }
  expect(await mailsTo(to)).toHaveLength(3);
});

test("where no mail is set up, none is written", async () => {
  const { id, email } = await makeMusician(services.db);
  const without = { ...services, config: { ...services.config, smtpUrl: undefined } };
  await requestBooking(without, id, newNetwork(), form("somebody@example.org"));
  expect(await mailsTo(email, "somebody@example.org")).toEqual([]);
  expect((await load(id)).counts.total).toBe(1);
});

test("the requester gets the decision once, in the musician's words, where mail is set up", async () => {
  const { id: me, email } = await makeMusician(services.db);
  const { id } = await makeBooking(services.db, { musician_id: me, status: "accepted" });
  const mailDecision = (changes: Record<string, string> = {}) =>
    send(me, { intent: "tell-requester", id, status: "accepted", text: "Gladly!", ...changes }, email);
  const answers = async () => {
    const { rows } = await services.db
      .asSystem()
      .read((tx) =>
        sql`select from pgboss.job where name = 'bookings.answer' and data->>'bookingId' = ${id}`.execute(tx),
      );
    return rows.length;
  };
  expect(await mailDecision({ status: "declined" })).toMatchObject({ init: { status: 409 } });
  expect(await mailDecision({ text: " " })).toMatchObject({ init: { status: 400 } });
  expect((await load(me, `?request=${id}`)).open).toMatchObject({ told_status: null, told_at: null });

  expect(await mailDecision()).toEqual({ done: true });
  expect(await mailDecision()).toMatchObject({
    data: { refused: { errors: { form: "They have been told already that it is accepted." } } },
  });
  expect(await answers()).toBe(1);
  expect((await load(me, `?request=${id}`)).open).toMatchObject({ told_status: "accepted" });

  // A decision that is changed may be mailed again.
  for (const status of ["pending", "declined"]) await send(me, { intent: "set-status", id, status });
  expect(await mailDecision({ status: "declined", text: "Sorry." })).toEqual({ done: true });
  expect(await answers()).toBe(2);

  const stranger = await makeMusician(services.db);
  expect(
    await send(stranger.id, { intent: "tell-requester", id, status: "declined", text: "x" }),
  ).toMatchObject({
    init: { status: 404 },
  });
});
