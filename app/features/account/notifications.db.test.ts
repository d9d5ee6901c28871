import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { noteEvent } from "#server/notifications.ts";
import type { Frequency, NotificationKind, NotificationMail } from "~/shared/notification-kinds";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeBooking, makeComment, makeSubscriber } from "../../../tests/factories/audience.ts";
import { makeConversation, makeMessage } from "../../../tests/factories/messages.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { catchUpNotifications, tellOfEvents } from "./notifications.server.ts";
import { executePreferencesAction, mailsToStop, preferencesOf, stopMails } from "./preferences.server.ts";
import type { Preferences } from "./schema.ts";

const services = await freshServices({ SMTP_URL: "smtp://127.0.0.1:1" });
const { db, config } = services;
afterAll(() => services[Symbol.asyncDispose]());

const off = { bookings: "never", comments: "never", messages: "never", subscribers: "never" } as const;

async function choose(id: string, mails: Partial<Record<NotificationKind, Frequency>>): Promise<void> {
  await executePreferencesAction(services, id, { intent: "save-mails", ...off, ...mails });
}

/** Stores something of each kind and notes it, as the features do. */
const happen: Record<NotificationKind, (id: string) => Promise<string>> = {
  bookings: async (musician_id) =>
    (await makeBooking(db, { musician_id, requester_name: "Pat", message: "Would you play?" })).id,
  comments: async (musician_id) =>
    (await makeComment(db, { musician_id, author_name: "Ann", content: "Great show!", is_approved: false }))
      .id,
  messages: async (id) => {
    const sender = await makeMusician(db, { artist_name: "Nova" });
    const conversation = await makeConversation(db, id, sender.id);
    await makeMessage(db, { conversation_id: conversation.id, sender_id: sender.id });
    return conversation.id;
  },
  subscribers: async (musician_id) =>
    (
      await makeSubscriber(db, {
        musician_id,
        subscriber_email: `fan-${randomUUID()}@example.org`,
        confirmed_at: new Date(),
      })
    ).id,
};

async function note(id: string, kind: NotificationKind): Promise<string> {
  const sourceId = await happen[kind](id);
  await db.asSystem().write((tx) => noteEvent(tx, config, { userId: id, kind, sourceId }));
  return sourceId;
}

/** The mails that an account has, the oldest first. */
const mailsTo = (email: string) =>
  db.asSystem().read(async (tx) => {
    const { rows } = await sql<{ subject: string; text: string; link: string }>`
      select data ->> 'subject' as subject, data ->> 'text' as text, data ->> 'unsubscribeUrl' as link
      from pgboss.job where name = 'mail.send' and data ->> 'to' = ${email} order by created_on`.execute(tx);
    return rows;
  });

/** The jobs that are to tell an account, and how soon, in minutes. */
const jobsFor = (id: string) =>
  db.asSystem().read(async (tx) => {
    const { rows } = await sql<{ about: string; wait: number }>`
      select data ->> 'about' as about, extract(epoch from start_after - now())::float8 / 60 as wait
      from pgboss.job where name = 'notifications.tell' and data ->> 'userId' = ${id}
      order by created_on, start_after`.execute(tx);
    return rows;
  });

const dueAt = (id: string, about: NotificationMail) =>
  db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("notification_mails")
        .select("due_at")
        .where("user_id", "=", id)
        .where("about", "=", about)
        .executeTakeFirst(),
    )
    .then((row) => row?.due_at ?? null);

const untold = (id: string) =>
  db
    .asSystem()
    .read((tx) => tx.selectFrom("notifications").select("kind").where("user_id", "=", id).execute())
    .then((rows) => rows.map(({ kind }) => kind));

/** Lets the mail's time come, and tells. */
async function tell(id: string, about: NotificationMail): Promise<void> {
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("notification_mails")
        .set({ due_at: new Date() })
        .where("user_id", "=", id)
        .where("due_at", "is not", null)
        .execute(),
    );
  await tellOfEvents(services, { userId: id, about });
}

const saidOf: Record<NotificationKind, string> = {
  bookings: "1 new booking request:\n- Pat: Would you play?\nAccept or decline: http",
  comments: "1 new comment:\n- Ann: Great show!\nReview them (1 waiting, not on your page yet): http",
  messages: "1 unread message:\n- 1 from Nova\nRead and answer: http",
  subscribers: "1 new subscriber:\n- fan-",
};

const kinds: NotificationKind[] = ["bookings", "comments", "messages", "subscribers"];

