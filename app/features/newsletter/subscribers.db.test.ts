import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mail, MailError } from "#server/mail/mail.ts";
import { setPreferences } from "#server/preferences.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeSubscriber } from "../../../tests/factories/audience.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { allOf, chosenField } from "../../shared/chosen.ts";
import { viewerContext } from "../../viewer.server.ts";
import { noteBounce } from "./bounces.server.ts";
import {
  artistToConfirm,
  confirmSubscription,
  importSubscribers,
  subscribe,
  unsubscribe,
} from "./commands.server.ts";
import { askToConfirm, catchUpConfirmations } from "./confirm.server.ts";
import * as dashboard from "./dashboard.tsx";
import { subscribersCsv } from "./queries.server.ts";
import { subscriptionSchema } from "./schema.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;
const mails: Mail[] = [];
const mailer = { send: async (mail: Mail) => void mails.push(mail) };

beforeAll(async () => {
  services = await freshServices({ SMTP_URL: "smtp://mail.example" });
});
beforeEach(() => {
  mails.length = 0;
});
afterAll(() => services[Symbol.asyncDispose]());

function call(userId: string, query = "", body?: FormData) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL(`http://localhost:3000/newsletter${query}`);
  const request = new Request(url, body && { method: "POST", body });
  return { request, context, url, params: {}, pattern: "/newsletter" as const };
}

const load = async (userId: string, query?: string) => (await dashboard.loader(call(userId, query))).list;

function send(userId: string, fields: Record<string, string | File>): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return dashboard.action(call(userId, "", form));
}

const csv = (text: string) => new File([text], "list.csv", { type: "text/csv" });
const stored = (musicianId: string) =>
  services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("newsletter_subscribers")
        .selectAll()
        .where("musician_id", "=", musicianId)
        .orderBy("subscriber_email")
        .execute(),
    );
const jobsFor = async (musicianId: string) => {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ email: string }>`
        select data ->> 'email' as email from pgboss.job
        where name = 'newsletter.confirm' and data ->> 'musicianId' = ${musicianId}`.execute(tx),
  );
  return rows.map(({ email }) => email);
};
const subscribed = (musicianId: string, subscriber_email: string) =>
  subscribe(services, musicianId, `10.3.${serial()}.1`, subscriptionSchema.parse({ subscriber_email }));
const requestConfirmation = (musicianId: string, email: string) =>
  askToConfirm({ ...services, mailer }, { musicianId, email });
const tokenIn = (mail: Mail | undefined) => /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
const keyIn = (mail: Mail | undefined) => /key=([0-9a-f-]{36})/.exec(mail?.unsubscribeUrl ?? "")?.[1] ?? "";

test("50,000 subscribers are listed, searched and counted page by page, and the file holds each once", async () => {
  const { id } = await makeMusician(services.db);
  await services.db.asSystem().write(async (tx) => {
    // A statement with all of them takes most of the time that one may have.
    for (let from = 1; from < 50_000; from += 5_000) {
      await sql`
        insert into newsletter_subscribers (musician_id, subscriber_email, subscriber_name, source, confirmed_at)
        select ${id}::uuid, 'fan' || n || '@example.org', 'Fan ' || n, 'import', case when n % 2 = 0 then now() end
        from generate_series(${from}::int, ${from}::int + 4999) n`.execute(tx);
    }
  });
  const first = await load(id);
  expect(first).toMatchObject({ total: 50_000, pages: 1000, counts: { all: 50_000, confirmed: 25_000 } });
  expect(first?.subscribers).toHaveLength(50);
  const last = await load(id, "?page=1000");
  expect(last?.subscribers).toHaveLength(50);
  // The last page may have become empty by now.
  expect(await load(id, "?page=1001")).toEqual(last);
  expect((await load(id, "?search=FAN4999%40"))?.subscribers.map((one) => one.subscriber_email)).toEqual([
    "fan4999@example.org",
  ]);
  expect((await load(id, "?search=fan_4"))?.total).toBe(0);
  expect((await load(id, "?search=%00"))?.total).toBe(50_000);
  expect((await load(id, "?show=waiting"))?.total).toBe(25_000);

  let pieces = 0;
  let largest = 0;
  let text = "";
  for await (const piece of subscribersCsv(services.db.asMusician(id), id)) {
    pieces++;
    largest = Math.max(largest, piece.length);
    text += piece;
  }
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(new Set(rows.map((row) => row.email)).size).toBe(50_000);
  expect(rows).toHaveLength(50_000);
  expect(pieces).toBe(11);
  expect(largest).toBeLessThan(1_000_000);
});

