import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

export const messagesExpectations = (
  { admin, newcomer, withoutForms }: World,
  { me, them, conversations, messages, attachments }: Relation,
) =>
  ({
    conversations: {
      rows: { ...conversations },
      musician: {
        reads: {
          columns: ["id", "participant_1", "participant_2", "last_message_at", "last_sequence"],
          rows: ["ours", "mine with a third"],
        },
        inserts: {
          row: sorted(me.id, newcomer.id),
          refused: [sorted(them.id, newcomer.id), sorted(me.id, withoutForms.id)],
        },
      },
    },
    messages: {
      rows: { ...messages },
      musician: {
        reads: {
          columns: [
            "id",
            "conversation_id",
            "sender_id",
            "recipient_id",
            "client_id",
            "sequence",
            "content",
            "message_type",
            "is_read",
            "created_at",
          ],
          rows: ["mine to them", "theirs to me", "mine to a third", "a third's to me"],
        },
        updates: { columns: ["is_read"], rows: ["theirs to me", "a third's to me"], to: { is_read: true } },
        inserts: {
          row: {
            conversation_id: conversations.ours,
            sender_id: me.id,
            client_id: "00000000-0000-4000-8000-000000000001",
            content: "Hello",
            message_type: "text",
          },
          refused: [{ sender_id: them.id }, { conversation_id: conversations["theirs with a third"] }],
        },
      },
      // Only reported ones.
      admin: {
        reads: {
          columns: ["id", "sender_id", "content", "hidden_at", "created_at"],
          rows: ["mine to them", "theirs to me"],
        },
        updates: { columns: ["hidden_at"], rows: ["mine to them", "theirs to me"] },
      },
    },
    message_attachments: {
      rows: { ...attachments },
      musician: {
        reads: {
          columns: [
            "id",
            "message_id",
            "attachment_type",
            "track_id",
            "file_url",
            "file_name",
            "display_order",
          ],
          rows: ["mine to them", "theirs to me", "mine to a third"],
        },
        inserts: {
          row: {
            message_id: messages["mine to a third"],
            attachment_type: "track",
            track_id: me.track.id,
            file_url: me.track.file_url,
            file_name: me.track.title,
            display_order: 1,
          },
          refused: [
            { message_id: messages["theirs to me"] },
            { message_id: messages["theirs to a third"] },
            { track_id: them.track.id, file_url: them.track.file_url },
            { track_id: me.hiddenTrack.id, file_url: me.hiddenTrack.file_url },
            { track_id: null },
            { file_url: me.hiddenTrack.file_url },
          ],
        },
      },
    },
    message_blocks: {
      key: "blocker_id",
      rows: { mine: me.id, theirs: them.id },
      musician: {
        reads: { columns: ["blocker_id", "blocked_id", "created_at"], rows: ["mine"] },
        inserts: {
          row: { blocker_id: me.id, blocked_id: newcomer.id },
          refused: [{ blocker_id: them.id }],
        },
        deletes: ["mine"],
      },
    },
    message_settings: {
      key: "user_id",
      rows: { mine: me.id, theirs: them.id },
      musician: {
        reads: { columns: ["user_id", "hides_email"], rows: ["mine"] },
        updates: { columns: ["hides_email"], rows: ["mine"] },
        inserts: {
          as: newcomer.id,
          row: { user_id: newcomer.id, hides_email: true },
          refused: [{ user_id: admin.id }],
        },
      },
    },
    archived_messages: {
      rows: { mine: me.archivedMessage, theirs: them.archivedMessage },
      musician: {
        reads: {
          columns: [
            ...["id", "user_id", "conversation", "with_name", "is_own", "content", "tracks", "is_read"],
            "sent_at",
          ],
          rows: ["mine"],
        },
      },
    },
    message_mails: { key: "recipient_id", rows: { mine: me.id, theirs: them.id } },
  }) satisfies Expectations;

function sorted(one: string, other: string) {
  return one < other
    ? { participant_1: one, participant_2: other }
    : { participant_1: other, participant_2: one };
}