test.each(kinds)("%s daily are told in one mail in the morning, and never not at all", async (kind) => {
  const { id, email } = await makeMusician(db);
  await choose(id, { [kind]: "daily" });
  await note(id, kind);
  await tellOfEvents(services, { userId: id, about: "daily" });
  expect(await mailsTo(email)).toEqual([]);
  await tell(id, "daily");
  await tell(id, "daily");
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(saidOf[kind]);
  expect(mail?.text).toContain(`${config.origin}/account/preferences`);
  expect(await untold(id)).toEqual([]);

  await choose(id, {});
  await note(id, kind);
  expect(await untold(id)).toEqual([]);
  // The next morning there is nothing to tell.
  await tell(id, "daily");
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a comment is told with the moment of the track that it is pinned to", async () => {
  const { id, email } = await makeMusician(db);
  await choose(id, { comments: "daily" });
  const { id: track_id } = await makeTrack(db, { user_id: id, title: "Rain" });
  const comment = { musician_id: id, author_name: "Ann", content: "This!", track_id, track_seconds: 75 };
  const { id: sourceId } = await makeComment(db, comment);
  await db.asSystem().write((tx) => noteEvent(tx, config, { userId: id, kind: "comments", sourceId }));
  await tell(id, "daily");
  expect((await mailsTo(email))[0]?.text).toContain(
    "1 new comment:\n- Ann at 1:15 of “Rain”: This!\nRead them",
  );
});

test.each<NotificationKind>(["bookings", "comments", "subscribers"])(
  "%s at once are told within minutes together, and the next ones an hour later",
  async (kind) => {
    const { id, email } = await makeMusician(db);
    await choose(id, { [kind]: "at_once" });
    await note(id, kind);
    await note(id, kind);
    expect(await jobsFor(id)).toEqual([{ about: kind, wait: expect.closeTo(2, 0) }]);
    await tell(id, kind);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^2 new .*s on Handbill$/),
    ]);
    await note(id, kind);
    expect((await jobsFor(id)).at(-1)).toEqual({ about: kind, wait: expect.closeTo(60, 0) });
  },
);

test("messages at once have a mail of their own for each conversation", async () => {
  const { id } = await makeMusician(db);
  await choose(id, { messages: "at_once" });
  await note(id, "messages");
  expect(await untold(id)).toEqual([]);
});

test("the daily mail gathers every kind, leaves out what is gone, and keeps strangers' text on a line", async () => {
  const { id, email } = await makeMusician(db);
  await choose(id, { bookings: "daily", comments: "daily", subscribers: "daily", messages: "daily" });
  for (const kind of kinds) await note(id, kind);
  const gone = await note(id, "comments");
  const loud = await note(id, "comments");
  await db.asSystem().write(async (tx) => {
    await tx.deleteFrom("fan_comments").where("id", "=", gone).execute();
    await tx
      .updateTable("fan_comments")
      .set({ author_name: "www.evil.example/", content: `first\n\n${config.origin} ${"x".repeat(900)}` })
      .where("id", "=", loud)
      .execute();
  });
  await tell(id, "daily");
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe(
    "Your day on Handbill: 1 new booking request, 2 new comments, 1 unread message, 1 new subscriber",
  );
  expect(mail?.text).toMatch(/\n- A visitor: first http\S+ x{100,150}…\n/);
  expect(mail?.text).toContain(`${config.origin}/comments`);
});

test("only what is still unread is told, and nobody hears of whom they have blocked", async () => {
  const { id, email } = await makeMusician(db);
  await choose(id, { messages: "daily" });
  const read = await note(id, "messages");
  const blocked = await note(id, "messages");
  await db.asSystem().write(async (tx) => {
    await tx.updateTable("messages").set({ is_read: true }).where("conversation_id", "=", read).execute();
    const { sender_id } = await tx
      .selectFrom("messages")
      .select("sender_id")
      .where("conversation_id", "=", blocked)
      .executeTakeFirstOrThrow();
    await tx.insertInto("message_blocks").values({ blocker_id: id, blocked_id: sender_id }).execute();
  });
  await tell(id, "daily");
  expect(await mailsTo(email)).toEqual([]);
});

test("a mail that can't be left tells of nothing, and of everything the next time", async () => {
  const { id, email } = await makeMusician(db);
  await choose(id, { comments: "daily" });
  await note(id, "comments");
  await tell(id, "comments");
  const dying = {
    ...services,
    config: {
      ...config,
      get origin(): string {
        throw new Error("It is dead.");
      },
    },
  };
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("notification_mails").set({ due_at: new Date() }).where("user_id", "=", id).execute(),
    );
  await expect(tellOfEvents(dying, { userId: id, about: "daily" })).rejects.toThrow("It is dead.");
  expect(await untold(id)).toEqual(["comments"]);
  await Promise.all([
    tellOfEvents(services, { userId: id, about: "daily" }),
    tellOfEvents(services, { userId: id, about: "daily" }),
  ]);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("what waits follows a changed setting: once, at the new time, or never", async () => {
  const { id, email } = await makeMusician(db);
  await choose(id, { comments: "daily" });
  await note(id, "comments");
  await choose(id, { comments: "at_once" });
  expect((await jobsFor(id)).at(-1)).toEqual({ about: "comments", wait: expect.closeTo(2, 0) });
  await tell(id, "daily");
  expect(await mailsTo(email)).toEqual([]);
  await tell(id, "comments");
  await tell(id, "daily");
  expect(await mailsTo(email)).toHaveLength(1);

  await note(id, "comments");
  // The setting changes while the old time's job is on its way.
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("account_preferences").set({ comments: "daily" }).where("user_id", "=", id).execute(),
    );
  await tell(id, "comments");
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await jobsFor(id)).at(-1)?.about).toBe("daily");
  await tell(id, "daily");
  expect(await mailsTo(email)).toHaveLength(2);

  await note(id, "comments");
  await choose(id, {});
  expect(await untold(id)).toEqual([]);
});