test("a musician can't see, find, download or delete another's subscribers", async () => {
  const [mine, theirs] = [await makeMusician(services.db), await makeMusician(services.db)];
  const row = await makeSubscriber(services.db, { musician_id: theirs.id });
  expect(await load(mine.id)).toMatchObject({ total: 0, subscribers: [] });
  expect(await send(mine.id, { intent: "delete-subscriber", id: row.id })).toMatchObject({
    init: { status: 404 },
  });
  let text = "";
  for await (const piece of subscribersCsv(services.db.asMusician(mine.id), theirs.id)) text += piece;
  expect(text).not.toContain("@");
  expect(await stored(theirs.id)).toHaveLength(1);
});

test("all that a search finds are downloaded and deleted, nobody else's, and not what came meanwhile", async () => {
  const [mine, theirs] = [await makeMusician(services.db), await makeMusician(services.db)];
  for (const musician_id of [mine.id, theirs.id]) {
    for (const subscriber_email of ["a@north.example", "b@north.example", "c@south.example"]) {
      await makeSubscriber(services.db, { musician_id, subscriber_email });
    }
  }
  const remove = (id: string) => send(mine.id, { intent: "delete-subscriber", id });
  const addresses = async (id: string) => (await stored(id)).map((row) => row.subscriber_email);
  const chosen = chosenField.parse(allOf(2, { search: "north", show: "all" }));
  let text = "";
  for await (const piece of subscribersCsv(services.db.asMusician(mine.id), mine.id, chosen)) text += piece;
  expect(text.match(/\w@\w+/g)?.sort()).toEqual(["a@north", "b@north"]);

  expect(await remove(allOf(1, { search: "north", show: "all" }))).toMatchObject({ init: { status: 409 } });
  expect(await remove(allOf(3, { show: "nobody" }))).toMatchObject({ init: { status: 404 } });
  expect(await remove("all=3")).toEqual({ deleted: true });
  expect(await addresses(mine.id)).toEqual([]);
  expect(await addresses(theirs.id)).toHaveLength(3);
});

test("a subscriber is deleted", async () => {
  const { id } = await makeMusician(services.db);
  const row = await makeSubscriber(services.db, { musician_id: id });
  expect(await send(id, { intent: "delete-subscriber", id: row.id })).toEqual({ deleted: true });
  expect(await stored(id)).toEqual([]);
});

test("a file adds each address once, with the note, unconfirmed, and each is asked", async () => {
  const { id } = await makeMusician(services.db);
  await makeSubscriber(services.db, { musician_id: id, subscriber_email: "known@example.org" });
  const file = csv(
    "Name;E-Mail\r\nAna;ana@example.org\r\nAna again;ANA@example.org\r\nX;not an address\r\nK;known@example.org",
  );
  expect(await send(id, { intent: "import-subscribers", file, consent_note: "At the door" })).toEqual({
    imported: { added: 1, known: 1, keptOut: 0, unreadable: 1 },
  });
  expect(await stored(id)).toMatchObject([
    {
      subscriber_email: "ana@example.org",
      subscriber_name: "Ana again",
      source: "import",
      consent_note: "At the door",
      confirmed_at: null,
    },
    { subscriber_email: "known@example.org", source: null },
  ]);
  expect(await jobsFor(id)).toEqual(["ana@example.org"]);
});

test("names keep their letters, whatever the spreadsheet wrote them in", async () => {
  const { id } = await makeMusician(services.db);
  const latin1 = Buffer.from("E-Mail;Name\r\nzoe@example.org;Zoë Müller", "latin1");
  const file = new File([new Uint8Array(latin1)], "liste.csv");
  expect(await send(id, { intent: "import-subscribers", file, consent_note: "Yes" })).toMatchObject({
    imported: { added: 1 },
  });
  expect(await stored(id)).toMatchObject([{ subscriber_name: "Zoë Müller" }]);
});

