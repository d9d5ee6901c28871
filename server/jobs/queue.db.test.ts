import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, expect, onTestFinished, test, vi } from "vitest";
import { makeUser } from "../../tests/factories/accounts.ts";
import { asServerOwner, freshDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { openWire } from "../../tests/harness/wire.ts";
import { createCircuit } from "../db/circuit.ts";
import { currentRequestId, withRequestId } from "../request-id.ts";
import { watchWith } from "../watching.ts";
import { createBacklog, jobStates } from "./backlog.ts";
import { type JobData, type JobHandlers, type JobName, jobNames } from "./jobs.ts";
import { type Queue, startQueue } from "./queue.ts";

const database = await freshDatabase();
afterAll(() => database.close());

const queues: Queue[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await asServerOwner(database.ownerUrl, (owner) => owner.query("delete from pgboss.job"));
});

async function work(handlers: JobHandlers, log = testLog): Promise<Queue> {
  const queue = await startQueue({ database, handlers, log });
  queues.push(queue);
  return queue;
}

const mail = { to: "fan@example.com", subject: "Hello", text: "Hi" };
const storedJobs = async () =>
  (
    await database.asSystem().read((tx) =>
      sql<{ state: string; retry_count: number; retry_limit: number; wait: number }>`
        select state, retry_count, retry_limit, extract(epoch from start_after - now())::int as wait
          from pgboss.job`.execute(tx),
    )
  ).rows;

test("a job runs soon after the commit that asked for it, and not before", async () => {
  const send = vi.fn(async () => {});
  await work({ "mail.send": send });
  await database.asSystem().write(async (tx) => {
    await tx.enqueue("mail.send", mail);
    await sleep(300);
    expect(send).not.toHaveBeenCalled();
  });
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith(mail), { timeout: 2000 });
});

test("each role may request the jobs it has a reason for, and no others", async () => {
  const admin = await makeUser(database, { role: "admin" });
  const musician = await makeUser(database);
  const ids = { bookingId: randomUUID(), letterId: randomUUID(), trackId: randomUUID() };
  const answer = { bookingId: ids.bookingId, mailId: randomUUID(), toldAt: new Date().toISOString() };
  const data: { [Name in JobName]: JobData<Name> } = {
    "account.archive": { archiveId: randomUUID() },
    "backup.make": { backupId: crypto.randomUUID() },
    "bookings.unanswered": answer,
    "bookings.answer": answer,
    "bookings.tell": { bookingId: ids.bookingId },
    "imports.bring": { importId: randomUUID() },
    "mail.send": mail,
    "messages.tell": { conversationId: randomUUID(), recipientId: musician.id },
    "newsletter.bounced": {
      ...{
        subscriberId: randomUUID(),
        earlier: [],
        status: "5.1.1",
        isPermanent: true,
        at: new Date().toISOString(),
      },
    },
    "newsletter.confirm": { musicianId: musician.id, email: mail.to },
    "newsletter.send": { letterId: ids.letterId },
    "notifications.tell": { userId: musician.id, about: "daily" },
    "picture.sizes": { url: "/uploads/photos/a.webp" },
    "reminders.confirm": { releaseId: randomUUID(), email: mail.to, newsletter: false },
    "reminders.send": { releaseId: randomUUID() },
    "track.analyse": { trackId: ids.trackId },
    "track.clean": { trackId: ids.trackId },
    "track.copy": { trackId: ids.trackId },
    "webhooks.release": { releaseId: randomUUID() },
    "webhooks.send": { endpointId: randomUUID() },
  };
  const actors = {
    visitor: database.asVisitor(),
    musician: database.asMusician(musician.id),
    admin: database.asAdmin(admin.id),
    system: database.asSystem(),
  };
  const accepted: Record<string, JobName[]> = { visitor: [], musician: [], admin: [], system: [] };
  for (const [role, actor] of Object.entries(actors)) {
    for (const name of jobNames) {
      await actor
        .write((tx) => tx.enqueue(name, data[name]))
        .then(
          () => accepted[role]?.push(name),
          (error: unknown) => expect(error).toMatchObject({ kind: "forbidden", cause: { code: "42501" } }),
        );
    }
  }
  expect(accepted).toEqual({
    visitor: [
      "bookings.tell",
      "newsletter.confirm",
      "notifications.tell",
      "reminders.confirm",
      "webhooks.send",
    ],
    musician: [
      "bookings.answer",
      "imports.bring",
      "mail.send",
      "messages.tell",
      "newsletter.send",
      "notifications.tell",
      "reminders.send",
      "track.analyse",
      "webhooks.release",
      "webhooks.send",
    ],
    admin: ["backup.make"],
    system: jobNames,
  });
});

