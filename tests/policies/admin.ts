import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const siteSettings = [
  ...["registration", "reviews_comments", "reviews_links", "requires_second_factor"],
  ...["name", "contact", "imprint", "terms", "privacy", "root", "root_artist"],
];

export const adminExpectations = (
  { admin, auditEntry, backups, errorKind }: World,
  { me, them, messages, reports }: Relation,
) =>
  ({
    warnings: {
      rows: { mine: me.warning, theirs: them.warning },
      musician: {
        reads: { columns: ["id", "user_id", "content", "created_at", "dismissed_at"], rows: ["mine"] },
        updates: { columns: ["dismissed_at"], rows: ["mine"] },
      },
      admin: {
        reads: {
          columns: ["id", "user_id", "content", "created_by", "created_at", "dismissed_at"],
          rows: ["mine", "theirs"],
        },
        inserts: {
          row: { user_id: me.id, content: "Please don't.", created_by: admin.id },
          refused: [{ created_by: me.id }, { created_by: null }],
        },
      },
    },
    reports: {
      rows: { ...reports },
      visitor: {
        inserts: {
          row: { comment_id: them.comment, reason: "Spam" },
          refused: [{ comment_id: them.pendingComment }],
        },
      },
      musician: {
        reads: {
          columns: ["id", "reporter_id", "comment_id", "message_id", "created_at", "resolved_at"],
          rows: ["mine"],
        },
        inserts: {
          row: {
            reporter_id: me.id,
            comment_id: null,
            message_id: messages["a third's to me"],
            reason: "Rude",
          },
          refused: [
            { reporter_id: them.id },
            { reporter_id: null },
            { message_id: messages["mine to a third"] },
            { message_id: messages["a third's to them"] },
            { message_id: null, comment_id: them.pendingComment },
          ],
        },
      },
      admin: {
        reads: {
          columns: [
            "id",
            "reporter_id",
            "comment_id",
            "message_id",
            "reason",
            "created_at",
            "resolved_at",
            "resolved_by",
            "resolution",
          ],
          rows: ["a visitor's", "mine", "theirs"],
        },
        updates: {
          columns: ["resolved_at", "resolved_by", "resolution"],
          rows: ["a visitor's", "mine", "theirs"],
        },
      },
    },
    audit_log: {
      rows: { "an entry": auditEntry },
      isAppendOnly: true,
      admin: {
        reads: {
          columns: ["id", "at", "actor_id", "actor", "action", "target", "details"],
          rows: ["an entry"],
        },
        inserts: {
          row: {
            actor_id: admin.id,
            actor: admin.email,
            action: "role_changed",
            target: me.email,
            details: "admin",
          },
          refused: [{ actor_id: me.id }, { actor_id: null }],
        },
      },
    },
    site_settings: {
      rows: { "the one": "true" },
      admin: {
        reads: {
          columns: ["id", ...siteSettings],
          rows: ["the one"],
        },
        updates: { columns: siteSettings, rows: ["the one"] },
      },
    },
    backups: {
      rows: { ...backups },
      admin: {
        reads: {
          columns: [
            ...["id", "created_at", "asked_by", "state", "progress_at", "done_bytes", "expected_bytes"],
            ...["machine", "file_name", "bytes", "row_count", "file_count", "missing_count"],
            ...["checked_at", "failure", "link_hash", "link_until"],
          ],
          rows: ["done", "failed"],
        },
        inserts: { row: { asked_by: admin.id }, refused: [{ asked_by: me.id }] },
        updates: { columns: ["link_hash", "link_until"], rows: ["done"] },
        deletes: ["done", "failed"],
      },
    },
    error_counts: {
      key: "kind",
      rows: { "an hour's": errorKind },
      admin: {
        reads: { columns: ["hour", "kind", "errors", "last_at"], rows: ["an hour's"] },
      },
    },
    invitations: {
      rows: { "mine, used": me.invitation, "theirs, used": them.invitation },
      admin: {
        reads: {
          columns: ["id", "note", "created_by", "created_at", "expires_at", "used_at", "used_by"],
          rows: ["mine, used", "theirs, used"],
        },
        inserts: {
          row: {
            token_hash: Buffer.alloc(32, 9),
            note: "For a friend",
            created_by: admin.id,
            expires_at: new Date(Date.now() + 3600_000),
          },
          refused: [{ created_by: me.id }, { created_by: null }],
        },
        deletes: ["mine, used", "theirs, used"],
      },
    },
  }) satisfies Expectations;