test("a file without a note, without addresses or with too many is refused, and nothing is added", async () => {
  const { id } = await makeMusician(services.db);
  const refusals = [
    { file: csv("a@example.org"), consent_note: " " },
    { file: csv("name\nAna"), consent_note: "Yes" },
    {
      file: csv(Array.from({ length: 5_001 }, (_, n) => `a${n}@example.org`).join("\n")),
      consent_note: "Yes",
    },
  ];
  for (const fields of refusals) {
    expect(await send(id, { intent: "import-subscribers", ...fields })).toMatchObject({
      init: { status: 400 },
    });
  }
  expect(await stored(id)).toEqual([]);
});

test("every subscription leaves the same job, whether the address is known or not", async () => {
  const { id } = await makeMusician(services.db);
  await subscribed(id, "ines@example.org");
  await subscribed(id, "ines@example.org");
  expect(await jobsFor(id)).toEqual(["ines@example.org", "ines@example.org"]);
});

test("the link of the mail confirms once it is posted; looking at it does not, and it may be pressed twice", async () => {
  const { id } = await makeMusician(services.db, { artist_name: "Luna & Co" });
  const email = `ines-${serial()}@example.org`;
  await subscribed(id, email);
  await requestConfirmation(id, email);
  await requestConfirmation(id, email);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail).toMatchObject({ to: email, subject: "Confirm your subscription to Luna & Co" });
  expect(mail?.unsubscribeUrl).toMatch(/\/unsubscribe\?key=/);
  const token = tokenIn(mail);
  expect(await artistToConfirm(services, token)).toBe("Luna & Co");
  const [waiting] = await stored(id);
  expect(waiting).toMatchObject({ confirmed_at: null });
  expect(JSON.stringify(waiting)).not.toContain(token);
  expect(await confirmSubscription(services, token)).toBe(true);
  expect(await confirmSubscription(services, token)).toBe(true);
  expect(await confirmSubscription(services, `${token.slice(1)}A`)).toBe(false);
  expect(await stored(id)).toMatchObject([{ confirmed_at: expect.any(Date) }]);
});

test("a link is good as soon as its mail arrives, also where an earlier one has run out, and for 30 days", async () => {
  const { id } = await makeMusician(services.db, { artist_name: "Luna" });
  const email = `quick-${serial()}@example.org`;
  await subscribed(id, email);
  const sent = (days: number) =>
    services.db.asSystem().write((tx) =>
      tx
        .updateTable("newsletter_subscribers")
        .set({ confirm_sent_at: new Date(Date.now() - days * 24 * 3600 * 1000) })
        .where("subscriber_email", "=", email)
        .execute(),
    );
  const seen: (string | null)[] = [];
  // It is read before the mail server has said that it was taken.
  const read = { send: async (mail: Mail) => void seen.push(await artistToConfirm(services, tokenIn(mail))) };
  for (let mail = 0; mail < 3; mail += 1) {
    await askToConfirm({ ...services, mailer: read }, { musicianId: id, email });
    await sent([29, 31][mail] ?? 0);
  }
  expect(seen).toEqual(["Luna", "Luna", "Luna"]);
  await sent(1);
  await requestConfirmation(id, email);
  const token = tokenIn(mails[0]);
  await sent(31);
  expect(await artistToConfirm(services, token)).toBeNull();
  expect(await confirmSubscription(services, token)).toBe(false);
});

test("an unsubscribed address stays off the list whatever file comes, until it subscribes and confirms again", async () => {
  const { id } = await makeMusician(services.db);
  const email = `olu-${serial()}@example.org`;
  await subscribed(id, email);
  await requestConfirmation(id, email);
  const token = tokenIn(mails[0]);
  await confirmSubscription(services, token);
  await unsubscribe(services, keyIn(mails[0]));
  await unsubscribe(services, "nonsense");
  expect(await load(id)).toMatchObject({ counts: { confirmed: 0, unsubscribed: 1 } });
  expect(await confirmSubscription(services, token)).toBe(false);
  await importSubscribers(services, id, { file: csv(email), consent_note: "Again" });
  expect(await load(id)).toMatchObject({ counts: { unsubscribed: 1, all: 1 } });
  await subscribed(id, email);
  await requestConfirmation(id, email);
  expect(await load(id)).toMatchObject({ counts: { unsubscribed: 1 } });
  expect(await confirmSubscription(services, tokenIn(mails[1]))).toBe(true);
  expect(await load(id)).toMatchObject({ counts: { confirmed: 1, unsubscribed: 0 } });
});

