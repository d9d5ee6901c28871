import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { makeMusician, makeUser } from "../tests/factories/accounts.ts";
import { freshServices } from "../tests/harness/services.ts";
import { startMailServer } from "../tests/harness/smtp-server.ts";
import { deleteDueAccounts, keepAccount } from "./account-deletion.ts";
import { startQueue } from "./jobs/queue.ts";
import { type BeforeEnd, type Mail, openMailer } from "./mail/mail.ts";

const mailServer = await startMailServer();
const services = await freshServices({ SMTP_URL: mailServer.url });
const { db, log, config } = services;
const mailer = await openMailer(config);
afterAll(async () => {
  mailer.close();
  await services[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
});
await makeUser(db, { role: "admin" }); // one always remains

async function startWorker(send: (mail: Mail) => Promise<void>) {
  const queue = await startQueue({ database: db, handlers: { "mail.send": send }, log });
  onTestFinished(() => queue.stop());
  return queue;
}

/** An account whose two weeks are over. */
async function dueAccount() {
  const { id, email } = await makeMusician(db);
  await db.asSystem().write((tx) =>
    tx
      .updateTable("users")
      .set({ deletes_at: new Date(Date.now() - 1000) })
      .where("id", "=", id)
      .execute(),
  );
  return { id, email };
}

const isThere = (id: string) =>
  db
    .asSystem()
    .read(
      async (tx) =>
        (await tx.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst()) !== undefined,
    );
const queuedTo = (email: string) =>
  db
    .asSystem()
    .read(
      async (tx) =>
        (await sql`select from pgboss.job where name = 'mail.send' and data->>'to' = ${email}`.execute(tx))
          .rows.length,
    );
const receivedBy = (email: string) => mailServer.received.filter(({ recipient }) => recipient === email);

test.each(["before a worker lives", "in the middle of the mail"])(
  "a deleted account's address is told once, though the process ends %s",
  async (step) => {
    const { id, email } = await dueAccount();
    await Promise.all([deleteDueAccounts(services), deleteDueAccounts(services)]);
    expect(await isThere(id)).toBe(false);
    if (step === "in the middle of the mail") {
      const end = Promise.withResolvers<void>();
      const died = Promise.withResolvers<void>();
      const die: BeforeEnd = () => {
        died.resolve();
        return end.promise.then(() => Promise.reject(new Error("It is dead.")));
      };
      const queue = await startWorker((mail) => mailer.send(mail, die));
      // The dead process's job is released before its queue is waited for.
      onTestFinished(() => end.resolve());
      await died.promise;
      void queue.stop();
      expect(receivedBy(email)).toEqual([]);
      // What the queue does itself once a job has taken longer than it may.
      await db
        .asSystem()
        .write((tx) =>
          sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(tx),
        );
    }
    await startWorker((mail) => mailer.send(mail));
    await vi.waitFor(() => expect(receivedBy(email)).toHaveLength(1), { timeout: 15_000 });
    const [mail] = receivedBy(email);
    expect(mail?.subject).toBe("Your Handbill account is deleted");
    expect(mail?.text).toContain("Nobody can bring it back.");
    expect(await deleteDueAccounts(services)).toBe(0);
    await vi.waitFor(async () => {
      const { rows } = await db
        .asSystem()
        .read((tx) =>
          sql`select from pgboss.job where name = 'mail.send' and state <> 'completed'`.execute(tx),
        );
      expect(rows).toEqual([]);
    });
    expect(receivedBy(email)).toHaveLength(1);
  },
);

test("an account that a sign-in keeps, or that can't be deleted, is told of no deletion", async () => {
  const [kept, stuck] = [await dueAccount(), await dueAccount()];
  await db.asSystem().write(async (tx) => {
    await keepAccount(tx, config, kept.id);
    await tx.selectFrom("users").select("id").where("id", "=", stuck.id).forUpdate().execute();
    expect(await deleteDueAccounts(services)).toBe(0);
  });
  // The mail that says it stays.
  expect(await queuedTo(kept.email)).toBe(1);
  expect(await queuedTo(stuck.email)).toBe(0);
});

test("without mail set up nothing is queued", async () => {
  await using alone = await freshServices();
  await makeUser(alone.db, { role: "admin" });
  const { id } = await makeMusician(alone.db);
  await alone.db.asSystem().write((tx) =>
    tx
      .updateTable("users")
      .set({ deletes_at: new Date(0) })
      .where("id", "=", id)
      .execute(),
  );
  expect(await deleteDueAccounts(alone)).toBe(1);
  const { rows } = await alone.db
    .asSystem()
    .read((tx) => sql`select from pgboss.job where name = 'mail.send'`.execute(tx));
  expect(rows).toEqual([]);
});
