import { requireCount } from "#server/chosen.ts";
import type { Writer } from "#server/db/database.ts";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import type { Chosen } from "~/shared/chosen";
import { t } from "~/shared/t";
import { columns, isChosen } from "./queries.server";
import { dateProblem, type EventAction, eventValues, type SavedEvent } from "./schema";

/**
 * Executes an action of the events screen. [2 §7]
 * @returns of deleted events their ids, for an undo
 * @throws AppError `not-found` when there is no such event of theirs; `invalid` on `event_date` when it is past and
 *   the event isn't on that day already; as `requireCount`
 * @throws ChangedMeanwhile when the form was opened with another version
 */
export async function executeEventAction({ db }: Services, userId: string, form: EventAction) {
  if (form.intent === "save-event") {
    await saveEvent({ db }, userId, form);
    return { done: true };
  }
  const deleted = await db.asMusician(userId).write(async (tx) => {
    switch (form.intent) {
      case "set-published":
        return publishEvents(tx, userId, form.id, form.isOn);
      case "set-featured":
        return changeEvent(tx, userId, form.id, { is_featured: form.isOn, updated_at: new Date() });
      case "set-cancelled": {
        const now = new Date();
        return changeEvent(tx, userId, form.id, { cancelled_at: form.isOn ? now : null, updated_at: now });
      }
      case "delete-event":
        return deleteEvents(tx, userId, form.id);
    }
  });
  return { done: true, ...(deleted && { deleted: deleted.join(" ") }) };
}

async function deleteEvents(tx: Writer, userId: string, chosen: Chosen): Promise<string[]> {
  const found = await tx
    .selectFrom("events")
    .select("id")
    .where(isChosen(chosen))
    .where("user_id", "=", userId)
    .execute();
  const deleted = await deleteRestorably(
    tx,
    "event",
    found.map(({ id }) => id),
  );
  requireCount(chosen, BigInt(deleted.length));
  requireOne(BigInt(deleted.length));
  return deleted;
}

async function publishEvents(
  tx: Writer,
  userId: string,
  chosen: Chosen,
  is_published: boolean,
): Promise<void> {
  const changed = await tx
    .updateTable("events")
    .set({ is_published })
    .where(isChosen(chosen))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  requireCount(chosen, changed.numUpdatedRows);
  requireOne(changed.numUpdatedRows);
}

/** Adds an event, or changes the one with this id. @returns its id @throws as `executeEventAction` */
export async function saveEvent(
  { db }: Pick<Services, "db">,
  userId: string,
  { intent: _, id, version, ...event }: SavedEvent,
): Promise<string> {
  return db.asMusician(userId).write(async (tx) => {
    const stored =
      id === undefined
        ? undefined
        : await tx
            .selectFrom("events")
            .select(columns)
            .where("id", "=", id)
            .where("user_id", "=", userId)
            .forUpdate()
            .executeTakeFirst();
    if (id !== undefined && !stored) throw gone();
    const problem = dateProblem(event, stored?.event_date);
    if (problem) throw new AppError("invalid", t(problem), { field: "event_date" });
    if (stored) requireVersion(version, eventValues(stored), eventValues(event));
    if (id === undefined) return insertEvent(tx, userId, event);
    await changeEvent(tx, userId, id, { ...event, updated_at: new Date() });
    return id;
  });
}

/** Adds an event. @param cancelled_at since when it is cancelled @returns its id */
export async function addEvent(
  tx: Writer,
  userId: string,
  { intent: _, id: __, version: ___, ...event }: SavedEvent,
  cancelled_at: Date | null = null,
): Promise<string> {
  return insertEvent(tx, userId, { ...event, cancelled_at });
}

async function insertEvent(
  tx: Writer,
  userId: string,
  event: Omit<SavedEvent, "intent" | "id" | "version"> & { cancelled_at?: Date | null },
): Promise<string> {
  const { id } = await tx
    .insertInto("events")
    .values({ user_id: userId, ...event, updated_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function changeEvent(
  tx: Writer,
  userId: string,
  id: string,
  fields: Partial<Omit<SavedEvent, "intent" | "id" | "version">> & {
    cancelled_at?: Date | null;
    updated_at?: Date;
  },
): Promise<void> {
  const changed = await tx
    .updateTable("events")
    .set(fields)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  requireOne(changed.numUpdatedRows);
}

function requireOne(rows: bigint): void {
  if (rows === 0n) throw gone();
}

function gone(): AppError {
  return new AppError("not-found", t("This event does not exist any more."));
}
