import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { noteEvent, notificationFooter } from "#server/notifications.ts";
import type { Services } from "#server/services.ts";
import { nameInMail } from "~/shared/name-in-mail";
import type { Frequency } from "~/shared/notification-kinds";
import { t } from "~/shared/t";

/** A job that comes this much too early by its server's clock is on time. */
const slackMs = 30_000;
/** So long after it was due, a mail's job is lost. */
const lostAfterMs = 15 * 60_000;
const lostAtOnce = 1000;

/**
 * Mails a musician that messages wait for them, unless they have read them by now, want no mails any more, or have
 * blocked the sender. Sending a message locks the conversation as well, so that each message is either seen here or
 * finds that nothing is due. Running twice changes nothing.
 */
export async function tellOfMessages(
  { db, config }: Pick<Services, "db" | "config">,
  { conversationId, recipientId }: JobData<"messages.tell">,
): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const conversation = await tx
      .selectFrom("conversations")
      .select("id")
      .where("id", "=", conversationId)
      .forUpdate()
      .executeTakeFirst();
    const mail = await tx
      .selectFrom("message_mails")
      .select("due_at")
      .where("conversation_id", "=", conversationId)
      .where("recipient_id", "=", recipientId)
      .executeTakeFirst();
    if (!conversation || !mail?.due_at || mail.due_at.getTime() > Date.now() + slackMs) return;
    const { rows } = await sql<WaitingMessages & { frequency: Frequency }>`
      select recipient.email, app.mails_when(recipient.id, 'messages') as frequency, profile.artist_name as name, (
        select count(*) from (
          select from messages
          where recipient_id = ${recipientId} and conversation_id = ${conversationId} and not is_read
            and hidden_at is null
          limit 100) unread) as waiting
      from conversations conversation
        join users recipient on recipient.id = ${recipientId}
        join users sender on sender.id in (conversation.participant_1, conversation.participant_2)
          and sender.id <> recipient.id
        left join musician_profiles profile on profile.user_id = sender.id
      where conversation.id = ${conversationId}
        and recipient.id not in (select app.suspended())
        and not exists (
          select from message_blocks where blocker_id = recipient.id and blocked_id = sender.id)`.execute(tx);
    const [waitingMessages] = rows;
    const isWaiting = waitingMessages !== undefined && waitingMessages.waiting > 0;
    const isDue = isWaiting && waitingMessages.frequency === "at_once";
    await tx
      .updateTable("message_mails")
      .set({ due_at: null, ...(isDue && { sent_at: new Date() }) })
      .where("conversation_id", "=", conversationId)
      .where("recipient_id", "=", recipientId)
      .execute();
    if (isDue) {
      await mailAccount(tx, recipientId, async (site) => {
        const footer = await notificationFooter(tx, config, recipientId, "messages");
        return {
          id: randomUUID(),
          ...newMessagesMail(config, site, conversationId, waitingMessages, footer),
        };
      });
    } else if (isWaiting) {
      // They have chosen another time meanwhile.
      await noteEvent(tx, config, { userId: recipientId, kind: "messages", sourceId: conversationId });
    }
  });
}

interface WaitingMessages {
  email: string;
  name: string | null;
  waiting: number;
}

function newMessagesMail(
  { origin }: Pick<Config, "origin">,
  siteName: string,
  conversationId: string,
  { email, name, waiting }: WaitingMessages,
  footer: { text: string; unsubscribeUrl: string },
): JobData<"mail.send"> {
  const from = nameInMail(name, t("a musician|in place of a name, within a sentence"));
  return {
    to: email,
    subject: t("New message from {name}", { name: from }),
    text: [
      t("Hello,"),
      waiting > 99
        ? t("more than 99 messages from {name} wait for you on {siteName}.", { name: from, siteName })
        : t(
            "{count, plural, one {a message from {name} waits for you on {siteName}.} other {# messages from {name} wait for you on {siteName}.}}",
            { count: waiting, name: from, siteName },
          ),
      t("Read and answer: {link}", { link: `${origin}/messages/${conversationId}` }),
      footer.text,
      siteName,
    ].join("\n\n"),
    unsubscribeUrl: footer.unsubscribeUrl,
  };
}

/** Enqueues mails again whose job has been lost. */
export async function catchUpMails({ db, config }: Pick<Services, "db" | "config">): Promise<void> {
  if (!config.smtpUrl) return;
  await db.asSystem().write(async (tx) => {
    const lost = await tx
      .selectFrom("message_mails")
      .select(["conversation_id", "recipient_id"])
      .where("due_at", "<", new Date(Date.now() - lostAfterMs))
      .orderBy("due_at")
      .limit(lostAtOnce)
      .execute();
    for (const { conversation_id, recipient_id } of lost) {
      await tx.enqueue("messages.tell", { conversationId: conversation_id, recipientId: recipient_id });
    }
  });
}
