import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Pace } from "#server/mail/deliver.ts";
import { type OpenMailer, openMailer } from "#server/mail/mail.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { hoursFromNow, makeRelease, makeReminder } from "../../../tests/factories/page.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { dyingWorker, type MailStep } from "../../../tests/harness/dying-worker.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { type MailServer, startMailServer } from "../../../tests/harness/smtp-server.ts";
import { executeReleaseAction, executeReleasesAction, saveRelease } from "./releases-commands.server.ts";
import { ownRelease } from "./releases-queries.server.ts";
import type { ReleaseForm } from "./releases-schema.ts";
import { stopReminder, sweepReminders } from "./reminders.server.ts";
import { catchUpNews, tellOfRelease } from "./tell-release.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
let mailServer: MailServer;
let mailer: OpenMailer;
const pace: Pace = { turn: async () => {}, lanes: 3, sliceMs: 500, leaseMs: 500 };

beforeAll(async () => {
  mailServer = await startMailServer();
  services = await freshServices({ SMTP_URL: mailServer.url });
  mailer = await openMailer({ ...services.config });
});
afterAll(async () => {
  mailer.close();
  await services[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
});

const work = (id: string) => tellOfRelease({ ...services, mailer }, id, pace);
const gotOf = (title: string) =>
  mailServer.received.filter(({ subject }) => subject?.includes(title)).map(({ recipient }) => recipient);
const counts = async ({ user_id, id }: { user_id: string; id: string }) => {
  const release = await services.db.asMusician(user_id).read((tx) => ownRelease(tx, user_id, id));
  if (!release) return undefined;
  const { toTellAgain: _, ...became } = release.reminders;
  return became;
};
/** The times at which the queue will look at a release. */
const jobsOf = async (id: string) => {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ start_after: Date }>`
      select start_after from pgboss.job where name = 'reminders.send' and data ->> 'releaseId' = ${id}
      order by created_on`.execute(tx),
  );
  return rows.map(({ start_after }) => start_after.getTime());
};

/** A release that has come out a moment ago, and so many who are to be told. */
async function outWith(fans: number, overrides: Parameters<typeof makeRelease>[1] = {}) {
  const { id: user_id } = await makeMusician(services.db);
  const release = await makeRelease(services.db, { user_id, title: `Tides no ${serial()}.`, ...overrides });
  await services.db.asSystem().write((tx) =>
    sql`
      insert into release_reminders (user_id, release_id, email, confirmed_at)
      select ${user_id}::uuid, ${release.id}::uuid, 'fan' || n || '@' || ${release.id} || '.example', now()
      from generate_series(1, ${fans}::int) n`.execute(tx),
  );
  return release;
}
async function untilDone(id: string) {
  const isOpen = async () => {
    const row = await services.db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("release_notices")
          .select("finished_at")
          .where("release_id", "=", id)
          .executeTakeFirst(),
      );
    return row?.finished_at === null;
  };
  for (let slices = 0; slices < 100 && (await isOpen()); slices++) {
    await work(id);
    await delay(20);
  }
}

test("those who have confirmed are told once that it is out, with links of their own, and nobody else is", async () => {
  const release = await outWith(3);
  await makeReminder(services.db, release, { email: "unconfirmed@example.org", confirmed_at: null });
  await work(release.id);
  await untilDone(release.id);
  expect(gotOf(release.title).sort()).toEqual([1, 2, 3].map((n) => `fan${n}@${release.id}.example`));
  const mails = mailServer.received.filter(({ subject }) => subject?.includes(release.title));
  const stops = mails.map(({ headers }) => headers.find(({ key }) => key === "list-unsubscribe")?.value);
  expect(new Set(stops).size).toBe(3);
  expect(mails[0]?.text).toContain(`/music/${release.slug}`);
  expect(mails[0]?.html).toContain(`/music/${release.slug}`);
  await work(release.id);
  expect(gotOf(release.title)).toHaveLength(3);
  expect(await counts(release)).toEqual({ waiting: 0, told: 3, failed: 0, doubtful: 0 });
});

