import { sql } from "kysely";
import type { NotificationKind, NotificationMail } from "../app/shared/notification-kinds.ts";
import { t } from "../app/shared/t.ts";
import type { Config } from "./config.ts";
import type { Writer } from "./db/database.ts";

interface ScheduledMail {
  about: NotificationMail;
  due_at: Date;
}

/**
 * Notes something that happened to a musician, in the transaction that stores it. A mail tells of it when they want one:
 * within minutes together with whatever else of its kind, in the morning, or never. Without mail set up nothing is noted.
 * @param sourceId the booking request, the comment, the conversation or the subscriber
 */
export async function noteEvent(
  tx: Writer,
  { smtpUrl }: Pick<Config, "smtpUrl">,
  { userId, kind, sourceId }: { userId: string; kind: NotificationKind; sourceId: string },
): Promise<void> {
  if (!smtpUrl) return;
  const { rows } = await sql<ScheduledMail>`
    select about, due_at from app.note_event(${userId}, ${kind}, ${sourceId})`.execute(tx);
  await enqueue(tx, userId, rows);
}

/** Sees to it that what is still to be told has a mail that is due, after its time has changed. */
export async function scheduleNotifications(tx: Writer, userId: string): Promise<void> {
  const { rows } = await sql<ScheduledMail>`
    select about, due_at from app.schedule_notifications(${userId})`.execute(tx);
  await enqueue(tx, userId, rows);
}

async function enqueue(tx: Writer, userId: string, mails: ScheduledMail[]): Promise<void> {
  for (const { about, due_at } of mails) await tx.enqueue("notifications.tell", { userId, about }, due_at);
}

/**
 * Takes something from what is still to be told, because a mail of its own tells of it in this transaction.
 * @param tx the system's
 * @returns false where it has been told already, or isn't to be told in a mail of its own
 */
export async function claimEvent(
  tx: Writer,
  { userId, kind, sourceId }: { userId: string; kind: NotificationKind; sourceId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("notifications")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("source_id", "=", sourceId)
    .where(sql<string>`app.mails_when(${userId}, ${kind})`, "=", "at_once")
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Where such mails are changed, and the page that switches them off without signing in. @param tx the system's */
export async function notificationFooter(
  tx: Writer,
  { origin }: Pick<Config, "origin">,
  userId: string,
  about: NotificationMail,
): Promise<{ text: string; unsubscribeUrl: string }> {
  const { off_key } = await tx
    .insertInto("notification_mails")
    .values({ user_id: userId, about })
    .onConflict((conflict) => conflict.columns(["user_id", "about"]).doUpdateSet({ about }))
    .returning("off_key")
    .executeTakeFirstOrThrow();
  const unsubscribeUrl = `${origin}/stop-mails?key=${off_key}`;
  return {
    text: [
      t("Choose when mails like this one come: {link}", { link: `${origin}/account/preferences` }),
      t("Stop them: {link}", { link: unsubscribeUrl }),
    ].join("\n"),
    unsubscribeUrl,
  };
}