test("without a commit there is no job", async () => {
  const failing = database.asSystem().write(async (tx) => {
    await tx.enqueue("mail.send", mail);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await storedJobs()).toEqual([]);
});

test("data that doesn't fit the job's shape is refused", async () => {
  const wrong: object = { to: 1 };
  const attempt = database.asSystem().write((tx) => tx.enqueue("mail.send", { ...mail, ...wrong }));
  await expect(attempt).rejects.toThrow("expected string");
});

test("only the system role sees the jobs", async () => {
  const attempt = database.asVisitor().read((tx) => sql`select data from pgboss.job`.execute(tx));
  await expect(attempt).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("a job that failed is tried again later, and its data stays out of the log", async () => {
  let logged = "";
  const output = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  await work(
    {
      "mail.send": async () => {
        throw new Error("The post office is closed");
      },
    },
    pino(output),
  );
  await database.asSystem().write((tx) => tx.enqueue("mail.send", mail));
  await vi.waitFor(
    async () => expect(await storedJobs()).toMatchObject([{ state: "retry", retry_limit: 4 }]),
    {
      timeout: 3000,
    },
  );
  const [{ wait } = { wait: 0 }] = await storedJobs();
  expect(wait).toBeGreaterThan(20);
  expect(logged).toContain("The post office is closed");
  expect(logged).not.toContain(mail.to);
});

test("a job knows the request that has caused it, and so do the jobs that it causes", async () => {
  const seen: (string | undefined)[] = [];
  await work({
    "newsletter.send": async (data) => {
      seen.push(currentRequestId(), ...Object.keys(data));
      await database.asSystem().write((tx) => tx.enqueue("mail.send", mail));
    },
    "mail.send": async (data) => {
      seen.push(currentRequestId());
      expect(data).toEqual(mail);
    },
  });
  const ask = () =>
    database.asSystem().write((tx) => tx.enqueue("newsletter.send", { letterId: randomUUID() }));
  await withRequestId("f00d-1", ask);
  await vi.waitFor(() => expect(seen).toEqual(["f00d-1", "letterId", "f00d-1"]), { timeout: 5000 });
  // The same connection of the pool is no longer the request's.
  seen.length = 0;
  await ask();
  await vi.waitFor(() => expect(seen).toEqual([undefined, "letterId", undefined]), { timeout: 5000 });
});

test("many jobs at once are done without waiting for polls, and one that fails doesn't hold up the others", async () => {
  const send = vi.fn(async ({ subject }: { subject: string }) => {
    if (subject === "3") throw new Error("no");
  });
  await work({ "mail.send": send });
  await database.asSystem().write(async (tx) => {
    for (let n = 0; n < 23; n++) await tx.enqueue("mail.send", { ...mail, subject: String(n) });
  });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(23), { timeout: 5000 });
  await vi.waitFor(async () => {
    const states = Object.groupBy(await storedJobs(), ({ state }) => state);
    expect([states.completed?.length, states.retry?.length]).toEqual([22, 1]);
  });
});

test("stopping waits for the job under way and takes no other", async () => {
  let finished = 0;
  const { promise: underWay, resolve: started } = Promise.withResolvers<void>();
  const queue = await work({
    "mail.send": async () => {
      started();
      await sleep(700);
      finished++;
    },
  });
  const enqueue = () => database.asSystem().write((tx) => tx.enqueue("mail.send", mail));
  await enqueue();
  await underWay;
  await enqueue();
  await queue.stop();
  expect(finished).toBe(1);
  expect((await storedJobs()).map(({ state }) => state).sort()).toEqual(["completed", "created"]);
});

test("after a database that fell silent has come back, jobs run again", async () => {
  await using wire = await openWire(database.loginUrl);
  const circuit = createCircuit();
  const send = vi.fn(async () => {});
  const handlers = { "mail.send": send };
  queues.push(await startQueue({ database: { loginUrl: wire.url, circuit }, handlers, log: testLog }));
  await wire.become("swallowed");
  circuit.open();
  await wire.become("joined");
  circuit.close();
  await database.asSystem().write((tx) => tx.enqueue("mail.send", mail));
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith(mail), { timeout: 10_000 });
});

test("waiting, scheduled and retried jobs are counted by kind, and it is seen what comes of each", async () => {
  const outcomes: (string | undefined)[] = [];
  onTestFinished(
    watchWith(async (operation, work) => {
      const result = await work();
      if (operation.kind === "job") outcomes.push(`${operation.name} ${operation.outcome}`);
      return result;
    }),
  );
  const handlers: JobHandlers = {
    "mail.send": async () => {
      throw new Error("The post office is closed");
    },
  };
  await work(handlers);
  await database.asSystem().write(async (tx) => {
    await tx.enqueue("mail.send", mail);
    await tx.enqueue("mail.send", { ...mail, subject: "last" });
    await sql`update pgboss.job set retry_limit = 0 where data->>'subject' = 'last'`.execute(tx);
    await tx.enqueue("newsletter.send", { letterId: crypto.randomUUID() });
    await sql`select app.enqueue('newsletter.send', '{}', now() + interval '1 day')`.execute(tx);
  });
  await vi.waitFor(
    async () => {
      const rows = await createBacklog(database)();
      expect(rows).toHaveLength(jobNames.length * jobStates.length);
      expect(rows.filter(({ jobs }) => jobs > 0)).toMatchObject([
        { queue: "mail.send", state: "retrying", jobs: 1 },
        { queue: "newsletter.send", state: "scheduled", jobs: 1, overdue: 0 },
        { queue: "newsletter.send", state: "waiting", jobs: 1, overdue: expect.toSatisfy((age) => age > 0) },
      ]);
    },
    { timeout: 5000 },
  );
  expect(outcomes.toSorted()).toEqual(["mail.send given_up", "mail.send retried"]);
});
