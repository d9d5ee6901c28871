import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Pace } from "#server/mail/deliver.ts";
import { type OpenMailer, openMailer } from "#server/mail/mail.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeIssue, makeLetterPicture, makeSubscriber } from "../../../tests/factories/audience.ts";
import {
  makeEvent,
  makeRelease,
  makeStoredImage,
  makeTrack,
  uploadAddress,
} from "../../../tests/factories/page.ts";
import { dyingWorker, type MailStep } from "../../../tests/harness/dying-worker.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { type MailServer, startMailServer } from "../../../tests/harness/smtp-server.ts";
import { addPicture, executeIssueAction, saveIssue } from "./issue-commands.server.ts";
import { type Block, textOf } from "./issue-document.ts";
import { ownIssue } from "./issue-queries.server.ts";
import { asText } from "./issue-schema.ts";
import { sendIssue } from "./send-issue.server.ts";

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

const work = (id: string) => sendIssue({ ...services, mailer }, id, pace);
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
async function untilDone(id: string) {
  for (let slices = 0; slices < 100 && (await statusOf(id)).status === "sending"; slices++) {
    await work(id);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const send = (userId: string, id: string) =>
  executeIssueAction(services, userId, { intent: "send-issue", id, scheduled_for: undefined });

test("an issue reaches each confirmed subscriber once, with a link of their own, and no one else", async () => {
  const userId = await artistWith(3);
  await makeSubscriber(services.db, { musician_id: userId, subscriber_email: "waiting@example.org" });
  const now = new Date();
  const off = { confirmed_at: now, unsubscribed_at: now, subscriber_email: "off@example.org" };
  await makeSubscriber(services.db, { musician_id: userId, ...off });
  const body = "Hello <b>all</b>,\n\nlisten: [here](https://example.org/a?b=1&c=2).";
  const { id } = await saveIssue(services, userId, {
    ...asText,
    title: "First & best",
    body,
    in_archive: true,
  });
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
  // How it arrived stays known when its deliveries have gone with their subscribers.
  await services.db
    .asMusician(userId)
    .write((tx) => tx.deleteFrom("newsletter_subscribers").where("musician_id", "=", userId).execute());
  const shown = await services.db.asMusician(userId).read((tx) => ownIssue(tx, userId, id));
  expect(shown?.counts).toMatchObject({ sent: 3, failed: 0 });
});

test("its blocks arrive in both parts, without what is hidden; pictures are anyone's from then on", async () => {
  const userId = await artistWith(1);
  const track = await makeTrack(services.db, { user_id: userId, title: "Tide" });
  const { id } = await makeIssue(services.db, { musician_id: userId, look: "sheet" });
  const picture = await makeLetterPicture(services.db, { id, musician_id: userId });
  const left = await makeLetterPicture(services.db, { id, musician_id: userId });
  await makeStoredImage(services.db, { user_id: userId, url: picture.image_url });
  const visitorSees = () =>
    services.db.asVisitor().read((tx) => tx.selectFrom("letter_pictures").select("id").execute());
  expect(await visitorSees()).toEqual([]);
  // What its musician alone sees, what isn't theirs, and what isn't there any more.
  const unheard = [
    { kind: "track", id: (await makeTrack(services.db, { user_id: userId, is_visible: false })).id },
    { kind: "release", id: (await makeRelease(services.db, { user_id: userId, published_at: null })).id },
    { kind: "show", id: (await makeEvent(services.db, { user_id: userId, is_published: false })).id },
    { kind: "track", id: (await makeTrack(services.db)).id },
    { kind: "show", id: randomUUID() },
  ] as const;
  const other = await makeIssue(services.db);
  const others = await makeLetterPicture(services.db, other);
  const blocks: Block[] = [
    { kind: "heading", words: [{ text: "It is out" }] },
    { kind: "paragraph", words: [{ text: "Play it " }, { text: "loud", bold: true }] },
    { kind: "picture", id: picture.id, alt: "The harbour" },
    { kind: "picture", id: others.id, alt: "Not theirs" },
    { kind: "track", id: track.id },
    ...unheard,
  ];
  const body = textOf(blocks);
  await saveIssue(services, userId, { ...asText, id, title: "Blocks", body, blocks, in_archive: true });
  await send(userId, id);
  await work(id);
  await untilDone(id);
  const [mail] = mailServer.received.filter(({ subject }) => subject === "Blocks");
  expect(mail?.text).toContain("It is out\n=========\n\nPlay it *loud*\n\n[Picture: The harbour]\n\nTide\n");
  expect(mail?.html).toMatch(/<h2[^>]*>It is out<\/h2>/);
  expect(mail?.html).toContain("Play it <b>loud</b>");
  expect(mail?.html).toMatch(new RegExp(`src="${services.config.origin}/mailed/photos/[^"]*\\.jpg"`));
  expect(mail?.text?.match(/^(Listen|See the date): /gm)).toHaveLength(1);
  expect(mail?.html?.match(/>(Listen|See the date)</g)).toHaveLength(1);
  expect(mail?.html).not.toContain("Not theirs");
  expect(await visitorSees()).toEqual([{ id: picture.id }]);
  const kept = services.db.asSystem().read((tx) => tx.selectFrom("letter_pictures").select("id").execute());
  expect((await kept).map((row) => row.id)).not.toContain(left.id);
});

test("an issue goes to those who came for a release, or around a show, and to no one when that is gone", async () => {
  const userId = await artistWith(2);
  const release = await makeRelease(services.db, { user_id: userId });
  const show = await makeEvent(services.db, {
    user_id: userId,
    event_date: "2026-05-08",
    time_zone: "Europe/London",
  });
  const now = new Date();
  const add = (name: string, more: object) =>
    makeSubscriber(services.db, {
      musician_id: userId,
      subscriber_email: `${name}@${userId}.example`,
      confirmed_at: now,
      ...more,
    });
  await add("waited", { release_id: release.id, source: "release_page" });
  await add("unconfirmed", { release_id: release.id, confirmed_at: null });
  await add("at-the-desk", { created_at: new Date("2026-05-10T20:00:00Z"), source: "bio_page" });
  await add("too-late", { created_at: new Date("2026-05-10T23:30:00Z"), source: "bio_page" });
  const reached = async (title: string, audience: string) => {
    const written = { ...asText, title, body: "Hello", audience, in_archive: true };
    const { id } = await saveIssue(services, userId, written);
    await send(userId, id);
    await work(id);
    await untilDone(id);
    return gotBy(title).map((address) => address?.split("@")[0]);
  };
  expect(await reached("For the release", `release:${release.id}`)).toEqual(["waited"]);
  expect(await reached("After the show", `show:${show.id}`)).toEqual(["at-the-desk"]);
  expect((await reached("From the page", "source:bio_page")).sort()).toEqual(["at-the-desk", "too-late"]);
  expect(await reached("For nobody", `show:${release.id}`)).toEqual([]);
  const other = await makeEvent(services.db, { event_date: "2026-05-08" });
  expect(await reached("Another's show", `show:${other.id}`)).toEqual([]);
});

test("what has no words, or more than mail programs show, isn't sent", async () => {
  const userId = await artistWith(1);
  const { id } = await makeIssue(services.db, { musician_id: userId });
  const keep = (blocks: Block[], body = textOf(blocks)) =>
    saveIssue(services, userId, { ...asText, id, title: "T", body, blocks, in_archive: true });
  await expect(keep([{ kind: "show", id: randomUUID() }])).rejects.toThrow("Please write something");
  const words = Array.from({ length: 1_900 }, (_, at) => ({
    text: at % 2 ? "a " : "b ",
    bold: true as const,
    href: "mailto:me@example.org",
  }));
  await keep([{ kind: "paragraph", words }]);
  await expect(send(userId, id)).rejects.toThrow("102 KB");
  const most = Array.from({ length: 40 }, () => ({ kind: "paragraph" as const, words }));
  await expect(keep(most)).rejects.toThrow("characters");
  expect((await statusOf(id)).status).toBe("draft");
});

test("a picture can be added before its letter is saved, and is the letter's from then on", async () => {
  const userId = await artistWith(0);
  const stored = (name: string) => ({
    src: uploadAddress("photos", userId, name),
    width: 10,
    height: 10,
    widths: [],
    colour: "#000000",
    bytes: 10,
  });
  const add = async (name: string) => (await addPicture(services, userId, null, stored(name))).id;
  const [kept, left] = [await add("kept.webp"), await add("left.webp")];
  expect(await add("kept.webp")).toBe(kept);
  const blocks: Block[] = [
    { kind: "paragraph", words: [{ text: "Look" }] },
    { kind: "picture", id: kept, alt: "" },
  ];
  const { id } = await saveIssue(services, userId, {
    ...asText,
    title: "Pictures",
    body: "Look",
    blocks,
    in_archive: true,
  });
  const letterOf = () =>
    services.db
      .asMusician(userId)
      .read((tx) => tx.selectFrom("letter_pictures").select(["id", "letter_id"]).execute());
  expect(new Map((await letterOf()).map((row) => [row.id, row.letter_id]))).toEqual(
    new Map([
      [kept, id],
      [left, null],
    ]),
  );
  // One that nobody has gone on with goes with the drafts.
  await services.db
    .asSystem()
    .write((tx) => sql`update letter_pictures set created_at = now() - interval '31 days'`.execute(tx));
  await add("next.webp");
  expect((await letterOf()).map((row) => row.id)).not.toContain(left);
});

/** A worker that dies at the given step of the given mail, and whose hold on the rest has ended. */
async function workAndDie(id: string, step: MailStep, atMail: number): Promise<void> {
  const { db, mailer: mortal, died } = dyingWorker(services.db, mailer, step, atMail);
  void sendIssue({ ...services, db, mailer: mortal }, id, { ...pace, lanes: 1, sliceMs: 20_000 });
  await died;
  await delay(pace.leaseMs + 50);
}

test.each<[MailStep, { sent: number; unknown: number; got: number }]>([
  ["before it begins", { sent: 20, unknown: 0, got: 20 }],
  ["before its end", { sent: 20, unknown: 0, got: 20 }],
  // Which of the two it was is unknown: neither is sent again by itself.
  ["once its end is allowed", { sent: 18, unknown: 2, got: 18 }],
  ["once it is accepted", { sent: 18, unknown: 2, got: 20 }],
])(
  "when its process ends twice %s, no subscriber gets an issue twice",
  async (step, { sent, unknown, got }) => {
    const userId = await artistWith(20);
    const { id, title } = await makeIssue(services.db, { musician_id: userId });
    await send(userId, id);
    await workAndDie(id, step, 5);
    await workAndDie(id, step, 7);
    await untilDone(id);
    expect(new Set(gotBy(title)).size).toBe(gotBy(title).length);
    expect(gotBy(title)).toHaveLength(got);
    expect([await deliveries(id, "sent"), await deliveries(id, "unknown")]).toEqual([sent, unknown]);
  },
);

test("a delivery in doubt is sent once more when its writer asks for it, under the same id, and no other delivery is", async () => {
  const userId = await artistWith(6);
  const { id, title } = await makeIssue(services.db, { musician_id: userId });
  await send(userId, id);
  await workAndDie(id, "once it is accepted", 2);
  await expect(
    executeIssueAction(services, userId, { intent: "send-issue-again", id }),
  ).rejects.toMatchObject({
    kind: "conflict",
  });
  await untilDone(id);
  expect(gotBy(title)).toHaveLength(6);
  const other = await makeMusician(services.db);
  await expect(
    executeIssueAction(services, other.id, { intent: "send-issue-again", id }),
  ).rejects.toMatchObject({
    kind: "not-found",
  });
  await executeIssueAction(services, userId, { intent: "send-issue-again", id });
  await untilDone(id);
  expect(gotBy(title)).toHaveLength(7);
  const ids = mailServer.received.filter(({ subject }) => subject === title).map((mail) => mail.messageId);
  expect(new Set(ids).size).toBe(6);
  expect([await deliveries(id, "sent"), await deliveries(id, "unknown")]).toEqual([6, 0]);
});

test("an address that is refused at once is given up where it is dead, and gets the next letter where its mailbox is full or a filter refused it", async () => {
  const userId = await artistWith(4);
  const [gone, full, filtered] = [1, 2, 3].map((n) => `fan${n}@${userId}.example`) as [
    string,
    string,
    string,
  ];
  mailServer.refused.set(gone, 550);
  mailServer.refused.set(full, "552 5.2.2 Mailbox full");
  mailServer.refused.set(filtered, "554 5.7.1 Refused");
  for (const count of [1, 2]) {
    const { id } = await makeIssue(services.db, { musician_id: userId });
    await send(userId, id);
    await work(id);
    await untilDone(id);
    expect([await deliveries(id, "sent"), await deliveries(id, "failed")]).toEqual([1, 4 - count]);
    const became = await services.db.asSystem().read((tx) =>
      tx
        .selectFrom("newsletter_subscribers")
        .select(["bounce_status", "soft_bounces", sql<boolean>`bounced_at is not null`.as("is_dead")])
        .where("musician_id", "=", userId)
        .orderBy("subscriber_email")
        .execute(),
    );
    expect(became).toEqual([
      { bounce_status: "5.0.0", soft_bounces: 0, is_dead: true },
      { bounce_status: "5.2.2", soft_bounces: count, is_dead: false },
      { bounce_status: "5.7.1", soft_bounces: count, is_dead: false },
      { bounce_status: null, soft_bounces: 0, is_dead: false },
    ]);
  }
});

test("a subscriber who unsubscribes while their own mail is on its way doesn't get it", async () => {
  const userId = await artistWith(3);
  const { id, title } = await makeIssue(services.db, { musician_id: userId });
  await send(userId, id);
  const leaver = `fan2@${userId}.example`;
  const late: Pick<OpenMailer, "send"> = {
    send: (mail, beforeEnd) =>
      mailer.send(mail, async () => {
        if (mail.to === leaver) {
          await services.db
            .asSystem()
            .write((tx) =>
              tx
                .updateTable("newsletter_subscribers")
                .set({ unsubscribed_at: new Date() })
                .where("subscriber_email", "=", leaver)
                .execute(),
            );
        }
        await beforeEnd?.();
      }),
  };
  await sendIssue({ ...services, mailer: late }, id, pace);
  await untilDone(id);
  expect(gotBy(title).sort()).toEqual([1, 3].map((n) => `fan${n}@${userId}.example`));
  expect(await deliveries(id, "skipped")).toBe(1);
});

test("two workers at once send no issue twice", async () => {
  const userId = await artistWith(40);
  const { id, title } = await makeIssue(services.db, { musician_id: userId });
  await send(userId, id);
  await Promise.all([work(id), work(id), work(id)]);
  await untilDone(id);
  const got = gotBy(title);
  expect(got).toHaveLength(40);
  expect(new Set(got).size).toBe(40);
});

test("a paused issue waits and goes on when resumed; a cancelled one is sent no further; another's issue is out of reach", async () => {
  const userId = await artistWith(5);
  const { id, title } = await makeIssue(services.db, { musician_id: userId });
  await send(userId, id);
  await sendIssue({ ...services, mailer }, id, { ...pace, sliceMs: 1 });
  await executeIssueAction(services, userId, { intent: "pause-issue", id });
  const before = gotBy(title).length;
  await work(id);
  expect(gotBy(title)).toHaveLength(before);
  await executeIssueAction(services, userId, { intent: "resume-issue", id });
  await executeIssueAction(services, userId, { intent: "cancel-issue", id });
  await work(id);
  expect(gotBy(title)).toHaveLength(before);
  const other = await makeMusician(services.db);
  await expect(executeIssueAction(services, other.id, { intent: "delete-issue", id })).rejects.toMatchObject({
    kind: "not-found",
  });
});
