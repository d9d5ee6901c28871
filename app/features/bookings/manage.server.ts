import type { Database, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type BookingChange, type NextStatus, statusesBefore } from "./management";

/**
 * Carries out what the musician's screen asks for. [2 §4, §7]
 * @throws AppError `not-found` when there is no such request to them; `conflict` when it can't become that any more
 */
export async function carryOut(db: Database, userId: string, change: BookingChange): Promise<void> {
  const { id } = change;
  await db.asMusician(userId).write(async (tx) => {
    switch (change.intent) {
      case "set-status":
        return setStatus(tx, userId, id, change.status);
      case "mark-read": {
        const read = await tx
          .updateTable("booking_requests")
          .set({ is_read: true })
          .where("id", "=", id)
          .where("musician_id", "=", userId)
          .executeTakeFirst();
        if (read.numUpdatedRows === 0n) throw missing();
        return;
      }
      case "delete": {
        const gone = await tx
          .deleteFrom("booking_requests")
          .where("id", "=", id)
          .where("musician_id", "=", userId)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) throw missing();
      }
    }
  });
}

async function setStatus(tx: Writer, userId: string, id: string, status: NextStatus): Promise<void> {
  const changed = await tx
    .updateTable("booking_requests")
    .set({ status, is_read: true, updated_at: new Date() })
    .where("id", "=", id)
    .where("musician_id", "=", userId)
    .where("status", "in", statusesBefore(status))
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  const stored = await tx
    .selectFrom("booking_requests")
    .select("status")
    .where("id", "=", id)
    .where("musician_id", "=", userId)
    .executeTakeFirst();
  if (!stored) throw missing();
  throw new AppError("conflict", `This booking request is ${stored.status} already.`);
}

function missing(): AppError {
  return new AppError("not-found", "This booking request does not exist any more.");
}
