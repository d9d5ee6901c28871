import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import type { Reader, Writer } from "#server/db/database.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { type Queue, startQueue } from "#server/jobs/queue.ts";
import { type BeforeEnd, type Mail, openMailer } from "#server/mail/mail.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeBooking } from "../../../tests/factories/audience.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { startMailServer } from "../../../tests/harness/smtp-server.ts";
import { requestBooking } from "./commands.server.ts";
import { jobHandlers } from "./jobs.server.ts";
import { executeBookingAction } from "./owner-commands.server.ts";
import { ownBookings } from "./queries.server.ts";
import { bookingSchema } from "./schema.ts";

const mailServer = await startMailServer();
const services = await freshServices({ SMTP_URL: mailServer.url });
const { db, log } = services;
const mailer = await openMailer({ ...services.config });
afterAll(async () => {
  mailer.close();
  await services[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
});

const jobs = jobHandlers({ ...services, mailer, stopping: new AbortController().signal });

type Send = (mail: Mail) => Promise<void>;

async function startWorker(send: Send): Promise<Queue> {
  const queue = await startQueue({
    database: db,
    handlers: { ...jobs, "mail.send": send },
    log,
  });
  onTestFinished(() => queue.stop());
  return queue;
}

/** Does the queue's own work once a mail has taken longer than it may: it is to be tried again. */
async function minutesLater(): Promise<void> {
  await db.asSystem().write((tx) =>
    sql`
        update pgboss.job set state = 'retry', start_after = now()
        where name = 'mail.send' and state = 'active'`.execute(tx),
  );
}

type Step = "before its worker lives" | "before its end" | "once it is accepted";

test.each<[Step, { again: number }]>([
  ["before its worker lives", { again: 0 }],
  ["before its end", { again: 0 }],
  // Better twice than never: a recipient can tell by its id that it is the same mail.
  ["once it is accepted", { again: 1 }],
])("news of a booking and its receipt arrive though the process ends %s", async (step, { again }) => {
  const { id, email } = await makeMusician(db);
  const to = `pat-${again}-${step.length}@example.org`;
  const form = { requester_name: "Pat", requester_email: to, message: "Would you play?" };
  const request = bookingSchema.parse({ ...form, event_type: "performance" });
  await requestBooking(services, id, "192.0.2.1", request);

  const end = Promise.withResolvers<void>();
  if (step !== "before its worker lives") {
    const died = Promise.withResolvers<void>();
    const die: BeforeEnd = () => {
      died.resolve();
      return end.promise.then(() => Promise.reject(new Error("It is dead.")));
    };
    const queue = await startWorker(async (mail) => {
      if (mail.to !== email) return end.promise;
      if (step === "before its end") return mailer.send(mail, die);
      await mailer.send(mail);
      await die();
    });
    // The dead process's job is released before its queue is waited for.
    onTestFinished(() => end.resolve());
    await died.promise;
    void queue.stop();
    await minutesLater();
  }
  await startWorker((mail) => mailer.send(mail));

  const received = (address: string) => mailServer.received.filter(({ recipient }) => recipient === address);
  await vi.waitFor(() => expect(received(email)).toHaveLength(1 + again), { timeout: 15_000 });
  await vi.waitFor(() => expect(received(to)).toHaveLength(1), { timeout: 15_000 });
  expect(new Set(received(email).map(({ messageId }) => messageId)).size).toBe(1);
  // One looks in a while whether there are requests without a mail of their own.
  const { rows } = await db.asSystem().read((tx) =>
    sql`
      select from pgboss.job where state not in ('completed', 'active') and name <> 'notifications.tell'`.execute(
      tx,
    ),
  );
  const untold = await db.asSystem().read((tx) => tx.selectFrom("notifications").selectAll().execute());
  expect(untold).toEqual([]);
  expect(rows).toEqual([]);
});

test("who has deleted their account is told of no booking any more; the requester still gets the receipt", async () => {
  const { id, email } = await makeMusician(db);
  const to = "late@example.org";
  const form = { requester_name: "Pat", requester_email: to, message: "Would you play?" };
  await requestBooking(
    services,
    id,
    "192.0.2.2",
    bookingSchema.parse({ ...form, event_type: "performance" }),
  );
  await db
    .asSystem()
    .write((tx) => tx.updateTable("users").set({ deletes_at: new Date() }).where("id", "=", id).execute());
  const tells = async (tx: Reader) =>
    (
      await sql<{ data: JobData<"bookings.tell"> }>`
        select job.data from pgboss.job job join booking_requests booking on booking.id::text = job.data->>'bookingId'
        where job.name = 'bookings.tell' and booking.musician_id = ${id}`.execute(tx)
    ).rows;
  const [tell] = await db.asSystem().read(tells);
  if (!tell) throw new Error("A request leaves a job.");
  await jobs["bookings.tell"]?.(tell.data);
  const { rows } = await db.asSystem().read((tx) =>
    sql`select data->>'to' as to from pgboss.job
        where name = 'mail.send' and data->>'to' in (${email}, ${to})`.execute(tx),
  );
  expect(rows).toEqual([{ to }]);
  await db.asSystem().write((tx) => sql`delete from pgboss.job`.execute(tx));
});

const tries = (limit: number) => (tx: Writer) =>
  sql`update pgboss.job set retry_limit = ${limit} where name = 'bookings.answer'`.execute(tx);

const anHourAgo = () => new Date(Date.now() - 3600_000);

test("the mail of a decision leaves once that can't be undone any more, and not if it was", async () => {
  const { id: userId } = await makeMusician(db);
  const to = "undecided@example.org";
  const booking = await makeBooking(db, {
    musician_id: userId,
    requester_email: to,
    ...{ told_status: "declined", told_at: anHourAgo(), told_text: "Sorry.", updated_at: anHourAgo() },
  });
  const { id } = booking;
  const open = async () => (await db.asMusician(userId).read((tx) => ownBookings(tx, userId, 1, id))).open;
  const decide = async () => {
    const { at = "" } = await executeBookingAction(services, userId, {
      intent: "set-status",
      id,
      status: "accepted",
    });
    await executeBookingAction(services, userId, {
      intent: "tell-requester",
      id,
      status: "accepted",
      text: "Gladly!",
    });
    return new Date(at);
  };
  const at = await decide();
  const { rows } = await db.asSystem().read((tx) =>
    sql<{ data: JobData<"bookings.answer">; start_after: Date }>`
      select data, start_after from pgboss.job where name = 'bookings.answer' and data->>'bookingId' = ${id}`.execute(
      tx,
    ),
  );
  const [job] = rows;
  if (!job) throw new Error("A mail leaves a job.");
  expect(job.start_after.getTime()).toBeGreaterThan(at.getTime() + 15_000);
  const undo = { intent: "undo-status", id, status: "accepted", before: "pending", at } as const;
  await executeBookingAction(services, userId, undo);
  await jobs["bookings.answer"]?.(job.data);
  expect(mailServer.received.filter(({ recipient }) => recipient === to)).toEqual([]);
  expect(await open()).toMatchObject({
    status: "pending",
    told_status: null,
    told_at: null,
    told_text: null,
  });
  await db.asSystem().write((tx) => sql`delete from pgboss.job`.execute(tx));
});

test.each([
  { what: "the mail server says that there is nobody", number: 550, limit: 4 },
  { what: "it is given up after its last try", number: 450, limit: 0 },
])("an answer counts as told no more once $what, and can be sent again", async ({ number, limit }) => {
  const { id: userId, email } = await makeMusician(db);
  const to = `answered-${number}@example.org`;
  const { id } = await makeBooking(db, {
    musician_id: userId,
    status: "accepted",
    requester_email: to,
    updated_at: anHourAgo(),
  });
  const mailDecision = () =>
    executeBookingAction(services, userId, {
      intent: "tell-requester",
      id,
      status: "accepted",
      text: "Gladly!",
    });
  const open = async () => (await db.asMusician(userId).read((tx) => ownBookings(tx, userId, 1, id))).open;

  mailServer.refused.set(to, number);
  await mailDecision();
  await db.asSystem().write(tries(limit));
  expect(await open()).toMatchObject({ told_status: "accepted", tell_failed_at: null });
  await expect(mailDecision()).rejects.toMatchObject({ kind: "conflict" });
  await startWorker((mail) => mailer.send(mail));
  // Failed jobs are looked for every ten seconds.
  await vi.waitFor(async () => expect((await open())?.tell_failed_at).toEqual(expect.any(String)), {
    timeout: 30_000,
  });
  expect(await open()).toMatchObject({ told_status: "accepted", told_text: "Gladly!" });
  expect(mailServer.received.filter(({ recipient }) => recipient === to)).toEqual([]);

  mailServer.refused.delete(to);
  await mailDecision();
  expect(await open()).toMatchObject({ told_status: "accepted", tell_failed_at: null });
  const received = () => mailServer.received.filter(({ recipient }) => recipient === to);
  await vi.waitFor(() => expect(received()).toHaveLength(1), { timeout: 15_000 });
  expect(received()[0]).toMatchObject({
    replyTo: [{ address: email }],
    text: expect.stringMatching(/^Gladly!/),
  });
});