test("an address that its server refuses for good is marked, and not tried again; any other failure is", async () => {
  const { id } = await makeMusician(services.db);
  const failing = (isRefused: boolean) => ({
    send: () => Promise.reject(new MailError(isRefused ? "refused" : "later", "no")),
  });
  const email = `gone-${serial()}@example.org`;
  await subscribed(id, email);
  const requestConfirmation = (isRefused: boolean) =>
    askToConfirm({ ...services, mailer: failing(isRefused) }, { musicianId: id, email });
  await expect(requestConfirmation(false)).rejects.toThrow("no");
  expect(await stored(id)).toMatchObject([{ bounced_at: null, confirm_sent_at: null }]);
  await requestConfirmation(true);
  expect(await load(id)).toMatchObject({ counts: { bounced: 1, waiting: 0 } });
  expect(await stored(id)).toMatchObject([{ confirm_sent_at: null }]);
});

test("an address whose full mailbox refuses the confirmation counts as asked, and isn't given up", async () => {
  const { id } = await makeMusician(services.db);
  const email = `full-${serial()}@example.org`;
  await subscribed(id, email);
  const mailer = { send: () => Promise.reject(new MailError("refused", "no", "5.2.2")) };
  await askToConfirm({ ...services, mailer }, { musicianId: id, email });
  expect(await load(id)).toMatchObject({
    counts: { bounced: 0, waiting: 1 },
    subscribers: [{ soft_bounces: 1, bounce_status: "5.2.2" }],
  });
  expect(await stored(id)).toMatchObject([{ bounced_at: null, confirm_sent_at: expect.any(Date) }]);
});

/** A letter came back, so many minutes from now. */
const bounce = (subscriberId: string, status: string, isPermanent: boolean, minutes: number) =>
  noteBounce(services, {
    ...{ subscriberId, earlier: [], status, isPermanent },
    at: new Date(Date.now() + minutes * 60_000).toISOString(),
  });

test("an address whose letters come back for good gets no more, until its artist lets it be tried again", async () => {
  const { id } = await makeMusician(services.db);
  const subscriber = await makeSubscriber(services.db, { musician_id: id, confirmed_at: new Date() });
  await bounce(subscriber.id, "5.1.1", true, -10);
  expect(await load(id, "?show=bounced")).toMatchObject({
    counts: { bounced: 1, confirmed: 0 },
    subscribers: [{ id: subscriber.id, bounce_status: "5.1.1" }],
  });
  const stranger = await makeMusician(services.db);
  await send(stranger.id, { intent: "try-again", id: subscriber.id });
  expect(await load(id)).toMatchObject({ counts: { bounced: 1 } });
  expect(await send(id, { intent: "try-again", id: subscriber.id })).toMatchObject({ triedAgain: true });
  expect(await load(id)).toMatchObject({ counts: { bounced: 0, confirmed: 1 } });
  // A report of before is found late.
  await bounce(subscriber.id, "5.1.1", true, -5);
  expect(await load(id)).toMatchObject({ counts: { bounced: 0 } });
  await bounce(subscriber.id, "5.1.1", true, 5);
  expect(await load(id)).toMatchObject({ counts: { bounced: 1 } });
});

test("letters that come back for a while are counted, each once, and stop nothing", async () => {
  const { id } = await makeMusician(services.db);
  const subscriber = await makeSubscriber(services.db, { musician_id: id, confirmed_at: new Date() });
  await bounce(subscriber.id, "4.4.7", false, -20);
  await bounce(subscriber.id, "5.2.2", false, -10);
  await bounce(subscriber.id, "4.4.7", false, -20);
  expect(await load(id)).toMatchObject({
    counts: { confirmed: 1, bounced: 0 },
    subscribers: [{ soft_bounces: 2, bounce_status: "5.2.2" }],
  });
});

test("of reports that were found together each counts once, also where they are noted twice", async () => {
  const { id } = await makeMusician(services.db);
  const subscriber = await makeSubscriber(services.db, { musician_id: id, confirmed_at: new Date() });
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const reports = {
    subscriberId: subscriber.id,
    earlier: [
      { status: "4.4.7", isPermanent: false, at: at(-30) },
      { status: "4.4.7", isPermanent: false, at: at(-20) },
    ],
    ...{ status: "5.2.2", isPermanent: false, at: at(-10) },
  };
  await noteBounce(services, reports);
  await noteBounce(services, reports);
  expect(await load(id)).toMatchObject({ subscribers: [{ soft_bounces: 3, bounce_status: "5.2.2" }] });
});

