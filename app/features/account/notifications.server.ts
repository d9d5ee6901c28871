import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Writer } from "#server/db/database.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { notificationFooter, scheduleNotifications } from "#server/notifications.ts";
import { formatsOf, languageOfAccount } from "#server/preferences.ts";
import { inLanguageOf } from "#server/reading.ts";
import type { Services } from "#server/services.ts";
import { siteName } from "#server/site-settings.ts";
import { formatDuration } from "~/shared/duration";
import type { Formats } from "~/shared/formats";
import { nameInMail, oneLine } from "~/shared/name-in-mail";
import { type NotificationKind, notificationKinds } from "~/shared/notification-kinds";
import { t } from "~/shared/t";

/** A job that comes this much too early by its server's clock is on time. */
const slackMs = 30_000;
/** So long after it was due, a mail's job is lost. */
const lostAfterMs = 15 * 60_000;
const lostAtOnce = 1000;
/** A mail shows so many of a kind, the newest, and counts the others. */
const shownOfKind = 5;
const shownCharacters = 160;

/** What has happened of one kind, for a mail. */
interface News {
  /** As in '3 comments'. */
  count: string;
  lines: string[];
  link: string;
  linkText: string;
}

/**
 * Mails a musician what has happened since the last such mail, as far as it is still there. What the mail tells of is
 * forgotten in the transaction that leaves it, so that nothing is told twice and nothing is lost. Running twice changes
 * nothing. For a suspended account all waits.
 */
export async function tellOfEvents(
  { db, config }: Pick<Services, "db" | "config">,
  job: JobData<"notifications.tell">,
): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const language = await languageOfAccount(tx, job.userId);
    await inLanguageOf({ language }, () => tell(tx, config, job));
  });
}

async function tell(
  tx: Writer,
  config: Pick<Config, "origin">,
  { userId, about }: JobData<"notifications.tell">,
): Promise<void> {
  const mail = await tx
    .selectFrom("notification_mails")
    .select("due_at")
    .where("user_id", "=", userId)
    .where("about", "=", about)
    .forUpdate()
    .executeTakeFirst();
  if (!mail?.due_at || mail.due_at.getTime() > Date.now() + slackMs) return;
  const account = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("id", "not in", sql<string>`(select app.suspended())`)
    .executeTakeFirst();
  if (!account) return;
  const news = await newsFor(tx, config, userId, about);
  await tx
    .updateTable("notification_mails")
    .set({ due_at: null, ...(news.length > 0 && { sent_at: new Date() }) })
    .where("user_id", "=", userId)
    .where("about", "=", about)
    .execute();
  if (news.length > 0) {
    const footer = await notificationFooter(tx, config, userId, about);
    await tx.enqueue("mail.send", {
      id: randomUUID(),
      to: account.email,
      ...newsMail(await siteName(tx), about === "daily", news, footer.text),
      unsubscribeUrl: footer.unsubscribeUrl,
    });
  }
  // What was noted while other times were set is told at those of now.
  await scheduleNotifications(tx, userId);
}

/** Takes what this mail is to tell of. */
async function newsFor(
  tx: Writer,
  { origin }: Pick<Config, "origin">,
  userId: string,
  about: JobData<"notifications.tell">["about"],
): Promise<News[]> {
  const news: News[] = [];
  const { number } = await formatsOf(tx, userId);
  for (const kind of about === "daily" ? notificationKinds : [about]) {
    const { rows } = await sql<{ frequency: string }>`
      select app.mails_when(${userId}, ${kind}) as frequency`.execute(tx);
    if (rows[0]?.frequency !== (about === "daily" ? "daily" : "at_once")) continue;
    const { link, ...found } = await take[kind](tx, userId, number);
    if (found.total > 0)
      news.push({
        ...found,
        count: countOf[kind]({ count: found.total, shown: number(found.total) }),
        link: `${origin}${link}`,
      });
  }
  return news;
}

interface Taken {
  total: number;
  lines: string[];
  link: string;
  linkText: string;
}

/** The rows that the mail tells of, which are noted no more. */
const told = (userId: string, kind: NotificationKind) => sql`
  with told as (
    delete from notifications where user_id = ${userId} and kind = ${kind} returning source_id)`;

const take: Record<
  NotificationKind,
  (tx: Writer, userId: string, number: Formats["number"]) => Promise<Taken>
