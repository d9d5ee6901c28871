import type { Writer } from "./db/database.ts";

/** Who does something that the audit list keeps: an admin, or the operator by a command. */
export type Doer = { userId: string; email: string } | "operator";

/** Everything that the audit list keeps. */
export type Deed =
  | "role_changed"
  | "user_deleted"
  | "user_suspended"
  | "suspension_lifted"
  | "warning_sent"
  | "demo_set"
  | "demo_removed"
  | "background_added"
  | "background_changed"
  | "background_deleted"
  | "settings_changed"
  | "invitation_made"
  | "invitation_withdrawn"
  | "report_dismissed"
  | "comment_hidden"
  | "message_hidden";

/**
 * Writes down what an admin does, in the transaction that does it. Nothing in the list ever changes, so it names
 * accounts by the addresses they have now.
 * @param target the address of the account it is done to, or the name of the thing
 * @param details in words, for whoever reads the list
 */
export async function recordDeed(
  tx: Writer,
  doer: Doer,
  action: Deed,
  target: string | null,
  details = "",
): Promise<void> {
  const actor =
    doer === "operator" ? { actor_id: null, actor: doer } : { actor_id: doer.userId, actor: doer.email };
  await tx
    .insertInto("audit_log")
    .values({ ...actor, action, target: target?.slice(0, 300) ?? null, details: details.slice(0, 2000) })
    .execute();
}
