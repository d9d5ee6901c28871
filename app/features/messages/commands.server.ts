import { sql } from "kysely";
import { violates, violatesPolicy, type Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import { noteEvent } from "#server/notifications.ts";
import { setPreferences } from "#server/preferences.ts";
import { inLanguageOf } from "#server/reading.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { sourceLanguage } from "~/shared/languages";
import type { Frequency } from "~/shared/notification-kinds";
import { t } from "~/shared/t";
import { type MessageSettings, messageSettings, requireSent, type ShownMessage } from "./queries.server";
import { type MessageAction, type NewMessage, settingsValues, sharedTracksText, texts } from "./schema";

/** A person doesn't type that fast; a program would. */
const sending: LimitRule = { name: "messages-send", tries: 120, windowSeconds: 60 };
const sendingDaily: LimitRule = { name: "messages-send-day", tries: 5_000, windowSeconds: 24 * 3600 };
/** Only new conversations count: existing ones may be opened as often as the musician likes. */
const starting: LimitRule = { name: "messages-start", tries: 30, windowSeconds: 3600 };

const reporting: LimitRule = { name: "messages-report", tries: 30, windowSeconds: 3600 };

/**
 * Sends a message, with the musician's own tracks. The same one again, by a double click or after a lost answer, is
 * stored once, and answered with the stored one. Where mail is set up and wanted, one about it is queued in the same
 * transaction. [2 §4, §7]
 * @throws AppError `not-found` where the musician can't write, for whatever reason; `conflict` where they have blocked
 * the other, or the other is suspended or about to go; `invalid` when a track isn't one's own to show; `too-many`
 */
export async function sendMessage(
  { db, limits, config }: Pick<Services, "db" | "limits" | "config">,
  userId: string,
  message: NewMessage,
): Promise<ShownMessage> {
  await limits.spend(sending, limitKey(userId));
  await limits.spend(sendingDaily, limitKey(userId));
  const { conversation, clientId, content, tracks } = message;
  const me = db.asMusician(userId);
  try {
    return await me.write(async (tx) => {
      const { id } = await tx
        .insertInto("messages")
        .values({
          conversation_id: conversation,
          sender_id: userId,
          client_id: clientId,
          content:
            content || inLanguageOf({ language: sourceLanguage }, () => sharedTracksText(tracks.length)),
          message_type: tracks.length > 0 ? "track" : "text",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (tracks.length > 0) await attach(tx, userId, id, tracks);
      if (config.smtpUrl) await leaveMail(tx, config, userId, conversation);
      return (await requireSent(tx, userId, clientId)).message;
    });
  } catch (error) {
    if (violates(error, "messages_client_id_key")) {
      const stored = await me.read((tx) => requireSent(tx, userId, clientId));
      if (stored.conversation === conversation) return stored.message;
      throw new AppError("conflict", t(texts.sendFailure), { cause: error });
    }
    if (violatesPolicy(error)) throw await whyNot({ db }, userId, conversation);
    throw error;
  }
}

async function attach(tx: Writer, userId: string, messageId: string, ids: string[]): Promise<void> {
  const tracks = await tx
    .selectFrom("music_tracks")
    .select(["id", "title", "file_url"])
    .where("id", "in", ids)
    .where("user_id", "=", userId)
    .where("is_visible", "=", true)
    .execute();
  if (tracks.length < ids.length) throw new AppError("invalid", t(texts.foreignTrack), { field: "tracks" });
  await tx
    .insertInto("message_attachments")
    .values(
      tracks.map(({ id, title, file_url }) => ({
        message_id: messageId,
        attachment_type: "track" as const,
        track_id: id,
        file_url,
        file_name: title,
        display_order: ids.indexOf(id),
      })),
    )
    .execute();
}

async function leaveMail(
  tx: Writer,
  config: Pick<Services["config"], "smtpUrl">,
  userId: string,
  conversation: string,
): Promise<void> {
  const { rows } = await sql<{ due: Date | null; recipient: string; frequency: Frequency }>`
    select app.mail_due(id) as due, recipient, app.mails_when(recipient, 'messages') as frequency
    from conversations
      cross join lateral (
        select case participant_1 when ${userId} then participant_2 else participant_1 end as recipient) other
    where id = ${conversation}`.execute(tx);
  const [mail] = rows;
  if (mail?.due) {
    await tx.enqueue(
      "messages.tell",
      { conversationId: conversation, recipientId: mail.recipient },
      mail.due,
    );
  } else if (mail?.frequency === "daily") {
    await noteEvent(tx, config, { userId: mail.recipient, kind: "messages", sourceId: conversation });
  }
}

/** A blocked musician gets the same answer as where there is no such conversation. */
async function whyNot({ db }: Pick<Services, "db">, userId: string, conversation: string): Promise<AppError> {
  const { rows } = await db.asMusician(userId).read((tx) =>
    sql<{ is_blocked: boolean; is_away: boolean }>`
      select exists (
          select from message_blocks where blocked_id in (participant_1, participant_2)) as is_blocked,
        exists (
          select from app.suspended() as away where away in (participant_1, participant_2)) as is_away
      from conversations where id = ${conversation}`.execute(tx),
  );
  const [found] = rows;
  if (found?.is_blocked) return new AppError("conflict", t(texts.blocked));
  if (found?.is_away) return new AppError("conflict", t(texts.unreachable));
  return new AppError("not-found", t(texts.sendFailure));
}

/**
 * Executes an action of the messages screen.
 * @throws AppError as the command that it is about
 */
export async function executeMessageAction(services: Services, userId: string, form: MessageAction) {
  switch (form.intent) {
    case "start-conversation":
      return { conversation: await startConversation(services, userId, form.person) };
    case "block-musician":
    case "unblock-musician":
      await setBlocked(services, userId, form.id, form.intent === "block-musician");
      break;
    case "report-message":
      await reportMessage(services, userId, form.id, form.reason);
      break;
    case "save-settings":
      await saveMessageSettings(services, userId, form);
  }
  return { done: true };
}

/** Marks what the other side has sent as read, up to message number `upTo`. [2 §4] */
export async function markRead(
  { db }: Pick<Services, "db">,
  userId: string,
  conversation: string,
  upTo: number,
): Promise<void> {
  await db
    .asMusician(userId)
    .write((tx) =>
      tx
        .updateTable("messages")
        .set({ is_read: true })
        .where("recipient_id", "=", userId)
        .where("conversation_id", "=", conversation)
        .where("is_read", "=", false)
        .where("sequence", "<=", upTo)
        .execute(),
    );
}

/**
 * The conversation with another account: the existing one, or a new one. [2 §4, §7]
 * @throws AppError `not-found` when there can be none; `conflict` where one has blocked the other; `too-many`
 */
async function startConversation(
  { db, limits }: Pick<Services, "db" | "limits">,
  userId: string,
  person: string,
): Promise<string> {
  if (person === userId) throw new AppError("invalid", t(texts.startFailure));
  const [participant_1, participant_2] = userId < person ? [userId, person] : [person, userId];
  const pair = { participant_1, participant_2 };
  const me = db.asMusician(userId);
  const there = () =>
    me.read((tx) =>
      tx
        .selectFrom("conversations")
        .select("id")
        .where("participant_1", "=", participant_1)
        .where("participant_2", "=", participant_2)
        .executeTakeFirst(),
    );
  const known = await there();
  if (known) return known.id;
  await limits.spend(starting, limitKey(userId));
  try {
    const made = await me.write((tx) =>
      tx
        .insertInto("conversations")
        .values(pair)
        .onConflict((already) => already.columns(["participant_1", "participant_2"]).doNothing())
        .returning("id")
        .executeTakeFirst(),
    );
    // The other one was quicker.
    const conversation = made ?? (await there());
    if (!conversation) throw new AppError("conflict", t(texts.startConflict));
    return conversation.id;
  } catch (error) {
    if (
      violates(error, "conversations_participant_1_fkey") ||
      violates(error, "conversations_participant_2_fkey")
    ) {
      throw new AppError("not-found", t(texts.startFailure), { cause: error });
    }
    if (!violatesPolicy(error)) throw error;
    const own = await me.read((tx) =>
      tx
        .selectFrom("message_blocks")
        .select("blocked_id")
        .where("blocked_id", "=", person)
        .executeTakeFirst(),
    );
    throw own
      ? new AppError("conflict", t(texts.blocked), { cause: error })
      : new AppError("not-found", t(texts.startFailure), { cause: error });
  }
}

/**
 * Blocks the other side of a conversation, or unblocks it. Neither can write meanwhile; the other isn't notified.
 * @throws AppError `not-found` when it isn't one's own conversation
 */
async function setBlocked(
  { db }: Pick<Services, "db">,
  userId: string,
  conversation: string,
  isOn: boolean,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const pair = await tx
      .selectFrom("conversations")
      .select(["participant_1", "participant_2"])
      .where("id", "=", conversation)
      .executeTakeFirst();
    if (!pair) throw new AppError("not-found", t(texts.gone));
    const other = pair.participant_1 === userId ? pair.participant_2 : pair.participant_1;
    if (isOn) {
      await tx
        .insertInto("message_blocks")
        .values({ blocker_id: userId, blocked_id: other })
        .onConflict((already) => already.doNothing())
        .execute();
    } else {
      await tx
        .deleteFrom("message_blocks")
        .where("blocker_id", "=", userId)
        .where("blocked_id", "=", other)
        .execute();
    }
  });
}

/**
 * Shows a message that was received to the admins, with the reason. Again, it changes nothing.
 * @throws AppError `not-found` when one hasn't received it; `too-many`
 */
async function reportMessage(
  { db, limits }: Pick<Services, "db" | "limits">,
  userId: string,
  messageId: string,
  reason: string,
): Promise<void> {
  await limits.spend(reporting, limitKey(userId));
  const report = { reporter_id: userId, message_id: messageId, reason };
  try {
    await db.asMusician(userId).write((tx) =>
      tx
        .insertInto("reports")
        .values(report)
        .onConflict((already) => already.doNothing())
        .execute(),
    );
  } catch (error) {
    if (!violatesPolicy(error) && !violates(error, "reports_message_id_fkey")) throw error;
    throw new AppError("not-found", t(texts.reportGone), { cause: error });
  }
}

/**
 * Keeps how one wants messages to be.
 * @throws ChangedMeanwhile when the form was opened with another version
 */
async function saveMessageSettings(
  { db }: Pick<Services, "db">,
  userId: string,
  { hidesEmail, mailsNew, version }: MessageSettings & { version?: string | undefined },
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    // So that there is a row to hold.
    await tx
      .insertInto("message_settings")
      .values({ user_id: userId })
      .onConflict((already) => already.column("user_id").doNothing())
      .execute();
    await tx
      .selectFrom("message_settings")
      .select("user_id")
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const held = await messageSettings(tx, userId);
    requireVersion(version, settingsValues(held), settingsValues({ hidesEmail, mailsNew }));
    await tx
      .updateTable("message_settings")
      .set({ hides_email: hidesEmail })
      .where("user_id", "=", userId)
      .execute();
    // Mails once a day stay so.
    if (mailsNew !== held.mailsNew) {
      await setPreferences(tx, userId, { messages: mailsNew ? "at_once" : "never" });
    }
  });
}
