import { randomBytes, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../server/db/database.ts";
import type { AuditLog, Backups, Invitations, Reports, Warnings } from "../../server/db/schema.ts";
import { makeUser } from "./accounts.ts";
import { makeComment } from "./audience.ts";
import { serial } from "./serial.ts";

/** A visitor's open report of a comment; without a target, of a new one's. */
export async function makeReport(
  db: Database,
  overrides: Partial<Insertable<Reports>> = {},
): Promise<Selectable<Reports>> {
  const target =
    overrides.comment_id || overrides.message_id ? {} : { comment_id: (await makeComment(db)).id };
  return db.asSystem().write((tx) =>
    tx
      .insertInto("reports")
      .values({ reason: `Reason ${serial()}`, ...target, ...overrides })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A warning that its musician has not put away. Without `user_id`, a new account's. */
export async function makeWarning(
  db: Database,
  overrides: Partial<Insertable<Warnings>> = {},
): Promise<Selectable<Warnings>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("warnings")
      .values({ content: `Warning ${serial()}`, ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** An invitation that is good for another day. */
export async function makeInvitation(
  db: Database,
  overrides: Partial<Insertable<Invitations>> = {},
): Promise<Selectable<Invitations>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("invitations")
      .values({
        token_hash: randomBytes(32),
        expires_at: new Date(Date.now() + 24 * 3600_000),
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makeAuditEntry(
  db: Database,
  overrides: Partial<Insertable<AuditLog>> = {},
): Promise<Selectable<AuditLog>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("audit_log")
      .values({ actor: "operator", action: "user_deleted", ...overrides })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A whole backup of this machine's, as far as its row says. */
export async function makeBackup(
  db: Database,
  overrides: Partial<Insertable<Backups>> = {},
): Promise<Selectable<Backups>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("backups")
      .values({
        asked_by: randomUUID(),
        state: "done",
        machine: hostname(),
        file_name: `handbill-${serial()}.zip`,
        bytes: 1000,
        row_count: 10,
        file_count: 1,
        missing_count: 0,
        checked_at: new Date(),
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}