test("the morning is the account's own, and moves with its time zone", async () => {
  const { id } = await makeMusician(db);
  const hourIn = async (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" }).format(
      (await dueAt(id, "daily")) ?? 0,
    );
  await choose(id, { subscribers: "daily" });
  await note(id, "subscribers");
  expect(await hourIn("UTC")).toBe("08:00");
  const zones = { intent: "save-formats", format: "en-GB" } as const;
  await executePreferencesAction(services, id, { ...zones, time_zone: "Asia/Kolkata" });
  expect(await hourIn("Asia/Kolkata")).toBe("08:00");
  const soon = (await dueAt(id, "daily"))?.getTime() ?? 0;
  expect(soon).toBeGreaterThan(Date.now());
  expect(soon).toBeLessThanOrEqual(Date.now() + 24 * 3600 * 1000);
  await expect(
    executePreferencesAction(services, id, { ...zones, time_zone: "Evil/Zone" }),
  ).rejects.toMatchObject({ field: "time_zone" });
});

test("a suspended account gets its mail after the suspension", async () => {
  const { id, email } = await makeMusician(db);
  await choose(id, { comments: "at_once" });
  await note(id, "comments");
  const suspend = (since: Date | null) =>
    db.asSystem().write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: since, suspended_reason: since && "Spam" })
        .where("id", "=", id)
        .execute(),
    );
  await suspend(new Date());
  await tell(id, "comments");
  expect(await mailsTo(email)).toEqual([]);
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("notification_mails")
        .set({ due_at: sql<Date>`now() - interval '1 day'` })
        .where("user_id", "=", id)
        .execute(),
    );
  const jobs = (await jobsFor(id)).length;
  await catchUpNotifications(services);
  expect(await jobsFor(id)).toHaveLength(jobs);
  await suspend(null);
  await catchUpNotifications(services);
  expect(await jobsFor(id)).toHaveLength(jobs + 1);
  await tellOfEvents(services, { userId: id, about: "comments" });
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a mail's link stops its kind, or all that come daily, and no other's", async () => {
  const { id, email } = await makeMusician(db);
  await choose(id, { bookings: "daily", comments: "at_once", subscribers: "daily" });
  await note(id, "comments");
  await note(id, "bookings");
  await tell(id, "comments");
  await tell(id, "daily");
  const [comments = "", daily = ""] = (await mailsTo(email)).map(
    ({ link }) => new URL(link).searchParams.get("key") ?? "",
  );
  expect(await mailsToStop(services, comments)).toBe("comments");
  expect(await mailsToStop(services, randomUUID())).toBeNull();
  expect(await mailsToStop(services, "'")).toBeNull();
  await stopMails(services, randomUUID());
  const preferences = (): Promise<Preferences> => db.asMusician(id).read((tx) => preferencesOf(tx, id));
  expect(await preferences()).toMatchObject({ comments: "at_once" });
  await stopMails(services, comments);
  expect(await preferences()).toMatchObject({ ...off, bookings: "daily", subscribers: "daily" });
  await stopMails(services, daily);
  await stopMails(services, daily);
  expect(await preferences()).toMatchObject(off);
});

test("an account that has chosen nothing has the defaults of one that has", async () => {
  const { id } = await makeMusician(db);
  const load = () => db.asMusician(id).read((tx) => preferencesOf(tx, id));
  const before = await load();
  await db.asSystem().write((tx) => tx.insertInto("account_preferences").values({ user_id: id }).execute());
  expect(await load()).toEqual(before);
  expect(before).toMatchObject({
    bookings: "at_once",
    comments: "daily",
    messages: "at_once",
    subscribers: "daily",
  });
});

test("without mail set up nothing is noted", async () => {
  const { id } = await makeMusician(db);
  await db
    .asSystem()
    .write((tx) =>
      noteEvent(tx, { smtpUrl: undefined }, { userId: id, kind: "comments", sourceId: randomUUID() }),
    );
  expect(await untold(id)).toEqual([]);
});
