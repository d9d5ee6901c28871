import { randomUUID } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../server/db/database.ts";
import type {
  ArchivedMessages,
  Conversations,
  MessageAttachments,
  Messages,
  MusicTracks,
} from "../../server/db/schema.ts";
import { serial } from "./serial.ts";

/** The conversation of two users, in whichever order they are given. */
export async function makeConversation(
  db: Database,
  oneUser: string,
  otherUser: string,
): Promise<Selectable<Conversations>> {
  const [participant_1, participant_2] = oneUser < otherUser ? [oneUser, otherUser] : [otherUser, oneUser];
  return db
    .asSystem()
    .write((tx) =>
      tx
        .insertInto("conversations")
        .values({ participant_1, participant_2 })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
}

export async function makeMessage(
  db: Database,
  values: Pick<Insertable<Messages>, "conversation_id" | "sender_id"> & Partial<Insertable<Messages>>,
): Promise<Selectable<Messages>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("messages")
      .values({ content: `Message ${serial()}`, ...values })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makeAttachment(
  db: Database,
  messageId: string,
  track: Selectable<MusicTracks>,
): Promise<Selectable<MessageAttachments>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("message_attachments")
      .values({
        message_id: messageId,
        track_id: track.id,
        file_url: track.file_url,
        file_name: track.title,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A message that came with an account's archive: another's, with a track. */
export async function makeArchivedMessage(
  db: Database,
  values: Pick<Insertable<ArchivedMessages>, "user_id"> & Partial<Insertable<ArchivedMessages>>,
): Promise<Selectable<ArchivedMessages>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("archived_messages")
      .values({
        conversation: randomUUID(),
        with_name: "Ana",
        is_own: false,
        content: `Message ${serial()}`,
        tracks: ["Tide"],
        is_read: true,
        sent_at: new Date("2026-10-01T12:00:00Z"),
        ...values,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** The rows beside a musician's messages: a setting, a blocked account, a mail that was sent. */
export async function makeMessageSettings(
  db: Database,
  userId: string,
  { blocked, conversation }: { blocked: string; conversation: string },
): Promise<void> {
  await db.asSystem().write(async (tx) => {
    await tx.insertInto("message_settings").values({ user_id: userId }).execute();
    await tx.insertInto("message_blocks").values({ blocker_id: userId, blocked_id: blocked }).execute();
    await tx
      .insertInto("message_mails")
      .values({ conversation_id: conversation, recipient_id: userId, sent_at: new Date() })
      .execute();
  });
}
