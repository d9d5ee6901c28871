import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMailer } from "#server/mail/mail.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeLetter, makeSubscriber } from "../../../tests/factories/audience.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { type MailServer, startMailServer } from "../../../tests/harness/smtp-server.ts";
import { carryOutLetter, saveLetter } from "./letter-commands.server.ts";
import { sendLetter } from "./send-letter.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
let mailServer: MailServer;
const pace = { everyMs: 0, sliceMs: 500, leaseMs: 500 };

beforeAll(async () => {
  mailServer = await startMailServer();
  services = await freshServices({ SMTP_URL: mailServer.url });
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
});

const mailer = () => openMailer({ ...services.config });
const work = async (id: string, given?: Awaited<ReturnType<typeof mailer>>) =>
  sendLetter({ ...services, mailer: given ?? (await mailer()) }, id, pace);
const statusOf = (id: string) =>
  services.db
    .asSystem()
    .read((tx) => tx.selectFrom("letters").select("status").where("id", "=", id).executeTakeFirstOrThrow());
const deliveries = (id: string, status: string) =>
  services.db.asSystem().read(async (tx) => {
    const rows = await tx
      .selectFrom("letter_deliveries")
      .select("status")
      .where("letter_id", "=", id)
      .execute();
    return rows.filter((row) => row.status === status).length;
  });
const gotBy = (title: string) =>
  mailServer.received.filter(({ subject }) => subject === title).map(({ recipient }) => recipient);

async function artistWith(fans: number) {
  const { id } = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    sql`
      insert into newsletter_subscribers (musician_id, subscriber_email, source, confirmed_at)
      select ${id}::uuid, 'fan' || n || '@' || ${id} || '.example', 'import', now()
      from generate_series(1, ${fans}::int) n`.execute(tx),
  );
  return id;
}
async function untilDone(id: string, given?: Awaited<ReturnType<typeof mailer>>) {
  for (let slices = 0; slices < 100 && (await statusOf(id)).status === "sending"; slices++) {
    await work(id, given);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const send = (userId: string, id: string) =>
  carryOutLetter(services, userId, { intent: "send", id, scheduled_for: undefined });

test("a letter reaches each confirmed subscriber once, with a link of their own, and nobody else", async () => {
  const userId = await artistWith(3);
  await makeSubscriber(services.db, { musician_id: userId, subscriber_email: "waiting@example.org" });
  const now = new Date();
  const off = { confirmed_at: now, unsubscribed_at: now, subscriber_email: "off@example.org" };
  await makeSubscriber(services.db, { musician_id: userId, ...off });
  const body = "Hello <b>all</b>,\n\nlisten: [here](https://example.org/a?b=1&c=2).";
  const id = await saveLetter(services.db, userId, { title: "First & best", body });
  await send(userId, id);
  await work(id);
  await untilDone(id);
  expect((await statusOf(id)).status).toBe("sent");
  expect(gotBy("First & best").sort()).toEqual([1, 2, 3].map((n) => `fan${n}@${userId}.example`));
  const mails = mailServer.received.filter(({ subject }) => subject === "First & best");
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
  const leave = mails.map(({ headers }) => headers.find(({ key }) => key === "list-unsubscribe")?.value);
  expect(new Set(leave).size).toBe(3);
  expect(mails[0]?.text).toContain("here (https://example.org/a?b=1&c=2).");
  expect(mails[0]?.html).toContain("Hello &lt;b&gt;all&lt;/b&gt;");
  await work(id);
  expect(gotBy("First & best")).toHaveLength(3);
});

test("workers that die while they send leave nobody with two letters: who is in doubt is counted, not sent to again", async () => {
  const userId = await artistWith(60);
  const { id, title } = await makeLetter(services.db, { musician_id: userId });
  await send(userId, id);
  // It is accepted, and nobody lives to say so.
  const real = await mailer();
  for (const dyingAt of [10, 25]) {
    let count = 0;
    const dying = {
      async send(mail: Parameters<typeof real.send>[0]) {
        await real.send(mail);
        count++;
        if (count === dyingAt) await new Promise(() => {});
      },
    };
    const dead = work(id, dying);
    await Promise.race([dead, expect.poll(() => count, { timeout: 20_000 }).toBe(dyingAt)]);
    await new Promise((resolve) => setTimeout(resolve, pace.leaseMs + 100));
    for (let slices = 0; count < dyingAt && slices < 50; slices++) {
      void work(id, dying);
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
  }
  await untilDone(id);
  const got = gotBy(title);
  expect(new Set(got).size).toBe(got.length);
  expect(got).toHaveLength(60);
  expect(await deliveries(id, "unknown")).toBe(2);
  expect(await deliveries(id, "sent")).toBe(58);
});

test("two workers at once send no letter twice", async () => {
  const userId = await artistWith(40);
  const { id, title } = await makeLetter(services.db, { musician_id: userId });
  await send(userId, id);
  await Promise.all([work(id), work(id), work(id)]);
  await untilDone(id);
  const got = gotBy(title);
  expect(got).toHaveLength(40);
  expect(new Set(got).size).toBe(40);
});

test("a pause holds, going on goes on; a cancelled one goes to nobody else; another's letter is out of reach", async () => {
  const userId = await artistWith(5);
  const { id, title } = await makeLetter(services.db, { musician_id: userId });
  await send(userId, id);
  await sendLetter({ ...services, mailer: await mailer() }, id, { ...pace, sliceMs: 1 });
  await carryOutLetter(services, userId, { intent: "pause", id });
  const before = gotBy(title).length;
  await work(id);
  expect(gotBy(title)).toHaveLength(before);
  await carryOutLetter(services, userId, { intent: "resume", id });
  await carryOutLetter(services, userId, { intent: "cancel", id });
  await work(id);
  expect(gotBy(title)).toHaveLength(before);
  const other = await makeMusician(services.db);
  await expect(carryOutLetter(services, other.id, { intent: "delete-letter", id })).rejects.toMatchObject({
    kind: "not-found",
  });
});
