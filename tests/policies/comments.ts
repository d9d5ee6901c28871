import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const comments = [
  "id",
  "musician_id",
  "author_name",
  "content",
  "is_approved",
  "created_at",
  "track_id",
  "track_seconds",
  "answer",
  "answered_at",
];

export const commentsExpectations = ({ admin, newcomer, withoutForms }: World, { me, them }: Relation) =>
  ({
    fan_comments: {
      rows: {
        mine: me.comment,
        "mine, pending": me.pendingComment,
        theirs: them.comment,
        "theirs, pending": them.pendingComment,
      },
      visitor: {
        reads: { columns: comments, rows: ["mine", "theirs"] },
        inserts: {
          row: {
            id: "00000000-0000-4000-8000-000000000001",
            musician_id: me.id,
            author_name: "A fan",
            content: "Hello",
            is_approved: true,
            track_id: me.track.id,
            track_seconds: 75,
          },
          refused: [
            { musician_id: withoutForms.id, track_id: null },
            { musician_id: newcomer.id, track_id: null },
            { track_id: me.hiddenTrack.id },
            { track_id: me.trackToCome.id },
            { track_seconds: 181 },
          ],
        },
      },
      musician: {
        reads: { columns: [...comments, "hidden_at"], rows: ["mine", "mine, pending", "theirs"] },
        updates: { columns: ["is_approved", "answer", "answered_at"], rows: ["mine", "mine, pending"] },
        deletes: ["mine", "mine, pending"],
      },
      // Only reported ones.
      admin: {
        reads: { columns: [...comments, "hidden_at"], rows: ["mine"] },
        updates: { columns: ["hidden_at"], rows: ["mine"] },
      },
    },
    comment_settings: {
      key: "musician_id",
      rows: { mine: me.id, theirs: them.id },
      musician: {
        reads: { columns: ["musician_id", "reviews_all", "blocked_words"], rows: ["mine"] },
        updates: { columns: ["reviews_all", "blocked_words"], rows: ["mine"] },
        inserts: {
          as: newcomer.id,
          row: { musician_id: newcomer.id, reviews_all: true, blocked_words: ["word"] },
          refused: [{ musician_id: admin.id }],
        },
      },
    },
  }) satisfies Expectations;