/** A worker that dies at the given step of the given mail, and whose hold on the rest has ended. */
async function workAndDie(id: string, step: MailStep, atMail: number): Promise<void> {
  const { db, mailer: mortal, died } = dyingWorker(services.db, mailer, step, atMail);
  void tellOfRelease({ ...services, db, mailer: mortal }, id, { ...pace, lanes: 1, sliceMs: 20_000 });
  await died;
  await delay(pace.leaseMs + 50);
}

test.each<[MailStep, { told: number; doubtful: number; got: number }]>([
  ["before its end", { told: 20, doubtful: 0, got: 20 }],
  ["once its end is allowed", { told: 18, doubtful: 2, got: 18 }],
  ["once it is accepted", { told: 18, doubtful: 2, got: 20 }],
])("when its process ends twice %s, nobody is told twice", async (step, { told, doubtful, got }) => {
  const release = await outWith(20);
  await workAndDie(release.id, step, 5);
  await workAndDie(release.id, step, 7);
  await untilDone(release.id);
  const addresses = gotOf(release.title);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toHaveLength(got);
  expect(await counts(release)).toEqual({ waiting: 0, told, failed: 0, doubtful });
});

test("those in doubt are told once more when the artist asks for it, and nobody else is", async () => {
  const release = await outWith(6);
  await workAndDie(release.id, "once it is accepted", 2);
  await untilDone(release.id);
  expect(gotOf(release.title)).toHaveLength(6);
  const again = (userId: string) =>
    executeReleaseAction(services, userId, { intent: "tell-again", id: release.id });
  const other = await makeMusician(services.db);
  await expect(again(other.id)).rejects.toMatchObject({ kind: "not-found" });
  await again(release.user_id);
  await work(release.id);
  await untilDone(release.id);
  expect(gotOf(release.title)).toHaveLength(7);
  expect(await counts(release)).toEqual({ waiting: 0, told: 6, failed: 0, doubtful: 0 });
});

test("three workers at once tell nobody twice", async () => {
  const release = await outWith(40);
  await Promise.all([work(release.id), work(release.id), work(release.id)]);
  await untilDone(release.id);
  expect(gotOf(release.title)).toHaveLength(40);
  expect(new Set(gotOf(release.title)).size).toBe(40);
});

test("an address whose server refuses it counts as undeliverable, and one that is removed meanwhile isn't told", async () => {
  const release = await outWith(4);
  mailServer.refused.set(`fan1@${release.id}.example`, 550);
  const late: Pick<OpenMailer, "send"> = {
    send: (mail, beforeEnd) =>
      mailer.send(mail, async () => {
        if (mail.to === `fan2@${release.id}.example`) {
          await stopReminder(services, /key=(.*)$/.exec(mail.unsubscribeUrl ?? "")?.[1] ?? "");
        }
        await beforeEnd?.();
      }),
  };
  await tellOfRelease({ ...services, mailer: late }, release.id, pace);
  await untilDone(release.id);
  expect(gotOf(release.title).sort()).toEqual([3, 4].map((n) => `fan${n}@${release.id}.example`));
  expect(await counts(release)).toEqual({ waiting: 0, told: 2, failed: 1, doubtful: 0 });
});

test.each<[string, Parameters<typeof makeRelease>[1]]>([
  ["is a draft", { published_at: null }],
  ["is announced", { release_date: "2199-01-01" }],
  ["is published later than its day", { published_at: hoursFromNow(1), release_date: "2020-01-01" }],
  ["is deleted", { deleted_at: new Date() }],
  ["has been out for long", { published_at: hoursFromNow(-24 * 8) }],
])("nobody is told of a release that %s", async (_, overrides) => {
  const release = await outWith(1, overrides);
  await work(release.id);
  expect(gotOf(release.title)).toEqual([]);
});

test("nobody is told in the name of somebody who is suspended; they are once that is over", async () => {
  const release = await outWith(2);
  const suspend = (suspended_at: Date | null) =>
    services.db.asSystem().write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at, suspended_reason: suspended_at && "Spam" })
        .where("id", "=", release.user_id)
        .execute(),
    );
  await suspend(new Date());
  await work(release.id);
  expect(gotOf(release.title)).toEqual([]);
  await suspend(null);
  await catchUpNews(services);
  expect(await jobsOf(release.id)).toHaveLength(1);
  await work(release.id);
  expect(gotOf(release.title)).toHaveLength(2);
});

