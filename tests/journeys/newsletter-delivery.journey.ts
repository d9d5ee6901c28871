import { once } from "node:events";
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeIssue } from "../factories/audience.ts";
import { newAccount } from "../harness/account.ts";
import { type Handbill, openDatabaseOf, startHandbill, temporaryDataDir } from "../harness/handbill.ts";
import { startMailServer } from "../harness/smtp-server.ts";

test("a server that is killed twice while an issue goes out sends it to no one twice, and lists the doubtful recipients", async () => {
  const fans = 300;
  await using mailServer = await startMailServer();
  const dataDir = await temporaryDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const start = () => startHandbill({ SMTP_URL: mailServer.url, DATA_DIR: dataDir });
  const kill = async ({ process }: Handbill) => {
    process.kill("SIGKILL");
    await once(process, "exit");
  };

  let handbill = await start();
  const db = await openDatabaseOf(handbill);
  onTestFinished(() => db.close());
  const { id: musician_id, headers } = await newAccount(handbill, db, "nova@example.org");
  await makeMusician(db, { user_id: musician_id });
  await db.asSystem().write((tx) =>
    sql`
      insert into newsletter_subscribers (musician_id, subscriber_email, source, confirmed_at)
      select ${musician_id}::uuid, 'fan' || n || '@fans.example', 'import', now()
      from generate_series(1, ${fans}::int) n`.execute(tx),
  );
  const { id } = await makeIssue(db, { musician_id });
  const gone = "fan7@fans.example";
  mailServer.refused.set(gone, 550);
  const body = new URLSearchParams({ intent: "send-issue", id });
  const address = `${handbill.origin}/newsletter/letters/${id}`;
  expect((await fetch(address, { method: "POST", headers, body })).status).toBe(200);

  const received = () => mailServer.received.map(({ recipient }) => recipient);
  for (const arrived of [90, 190]) {
    await expect.poll(() => received().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(arrived);
    await kill(handbill);
    handbill = await start();
  }
  onTestFinished(() => handbill[Symbol.asyncDispose]());
  const status = async () => {
    const rows = await db
      .asSystem()
      .read((tx) => tx.selectFrom("letters").select("status").where("id", "=", id).execute());
    return rows[0]?.status;
  };
  await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe("sent");

  const became = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("letter_deliveries as delivery")
        .innerJoin("newsletter_subscribers as subscriber", "subscriber.id", "delivery.subscriber_id")
        .select(["subscriber_email", "delivery.status"])
        .where("letter_id", "=", id)
        .execute(),
    );
  const got = new Set(received());
  expect(received()).toHaveLength(got.size);
  expect(became).toHaveLength(fans);
  expect(became.filter(({ status }) => status === "failed")).toEqual([
    { subscriber_email: gone, status: "failed" },
  ]);
  const doubtful = became.filter((delivery) => delivery.status === "unknown");
  // Four are on their way at a time; few of them in the moment that counts.
  expect(doubtful.length).toBeLessThanOrEqual(8);
  for (const { status, subscriber_email } of became) {
    if (status !== "unknown" && subscriber_email !== gone)
      expect([subscriber_email, status]).toEqual([subscriber_email, "sent"]);
    if (status === "sent") expect(got, subscriber_email).toContain(subscriber_email);
  }
});
