import { randomUUID } from "node:crypto";
import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const account = ["id", "email", "role", "created_at", "suspended_at", "suspended_reason"];

const preferences = [
  "time_zone",
  "format",
  "language",
  "bookings",
  "comments",
  "messages",
  "subscribers",
  "page_shared",
  "first_steps_hidden",
];

const answer = ["key_id", "user_id", "idempotency_key", "request_hash", "answer"];

export const accountExpectations = (
  { admin, newcomer, third, withoutForms, rateLimitKey, pendingSignUp }: World,
  { me, them }: Relation,
) =>
  ({
    users: {
      rows: {
        me: me.id,
        them: them.id,
        "a third": third.id,
        "one without forms": withoutForms.id,
        "a newcomer": newcomer.id,
        "the admin": admin.id,
      },
      visitor: { reads: { columns: ["id"], rows: ["me", "them", "a third", "one without forms"] } },
      musician: { reads: { columns: account, rows: ["me"] } },
      admin: {
        reads: {
          columns: [...account, "email_confirmed_at", "deletes_at"],
          rows: ["me", "them", "a third", "one without forms", "a newcomer", "the admin"],
        },
        updates: {
          columns: ["role", "suspended_at", "suspended_reason"],
          rows: ["me", "them", "a third", "one without forms", "a newcomer"],
        },
        deletes: ["me", "them", "a third", "one without forms", "a newcomer"],
      },
    },
    credentials: { key: "user_id", rows: { mine: me.id, theirs: them.id } },
    sessions: { key: "token_hash", rows: { mine: hex(me.session), theirs: hex(them.session) } },
    api_keys: { rows: { mine: me.apiKey, theirs: them.apiKey } },
    api_answers: {
      key: "idempotency_key",
      rows: { mine: me.apiAnswer, theirs: them.apiAnswer },
      musician: {
        reads: { columns: [...answer, "created_at"], rows: ["mine"] },
        inserts: {
          row: {
            key_id: me.apiKey,
            user_id: me.id,
            idempotency_key: "another",
            request_hash: Buffer.alloc(32),
            answer: "{}",
          },
          refused: [{ key_id: them.apiKey, user_id: them.id }],
        },
      },
    },
    known_devices: { key: "token_hash", rows: { mine: hex(me.device), theirs: hex(them.device) } },
    totp_factors: { key: "user_id", rows: { mine: me.id, theirs: them.id } },
    recovery_codes: {
      key: "code_hash",
      rows: { mine: hex(me.recoveryCode), theirs: hex(them.recoveryCode) },
    },
    sign_in_steps: { key: "token_hash", rows: { mine: hex(me.signInStep), theirs: hex(them.signInStep) } },
    passkey_factors: { key: "user_id", rows: { mine: me.id, theirs: them.id } },
    passkeys: { rows: { mine: me.passkey, theirs: them.passkey } },
    passkey_challenges: {
      key: "challenge_hash",
      rows: { mine: hex(me.challenge), theirs: hex(them.challenge) },
    },
    reset_tickets: { rows: { mine: me.ticket, theirs: them.ticket } },
    account_preferences: {
      rows: { mine: me.id, theirs: them.id },
      key: "user_id",
      musician: {
        reads: { columns: ["user_id", ...preferences], rows: ["mine"] },
        updates: { columns: preferences, rows: ["mine"] },
        inserts: {
          row: {
            user_id: newcomer.id,
            time_zone: "Europe/Berlin",
            format: "en-GB",
            language: "de",
            bookings: "daily",
            comments: "never",
            messages: "at_once",
            subscribers: "daily",
            page_shared: true,
            first_steps_hidden: true,
          },
          as: newcomer.id,
          refused: [{ user_id: third.id }],
        },
      },
    },
    drafts: {
      rows: { mine: me.id, theirs: them.id },
      key: "user_id",
      musician: {
        reads: { columns: ["user_id", "about", "fields", "updated_at"], rows: ["mine"] },
        deletes: ["mine"],
        inserts: {
          row: { user_id: newcomer.id, about: "event:new", fields: "{}" },
          as: newcomer.id,
          refused: [{ user_id: third.id }],
        },
      },
    },
    account_archives: {
      rows: { mine: me.archive.id, theirs: them.archive.id },
      musician: {
        reads: {
          columns: [
            ...["id", "user_id", "asked_at", "state", "progress_at"],
            ...["done_bytes", "expected_bytes", "ended_at", "failure"],
          ],
          rows: ["mine"],
        },
      },
    },
    account_archive_pieces: {
      key: "url",
      rows: { mine: me.archive.piece, theirs: them.archive.piece },
      visitor: { reads: { columns: ["url"], rows: [] } },
      musician: { reads: { columns: ["archive_id", "start", "url"], rows: ["mine"] } },
    },
    imports: {
      rows: { mine: me.import, theirs: them.import },
      // For app.may_read_file, which finds no row.
      visitor: { reads: { columns: ["id", "file_url"], rows: [] } },
      musician: {
        reads: { columns: ["id", "user_id", "name", "content", "created_at", ...imported], rows: ["mine"] },
        updates: { columns: imported, rows: ["mine"] },
        deletes: ["mine"],
        inserts: {
          row: {
            ...{ id: randomUUID(), user_id: me.id, name: "links.csv", content: "{}" },
            ...{ file_url: null, file_size: null },
          },
          refused: [{ user_id: third.id }],
        },
      },
    },
    notifications: { key: "user_id", rows: { mine: me.id, theirs: them.id } },
    notification_mails: { key: "user_id", rows: { mine: me.id, theirs: them.id } },
    address_changes: { rows: { mine: me.addressChange, theirs: them.addressChange } },
    sign_in_links: { key: "token_hash", rows: { mine: hex(me.signInLink), theirs: hex(them.signInLink) } },
    pending_sign_ups: { key: "token_hash", rows: { somebody: hex(pendingSignUp) } },
    rate_limits: { key: "key", rows: { somebody: rateLimitKey } },
  }) satisfies Expectations;

const imported = [
  ...["reading", "taken_at", "made", "undone_at", "kept", "file_url", "file_size", "waiting", "troubles"],
];

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString("hex")}`;
}