const formOf = (
  release: { id: string; title: string },
  day: string | null,
  time_zone: string,
): ReleaseForm => ({
  id: release.id,
  title: release.title,
  kind: "single",
  description: null,
  credits: null,
  licence: "all-rights-reserved",
  upc: null,
  release_date: day,
  time_zone,
  links: [],
  version: undefined,
});

test("a day that is moved while its news is queued tells at the new first instant, in the release's zone, and only then", async () => {
  const release = await outWith(2, { release_date: "2198-05-01" });
  const { user_id, id } = release;
  await saveRelease(services, user_id, formOf(release, "2198-06-01", "UTC"));
  // What isn't moved leaves no second job.
  await saveRelease(
    services,
    user_id,
    formOf({ ...release, title: `${release.title} B` }, "2198-06-01", "UTC"),
  );
  expect(await jobsOf(id)).toEqual([Date.parse("2198-06-01T00:00:00Z")]);
  await saveRelease(services, user_id, formOf(release, "2198-06-01", "Asia/Kolkata"));
  expect((await jobsOf(id)).at(-1)).toBe(Date.parse("2198-05-31T18:30:00Z"));
  // The first job comes too early now: it does nothing.
  await work(id);
  expect(gotOf(release.title)).toEqual([]);
  await saveRelease(services, user_id, formOf(release, null, "UTC"));
  expect((await jobsOf(id)).at(-1)).toBeLessThanOrEqual(Date.now());
  await work(id);
  await untilDone(id);
  expect(gotOf(release.title)).toHaveLength(2);
  await saveRelease(services, user_id, formOf(release, "2198-06-01", "UTC"));
  await saveRelease(services, user_id, formOf(release, null, "UTC"));
  await work(id);
  expect(gotOf(release.title)).toHaveLength(2);
});

test("publishing, now or later, and bringing back leave a job for when it is out", async () => {
  const release = await outWith(1, { published_at: null, release_date: "2198-05-01" });
  const { user_id, id } = release;
  const out = Date.parse("2198-05-01T00:00:00Z");
  const later = new Date("2198-07-01T12:00:00Z");
  await executeReleaseAction(services, user_id, { intent: "schedule-release", id, published_at: later });
  await executeReleaseAction(services, user_id, { intent: "publish-release", id });
  await executeReleaseAction(services, user_id, { intent: "unpublish-release", id });
  await executeReleaseAction(services, user_id, { intent: "publish-release", id });
  await executeReleaseAction(services, user_id, { intent: "delete-release", id });
  await executeReleasesAction(services, user_id, { intent: "restore-release", id });
  expect(await jobsOf(id)).toEqual([later.getTime(), out, out, out]);
});

test("addresses go a while after they were told, those that never confirmed too, and the numbers stay", async () => {
  const long = hoursFromNow(-24 * 31);
  const told = await outWith(3);
  await work(told.id);
  await untilDone(told.id);
  await services.db.asSystem().write(async (tx) => {
    await tx
      .updateTable("release_notices")
      .set({ started_at: long, finished_at: long })
      .where("release_id", "=", told.id)
      .execute();
    await tx.updateTable("releases").set({ published_at: long }).where("id", "=", told.id).execute();
    await tx
      .updateTable("release_reminders")
      .set({ created_at: long })
      .where("release_id", "=", told.id)
      .execute();
  });
  const announced = await outWith(2, { release_date: "2199-01-01" });
  await makeReminder(services.db, announced, { confirmed_at: null, created_at: long });
  const recent = await makeReminder(services.db, announced, { confirmed_at: null });
  expect(await sweepReminders(services)).toBe(4);
  expect(await sweepReminders(services)).toBe(0);
  expect(await counts(told)).toEqual({ waiting: 0, told: 3, failed: 0, doubtful: 0 });
  const left = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("release_reminders").select("id").where("id", "=", recent.id).execute());
  expect(left).toHaveLength(1);
  expect(await counts(announced)).toMatchObject({ waiting: 2 });
});
