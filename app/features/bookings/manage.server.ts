import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { decisionMail } from "./mails.server";
import { type BookingChange, type BookingStatus, statusesBefore } from "./management";

/** Requests come by the form on the page, which anybody can fill in with anybody's address. */
const answers: LimitRule = { name: "booking-answers", tries: 30, windowSeconds: 3600 };

/**
 * Carries out what the musician's screen asks for. [2 §4, §7]
 * @param musician whose screen it is; answers to a mail go to their address
 * @throws AppError `not-found` when there is no such request to them; `conflict` when it can't become that any more, or
 * when the requester knows already; `too-many` mails
 */
export async function carryOut(
  { db, limits, config }: Pick<Services, "db" | "limits" | "config">,
  musician: { userId: string; email: string },
  change: BookingChange,
): Promise<void> {
  const { userId } = musician;
  const { id } = change;
  if (change.intent === "tell") {
    if (!config.smtpUrl) throw new AppError("conflict", "No mail can be sent from here.");
    await limits.spend(answers, limitKey(userId));
  }
  await db.asMusician(userId).write(async (tx) => {
    switch (change.intent) {
      case "set-status":
        return setStatus(tx, userId, id, change.status);
      case "tell":
        return tell(tx, musician, change);
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

async function setStatus(tx: Writer, userId: string, id: string, status: BookingStatus): Promise<void> {
  const changed = await tx
    .updateTable("booking_requests")
    .set({ status, is_read: true, updated_at: new Date() })
    .where("id", "=", id)
    .where("musician_id", "=", userId)
    .where("status", "in", statusesBefore(status))
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  throw await whyNot(tx, userId, id);
}

/** The mail is noted and queued at once, so the requester is told of a decision once. */
async function tell(
  tx: Writer,
  { userId, email }: { userId: string; email: string },
  { id, status, text }: Extract<BookingChange, { intent: "tell" }>,
): Promise<void> {
  const told = await tx
    .updateTable("booking_requests")
    .set({ told_status: status, told_at: new Date() })
    .where("id", "=", id)
    .where("musician_id", "=", userId)
    .where("status", "=", status)
    .where(sql<boolean>`told_status is distinct from ${status}`)
    .returning("requester_email")
    .executeTakeFirst();
  if (!told) throw await whyNot(tx, userId, id);
  const artist = await tx
    .selectFrom("musician_profiles")
    .select("artist_name")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const mail = decisionMail({ email, artistName: artist?.artist_name ?? null }, told.requester_email, text);
  // Anybody can type anybody's address into the form, and a musician into their own.
  await tx.enqueue("mail.send", { id: randomUUID(), ...mail, onPageOf: userId });
}

/** Why a request didn't become what it should. */
async function whyNot(tx: Writer, userId: string, id: string): Promise<AppError> {
  const stored = await tx
    .selectFrom("booking_requests")
    .select(["status", "told_status"])
    .where("id", "=", id)
    .where("musician_id", "=", userId)
    .executeTakeFirst();
  if (!stored) return missing();
  const { status, told_status } = stored;
  return new AppError(
    "conflict",
    status === told_status
      ? `They have been told already that it is ${status}.`
      : `This booking request is ${status} already.`,
  );
}

function missing(): AppError {
  return new AppError("not-found", "This booking request does not exist any more.");
}
