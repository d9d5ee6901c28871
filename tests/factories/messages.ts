import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../server/db/database.ts";
import type { Conversations, MessageAttachments, Messages, MusicTracks } from "../../server/db/schema.ts";
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
