import type { Writer } from "./db/database.ts";

/** An admin, the operator by a command, or the owner of the account that it was done to. */
export type Actor = { userId: string; email: string } | "operator" | "account owner";

/** Every action that the audit list keeps. */
export type AuditAction =
  | "role_changed"
  | "user_deleted"
  | "deletion_asked"
  | "deletion_withdrawn"
  | "user_suspended"
  | "suspension_lifted"
  | "second_factor_reset"
  | "warning_sent"
  | "demo_set"
  | "demo_removed"
  | "background_added"
  | "background_changed"
  | "background_deleted"
  | "backup_asked"
  | "backup_downloaded"
  | "backup_deleted"
  | "settings_changed"
  | "invitation_made"
  | "invitation_withdrawn"
  | "report_dismissed"
  | "comment_hidden"
  | "message_hidden";

/**
 * Records an action, in the transaction that takes it. Nothing in the list ever changes, so it names
 * accounts by the addresses they have now.
 * @param target the address of the account that it concerns, its id where its owner did it, or the name of the thing
 * @param details in words, for the people who read the list
 */
export async function recordAuditAction(
  tx: Writer,
  actor: Actor,
  action: AuditAction,
  target: string | null,
  details = "",
): Promise<void> {
  const actorColumns =
    typeof actor === "string" ? { actor_id: null, actor } : { actor_id: actor.userId, actor: actor.email };
  await tx
    .insertInto("audit_log")
    .values({
      ...actorColumns,
      action,
      target: target?.slice(0, 300) ?? null,
      details: details.slice(0, 2000),
    })
    .execute();
}
