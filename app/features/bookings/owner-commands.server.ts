import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { withinTheDay } from "#server/mail/daily.ts";
import type { JobServices, Services } from "#server/services.ts";
import { t } from "~/shared/t";
import { decisionMail } from "./mails.server";
import {
  type BookingAction,
  type BookingStatus,
  statusesBefore,
  tooLateToUndo,
  undoneText,
  undoSeconds,
} from "./owner-schema";

/** An undo that was asked for in the last moment is done by then. */
const graceSeconds = 2;

/** Requests come by the form on the page, into which a visitor can type any address. */
const answers: LimitRule = { name: "booking-answers", tries: 30, windowSeconds: 3600 };

/**
 * Executes an action of the musician's bookings screen. [2 §4, §7]
 * @throws AppError `not-found` when there is no such request to them; `conflict` when the status can't change so any
 * more, or when the requester has got the decision already; `too-many` mails
 */
export async function executeBookingAction(
  { db, limits, config }: Pick<Services, "db" | "limits" | "config">,
  userId: string,
  action: BookingAction,
) {
  const { id } = action;
  if (action.intent === "set-status") {
    return { done: true, at: (await setStatus(db, userId, id, action.status)).toISOString() };
  }
  if (action.intent === "undo-status") {
    await undoStatus(db, userId, action);
    return { undone: undoneText(action.before) };
  }
  if (action.intent === "tell-requester") {
    if (!config.smtpUrl) throw new AppError("conflict", t("No mail can be sent from here."));
    await limits.spend(answers, limitKey(userId));
  }
  await db.asMusician(userId).write(async (tx) => {
    switch (action.intent) {
      case "tell-requester":
        return mailDecision(tx, userId, action);
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
      case "delete-booking": {
        const gone = await tx
          .deleteFrom("booking_requests")
          .where("id", "=", id)
          .where("musician_id", "=", userId)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) throw missing();
      }
    }
  });
  return { done: true };
}

/** @returns when it got the status */
async function setStatus(
  db: Services["db"],
  userId: string,
  id: string,
  status: BookingStatus,
): Promise<Date> {
  return db.asMusician(userId).write(async (tx) => {
    const updated_at = new Date();
    const changed = await tx
      .updateTable("booking_requests")
      .set({ status, is_read: true, updated_at })
      .where("id", "=", id)
      .where("musician_id", "=", userId)
      .where("status", "in", statusesBefore(status))
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw await whyNot(tx, userId, id);
    return updated_at;
  });
}

/** A mail that tells of the decision waits for as long as this may take it back, and is withdrawn with it. */
async function undoStatus(
  db: Services["db"],
  userId: string,
  { id, status, before, at }: Extract<BookingAction, { intent: "undo-status" }>,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const ifTold = <Column extends "told_status" | "told_at" | "told_text" | "tell_failed_at">(
      column: Column,
    ) => sql<null>`case when told_at < ${at} then ${sql.ref(column)} end`;
    const undone = await tx
      .updateTable("booking_requests")
      .set({
        status: before,
        updated_at: new Date(),
        told_status: ifTold("told_status"),
        told_at: ifTold("told_at"),
        told_text: ifTold("told_text"),
        tell_failed_at: ifTold("tell_failed_at"),
      })
      .where("id", "=", id)
      .where("musician_id", "=", userId)
      .where("status", "=", status)
      .where("updated_at", "=", at)
      .where(sql<boolean>`updated_at > clock_timestamp() - make_interval(secs => ${undoSeconds})`)
      .executeTakeFirst();
    if (undone.numUpdatedRows === 0n || !statusesBefore(status).includes(before))
      throw new AppError("conflict", t(tooLateToUndo));
  });
}

/**
 * Recorded and queued at once, so the requester gets a decision once; again only where that mail reached no mailbox.
 */
async function mailDecision(
  tx: Writer,
  userId: string,
  { id, status, text }: Extract<BookingAction, { intent: "tell-requester" }>,
): Promise<void> {
  const told_at = new Date();
  const result = await tx
    .updateTable("booking_requests")
    .set({ told_status: status, told_at, told_text: text, tell_failed_at: null })
    .where("id", "=", id)
    .where("musician_id", "=", userId)
    .where("status", "=", status)
    .where(sql<boolean>`(told_status is distinct from ${status} or tell_failed_at is not null)`)
    .returning("updated_at")
    .executeTakeFirst();
  if (!result) throw await whyNot(tx, userId, id);
  await tx.enqueue(
    "bookings.answer",
    { bookingId: id, mailId: randomUUID(), toldAt: told_at.toISOString() },
    new Date(result.updated_at.getTime() + (undoSeconds + graceSeconds) * 1000),
  );
}

type Answer = JobData<"bookings.answer">;

/** Sends the mail that a musician has asked for, unless the request is gone or they have asked for another since. */
export async function sendAnswer(
  { db, config, site, mailer }: Pick<JobServices, "db" | "config" | "site" | "mailer">,
  answer: Answer,
): Promise<void> {
  const system = db.asSystem();
  const booking = await system.read((tx) =>
    tx
      .selectFrom("booking_requests as booking")
      .innerJoin("users", "users.id", "booking.musician_id")
      .leftJoin("musician_profiles as profile", "profile.user_id", "booking.musician_id")
      .select(["musician_id", "requester_email", "told_text", "email", "artist_name"])
      .where("booking.id", "=", answer.bookingId)
      .where("told_at", "=", new Date(answer.toldAt))
      .executeTakeFirst(),
  );
  if (!booking || booking.told_text === null) return;
  const { musician_id: musicianId, requester_email, told_text, email, artist_name } = booking;
  const { name } = await site.shown();
  const mail = decisionMail(name, { email, artistName: artist_name }, requester_email, told_text);
  // A visitor can type any address into the form, and a musician into their own.
  const later = await withinTheDay({ db, config }, { musicianId, by: "page" }, () =>
    mailer.send({ id: answer.mailId, ...mail }),
  );
  if (later) await system.write((tx) => tx.enqueue("bookings.answer", answer, later));
}

/** Records that such a mail was given up: the requester didn't get it. */
export async function noteUnanswered(
  { db }: Pick<JobServices, "db">,
  { bookingId, toldAt }: Answer,
): Promise<void> {
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("booking_requests")
        .set({ tell_failed_at: new Date() })
        .where("id", "=", bookingId)
        .where("told_at", "=", new Date(toldAt))
        .execute(),
    );
}

/** Why a request didn't become what it should. */
async function whyNot(tx: Writer, userId: string, id: string): Promise<AppError> {
  const stored = await tx
    .selectFrom("booking_requests")
    .select(["status", "told_status", "tell_failed_at"])
    .where("id", "=", id)
    .where("musician_id", "=", userId)
    .executeTakeFirst();
  if (!stored) return missing();
  const { status, told_status, tell_failed_at } = stored;
  return new AppError(
    "conflict",
    status === told_status && tell_failed_at === null
      ? t(
          status === "accepted"
            ? "They have been told already that it is accepted."
            : "They have been told already that it is declined.",
        )
      : t(
          "{status, select, pending {This booking request is pending already.} reviewed {This booking request is reviewed already.} accepted {This booking request is accepted already.} declined {This booking request is declined already.} other {This booking request is completed already.}}",
          { status },
        ),
  );
}

function missing(): AppError {
  return new AppError("not-found", t("This booking request does not exist any more."));
}
