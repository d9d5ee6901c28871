import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mail, type Mailer, type OpenMailer, openMailer } from "#server/mail/mail.ts";
import {
  askForReminder,
  askToConfirmReminder,
  confirmReminder,
  reminderToConfirm,
  reminderToStop,
  stopReminder,
} from "~/features/music/reminders.server";
import { reminderSchema } from "~/features/music/reminders-schema";
import { subscribeConfirmed } from "~/features/newsletter/commands.server";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeRelease } from "../../tests/factories/page.ts";
import { serial } from "../../tests/factories/serial.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { type MailServer, startMailServer } from "../../tests/harness/smtp-server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
let mailServer: MailServer;
let mailer: OpenMailer;

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

const newEmail = () => `fan-${serial()}@example.org`;
const announced = () => makeRelease(services.db, { release_date: "2199-01-01" });

function ask(
  { id, user_id }: { id: string; user_id: string },
  fields: { reminder_email: string; newsletter?: string; subject?: string },
  { from = `10.3.${serial()}.1`, own = services } = {},
) {
  return askForReminder(own, { releaseId: id, artistId: user_id }, from, reminderSchema.parse(fields));
}

/** Does the jobs that wait, as the queue does. */
async function doJobs(used: Mailer = mailer) {
  const { rows } = await services.db.asSystem().write((tx) =>
    sql<{ data: { releaseId: string; email: string; newsletter: boolean } }>`
      delete from pgboss.job where name = 'reminders.confirm' returning data`.execute(tx),
  );
  for (const { data } of rows) await askToConfirmReminder({ ...services, mailer: used }, data);
}
const mailsTo = (email: string) => mailServer.received.filter(({ recipient }) => recipient === email);
const tokenOf = (email: string) => /token=([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? "")?.[1] ?? "";
const keyOf = (email: string) => /key=([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? "")?.[1] ?? "";
const confirm = (token: string) =>
  confirmReminder(services, token, (tx, who) => subscribeConfirmed(tx, services.config, who));
const reminders = (releaseId: string) =>
  services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("release_reminders")
        .select(["email", "confirmed_at"])
        .where("release_id", "=", releaseId)
        .execute(),
    );
const subscribers = (musicianId: string) =>
  services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("newsletter_subscribers")
        .select(["subscriber_email", "confirmed_at"])
        .where("musician_id", "=", musicianId)
        .execute(),
    );

test("one row per address and release, whatever the case; its mailed link confirms the reminder and nothing else", async () => {
  const [release, other] = [await announced(), await announced()];
  const email = newEmail();
  await ask(release, { reminder_email: email });
  await ask(release, { reminder_email: ` ${email.toUpperCase()} ` });
  await ask(other, { reminder_email: newEmail() });
  await doJobs();
  expect(mailsTo(email)).toHaveLength(1);
  expect(await reminders(release.id)).toEqual([{ email, confirmed_at: null }]);
  const token = tokenOf(email);
  expect(await reminderToConfirm(services, token)).toMatchObject({ title: release.title, page: null });
  expect(await confirm(token)).toEqual({ withNewsletter: false });
  expect(await confirm(token)).toEqual({ withNewsletter: false });
  expect(await reminders(release.id)).toEqual([{ email, confirmed_at: expect.any(Date) }]);
  expect(await subscribers(release.user_id)).toEqual([]);
  // A confirmed address is asked no more, and gets the same answer.
  await ask(release, { reminder_email: email });
  await doJobs();
  expect(mailsTo(email)).toHaveLength(1);
  expect(await confirm("guessed")).toBeNull();
});

test("a link is good as soon as its mail arrives", async () => {
  const release = await announced();
  const email = newEmail();
  await ask(release, { reminder_email: email });
  const seen: unknown[] = [];
  // It is read before the mail server has said that it was taken.
  const read = {
    async send({ text }: Mail) {
      const token = /token=([\w-]+)/.exec(text)?.[1] ?? "";
      seen.push(await reminderToConfirm(services, token), await confirm(token));
    },
  };
  await doJobs(read);
  expect(seen).toEqual([expect.objectContaining({ title: release.title }), { withNewsletter: false }]);
});

