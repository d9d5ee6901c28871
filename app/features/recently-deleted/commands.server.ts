import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { lockOrder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import { type Declarations, ownedTables } from "#server/features.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import {
  goneText,
  type Kind,
  keptDays,
  kinds,
  type RecentlyDeletedAction,
  type Restored,
  restoredTexts,
} from "./schema";

/**
 * Brings back what the musician has deleted, or has it go for good.
 * @throws AppError `not-found` when none of it is there any more; `conflict` when none of it can be brought back, with why
 */
export async function executeRecentlyDeletedAction(
  services: Services,
  userId: string,
  form: RecentlyDeletedAction,
) {
  if (form.intent !== "restore") {
    await purge(services, userId, form);
    return { done: true };
  }
  const restored = await restoreItems(services, userId, form.ids);
  if (restored.length === 0) throw new AppError("not-found", t(goneText));
  const { undone, kept } = restoredTexts(restored);
  if (undone === undefined) throw new AppError("conflict", kept ?? t(goneText));
  return { undone, ...(kept && { kept }) };
}

/** The kinds of which a musician has at most so many. */
const limited = {
  video: "video_gallery",
  link: "page_links",
  "social-link": "social_links",
  "payment-link": "payment_links",
} as const;

/**
 * Brings back those that are still there, in one transaction: an item comes back whole, or is kept as it was.
 * @returns how it went with each
 */
export async function restoreItems(
  { db, declarations }: Pick<Services, "db" | "declarations">,
  userId: string,
  ids: readonly string[],
): Promise<Restored[]> {
  return db.asMusician(userId).write(async (tx) => {
    const items = await tx
      .selectFrom("deleted_items")
      .select(["id", "kind", "name"])
      .where("id", "in", ids)
      .where("user_id", "=", userId)
      .orderBy("deleted_at")
      .orderBy("id")
      .execute();
    const full = await beyondLimits(tx, declarations, userId, items);
    const fitting = items.filter(({ id }) => !full.has(id)).map(({ id }) => id);
    const { rows } = await sql<{ item_id: string; outcome: "back" | "moved" | "apart" | "taken" }>`
      select item_id, outcome from app.restore_deleted(${fitting}::uuid[])`.execute(tx);
    const outcomes = new Map(rows.map(({ item_id, outcome }) => [item_id, outcome]));
    return items.flatMap(({ id, kind, name }): Restored[] => {
      const tooMany = full.get(id);
      if (tooMany !== undefined) return [{ kind, name, outcome: { kept: tooMany } }];
      const outcome = outcomes.get(id);
      // Brought back by another request since.
      if (outcome === undefined) return [];
      return [{ kind, name, outcome: outcome === "taken" ? { kept: t(kinds[kind].taken) } : outcome }];
    });
  });
}

/** Those for which there is no room, with the text of the limit. Another request that adds some at the same time waits. */
async function beyondLimits(
  tx: Writer,
  declarations: Declarations,
  userId: string,
  items: readonly { id: string; kind: Kind }[],
): Promise<Map<string, string>> {
  const full = new Map<string, string>();
  for (const kind of ["video", "link", "social-link", "payment-link"] as const) {
    const ofKind = items.filter((item) => item.kind === kind);
    if (ofKind.length === 0) continue;
    const table = limited[kind];
    const most = ownedTables(declarations).find((each) => each.table === table)?.imported?.most;
    if (!most) throw new Error(`${table} has no limit.`);
    await lockOrder(tx, table, userId);
    const { count } = await tx
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    for (const { id } of ofKind.slice(Math.max(0, most.rows - count))) full.set(id, most.text);
  }
  return full;
}

async function purge(
  { db }: Pick<Services, "db">,
  userId: string,
  form: Exclude<RecentlyDeletedAction, { intent: "restore" }>,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const deletion = tx.deleteFrom("deleted_items").where("user_id", "=", userId);
    const gone = await (form.intent === "purge"
      ? deletion.where("id", "=", form.id)
      : // A form has no microseconds.
        deletion.where(sql`date_trunc('milliseconds', deleted_at)`, "<=", new Date(form.id))
    ).executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new AppError("not-found", t(goneText));
  });
}

/** Has go for good what was deleted so long ago that it can't be brought back. @returns how many */
export async function sweepDeleted({ db }: Pick<Services, "db">): Promise<number> {
  const swept = await db
    .asSystem()
    .write((tx) =>
      tx
        .deleteFrom("deleted_items")
        .where("deleted_at", "<", sql<Date>`now() - make_interval(days => ${keptDays}::integer)`)
        .executeTakeFirst(),
    );
  return Number(swept.numDeletedRows);
}