test("one address gets at most five such mails a day, from however many artists", async () => {
  const email = `many-${serial()}@example.org`;
  for (let count = 0; count < 7; count++) {
    const { id } = await makeMusician(services.db);
    await subscribed(id, email);
    await requestConfirmation(id, email);
  }
  expect(mails).toHaveLength(5);
});

test("without a mail server no mail is sent; once there is one, those who wait are asked", async () => {
  const { id } = await makeMusician(services.db);
  const email = `later-${serial()}@example.org`;
  await makeSubscriber(services.db, {
    musician_id: id,
    subscriber_email: email,
    created_at: new Date(Date.now() - 3_600_000),
  });
  const config = { ...services.config, smtpUrl: undefined };
  await askToConfirm({ ...services, config, mailer }, { musicianId: id, email });
  await catchUpConfirmations({ ...services, config });
  expect(mails).toEqual([]);
  expect(await jobsFor(id)).toEqual([]);
  await catchUpConfirmations(services);
  expect(await jobsFor(id)).toEqual([email]);
});

test("of a large file some are asked each day, in their order, until all are; their artist sees how many wait", async () => {
  const { id } = await makeMusician(services.db);
  const people = Array.from({ length: 450 }, (_, n) => `crowd${String(n).padStart(3, "0")}@example.org`);
  const file = csv(["email", ...people].join("\n"));
  expect(await send(id, { intent: "import-subscribers", file, consent_note: "Yes" })).toMatchObject({
    imported: { added: 450 },
  });
  const askAll = async () => {
    for (const email of await jobsFor(id)) await requestConfirmation(id, email);
  };
  const tomorrow = () =>
    services.db.asSystem().write(async (tx) => {
      await sql`delete from pgboss.job where data ->> 'musicianId' = ${id}`.execute(tx);
      await sql`update mail_counts set day = day - 1`.execute(tx);
    });
  const recipientCount = () => new Set(mails.map(({ to }) => to)).size;
  expect((await load(id))?.unasked).toBe(450);
  await askAll();
  expect(recipientCount()).toBe(200);
  expect((await load(id))?.unasked).toBe(250);
  // Running the job again on the same day doesn't let later ones go first.
  await catchUpConfirmations(services);
  await askAll();
  expect(recipientCount()).toBe(200);
  const late = people.at(-1) ?? "";
  await requestConfirmation(id, late);
  expect(await jobsFor(id)).toContain(late);
  for (const total of [400, 450]) {
    await tomorrow();
    await catchUpConfirmations(services);
    await askAll();
    expect(recipientCount()).toBe(total);
  }
  expect(mails).toHaveLength(450);
  expect((await load(id))?.unasked).toBe(0);
});

test("no more files are taken while thousands of confirmations wait", async () => {
  const { id } = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    sql`insert into newsletter_subscribers (musician_id, subscriber_email, source)
      select ${id}::uuid, 'early' || n || '@example.org', 'import' from generate_series(1, 5000) n`.execute(
      tx,
    ),
  );
  const importOne = () =>
    send(id, { intent: "import-subscribers", file: csv("a@example.org"), consent_note: "Yes" });
  expect(JSON.stringify(await importOne())).toContain("5,000 confirmations wait already.");
  await services.db.asSystem().write((tx) => setPreferences(tx, id, { format: "en-DE" }));
  expect(JSON.stringify(await importOne())).toContain("5.000 confirmations wait already.");
  expect((await load(id))?.counts.all).toBe(5000);
});

test("no address in an artist's name gets into a confirmation's sender, subject or text", async () => {
  const { id } = await makeMusician(services.db, { artist_name: "Account locked: https://evil.example" });
  const email = `ines-${serial()}@example.org`;
  await subscribed(id, email);
  await requestConfirmation(id, email);
  expect(mails).toMatchObject([
    { subject: "Confirm your subscription to an artist on Handbill", fromName: "an artist on Handbill" },
  ]);
  expect(JSON.stringify(mails)).not.toMatch(/evil|locked/);
});