test("where the newsletter is ticked the one link confirms both, also for an address that has its reminder", async () => {
  const release = await announced();
  const email = newEmail();
  await ask(release, { reminder_email: email, newsletter: "on" });
  await doJobs();
  expect(mailsTo(email)[0]?.text).toContain("also subscribes");
  expect(await subscribers(release.user_id)).toEqual([]);
  expect(await confirm(tokenOf(email))).toEqual({ withNewsletter: true });
  expect(await subscribers(release.user_id)).toEqual([
    { subscriber_email: email, confirmed_at: expect.any(Date) },
  ]);
  const leave = { unsubscribed_at: new Date(), confirmed_at: null };
  await services.db.asSystem().write(async (tx) => {
    await tx.updateTable("newsletter_subscribers").set(leave).where("subscriber_email", "=", email).execute();
    await tx
      .updateTable("release_reminders")
      .set({ confirm_sent_at: new Date(Date.now() - 2 * 3600 * 1000) })
      .where("email", "=", email)
      .execute();
  });
  // The same link doesn't bring back who has left since.
  await confirm(tokenOf(email));
  expect(await subscribers(release.user_id)).toMatchObject([{ confirmed_at: null }]);
  await ask(release, { reminder_email: email, newsletter: "on" });
  await doJobs();
  expect(mailsTo(email)).toHaveLength(2);
  await confirm(tokenOf(email));
  expect(await subscribers(release.user_id)).toMatchObject([{ confirmed_at: expect.any(Date) }]);
});

test("only a release that is announced to everyone takes reminders, and only where mail is set up", async () => {
  const { id: user_id } = await makeMusician(services.db);
  const refused = { kind: "conflict" };
  for (const overrides of [
    {},
    { published_at: null, release_date: "2199-01-01" },
    { deleted_at: new Date(), release_date: "2199-01-01" },
  ]) {
    const release = await makeRelease(services.db, { user_id, ...overrides });
    await expect(ask(release, { reminder_email: newEmail() })).rejects.toMatchObject(refused);
  }
  const { smtpUrl: _, ...config } = services.config;
  const without = { ...services, config: { ...config, smtpUrl: undefined } };
  const release = await announced();
  await expect(ask(release, { reminder_email: newEmail() }, { own: without })).rejects.toMatchObject(refused);
  // A program that fills in what people don't see learns nothing, and leaves nothing.
  await ask(release, { reminder_email: newEmail(), subject: "Cheap watches" });
  expect(await reminders(release.id)).toEqual([]);
});

test("the link in each mail removes the address at once, and the confirmation no longer works", async () => {
  const release = await announced();
  const email = newEmail();
  await ask(release, { reminder_email: email });
  await doJobs();
  const [key, token] = [keyOf(email), tokenOf(email)];
  expect(await reminderToStop(services, key)).toMatchObject({ title: release.title });
  await stopReminder(services, key);
  await stopReminder(services, key);
  await stopReminder(services, "no key");
  expect(await reminders(release.id)).toEqual([]);
  expect(await reminderToStop(services, key)).toBeNull();
  expect(await confirm(token)).toBeNull();
});

test("an address gets five such mails a day, from however many releases", async () => {
  const email = newEmail();
  for (let count = 0; count < 7; count++) await ask(await announced(), { reminder_email: email });
  await doJobs();
  expect(mailsTo(email)).toHaveLength(5);
});

test("a confirmation that comes after the day leads to the release, and asks for no mail", async () => {
  const release = await announced();
  const email = newEmail();
  await ask(release, { reminder_email: email, newsletter: "on" });
  await doJobs();
  await services.db
    .asSystem()
    .write((tx) =>
      tx.updateTable("releases").set({ release_date: null }).where("id", "=", release.id).execute(),
    );
  const token = tokenOf(email);
  expect((await reminderToConfirm(services, token))?.page).toContain(`/music/${release.slug}`);
  expect(await confirm(token)).toEqual({ withNewsletter: true });
  expect(await reminders(release.id)).toEqual([{ email, confirmed_at: null }]);
  expect(await subscribers(release.user_id)).toHaveLength(1);
});