> = {
  async bookings(tx, userId) {
    const { rows } = await sql<{ total: number; name: string; text: string }>`
      ${told(userId, "bookings")}
      select count(*) over () as total, requester_name as name, left(message, ${shownCharacters * 2}) as text
      from told join booking_requests booking on booking.id = source_id
      order by created_at desc limit ${shownOfKind}`.execute(tx);
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ name, text }) => lineOf(visitorName(name), text)),
      link: "/booking-requests",
      linkText: t("Accept or decline"),
    };
  },
  async comments(tx, userId, number) {
    const { rows } = await sql<{
      total: number;
      waiting: number;
      name: string;
      text: string;
      track: string | null;
      seconds: number | null;
    }>`
      ${told(userId, "comments")}
      select count(*) over () as total, count(*) filter (where not is_approved) over () as waiting,
        author_name as name, left(content, ${shownCharacters * 2}) as text, track.title as track,
        track_seconds as seconds
      from told
        join fan_comments comment on comment.id = source_id
        left join music_tracks track on track.id = track_id
      where hidden_at is null
      order by comment.created_at desc limit ${shownOfKind}`.execute(tx);
    const { total = 0, waiting = 0 } = rows[0] ?? {};
    return {
      total,
      lines: rows.map(({ name, text, track, seconds }) => {
        const visitor = visitorName(name);
        if (track === null) return lineOf(visitor, text);
        const moment = { visitor, time: formatDuration(seconds), track: oneLine(track) };
        return lineOf(t("{visitor} at {time} of “{track}”", moment), text);
      }),
      link: "/comments",
      linkText:
        waiting === 0
          ? t("Read them")
          : t("Review them ({count} waiting, not on your page yet)", { count: number(waiting) }),
    };
  },
  async messages(tx, userId) {
    const { rows } = await sql<{ total: number; name: string | null; waiting: number }>`
      ${told(userId, "messages")}
      select sum(waiting) over () as total, artist_name as name, waiting
      from told
        join conversations conversation on conversation.id = source_id
        cross join lateral (
          select case participant_1 when ${userId} then participant_2 else participant_1 end as id) sender
        cross join lateral (
          select count(*) as waiting from (
            select from messages
            where conversation_id = conversation.id and recipient_id = ${userId} and not is_read and hidden_at is null
            limit 100) unread) unread
        left join musician_profiles profile on profile.user_id = sender.id
      where waiting > 0 and not exists (
        select from message_blocks where blocker_id = ${userId} and blocked_id = sender.id)
      order by last_message_at desc limit ${shownOfKind}`.execute(tx);
    return {
      total: Number(rows[0]?.total ?? 0),
      lines: rows.map(({ name, waiting }) => {
        const musician = nameInMail(name, t("a musician|in place of a name, within a sentence"));
        return waiting > 99
          ? t("More than 99 from {musician}|messages", { musician })
          : t("{count} from {musician}|messages", { count: waiting, musician });
      }),
      link: "/messages",
      linkText: t("Read and answer"),
    };
  },
  async subscribers(tx, userId) {
    const { rows } = await sql<{ total: number; email: string }>`
      ${told(userId, "subscribers")}
      select count(*) over () as total, subscriber_email as email
      from told join newsletter_subscribers subscriber on subscriber.id = source_id
      where confirmed_at is not null and unsubscribed_at is null
      order by confirmed_at desc limit ${shownOfKind}`.execute(tx);
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ email }) => email),
      link: "/newsletter",
      linkText: t("See all of them"),
    };
  },
};

const visitorName = (name: string) => nameInMail(name, t("A visitor|in place of a name"));

/** What a stranger has typed, on one line. */
function lineOf(name: string, text: string): string {
  const line = oneLine(text);
  const letters = [...line];
  return `${name}: ${letters.length > shownCharacters ? `${letters.slice(0, shownCharacters).join("")}…` : line}`;
}

const countOf: Record<NotificationKind, (total: { count: number; shown: string }) => string> = {
  bookings: (total) =>
    t("{count, plural, one {{shown} new booking request} other {{shown} new booking requests}}", total),
  comments: (total) => t("{count, plural, one {{shown} new comment} other {{shown} new comments}}", total),
  messages: (total) =>
    t("{count, plural, one {{shown} unread message} other {{shown} unread messages}}", total),
  subscribers: (total) =>
    t("{count, plural, one {{shown} new subscriber} other {{shown} new subscribers}}", total),
};

function newsMail(siteName: string, isDaily: boolean, news: News[], footer: string) {
  const counts = news.map(({ count }) => count).join(", ");
  return {
    subject: isDaily
      ? t("Your day on {siteName}: {counts}", { siteName, counts })
      : t("{counts} on {siteName}", { siteName, counts }),
    text: [
      t("Hello,"),
      isDaily ? t("this is new since the last mail:") : t("this has just come in:"),
      ...news.map(({ count, lines, link, linkText }) =>
        [`${count}:`, ...lines.map((line) => `- ${line}`), `${linkText}: ${link}`].join("\n"),
      ),
      footer,
      siteName,
    ].join("\n\n"),
  };
}

/** Enqueues mails again whose job has been lost, and those that have waited for the end of a suspension. */
export async function catchUpNotifications({ db, config }: Pick<Services, "db" | "config">): Promise<void> {
  if (!config.smtpUrl) return;
  await db.asSystem().write(async (tx) => {
    const lost = await tx
      .selectFrom("notification_mails")
      .select(["user_id", "about"])
      .where("due_at", "<", new Date(Date.now() - lostAfterMs))
      .where("user_id", "not in", sql<string>`(select app.suspended())`)
      .orderBy("due_at")
      .limit(lostAtOnce)
      .execute();
    for (const { user_id: userId, about } of lost) await tx.enqueue("notifications.tell", { userId, about });
  });
}
