import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { violates, violatesPolicy } from "#server/db/database.ts";
import { noteVisit, type Visit } from "#server/db/visits.ts";
import { AppError } from "#server/errors.ts";
import { isTooMany, type LimitRule, limitKey } from "#server/http/limits.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { claimEvent, noteEvent, notificationFooter } from "#server/notifications.ts";
import { formatsOf } from "#server/preferences.ts";
import { inLanguageOf } from "#server/reading.ts";
import type { Services } from "#server/services.ts";
import { siteName } from "#server/site-settings.ts";
import { language, t } from "~/shared/t";
import { invalidEmail } from "~/shared/text-fields";
import { acknowledgement, requestMail } from "./mails.server.ts";
import type { BookingForm } from "./schema.ts";

/** Fans don't book by the hundred; an agency behind one address may well write to a few dozen artists. */
const network: LimitRule = { name: "booking-network", tries: 60, windowSeconds: 3600 };

/** No visitor can fill another's mailbox through the form. */
const acknowledged: LimitRule = { name: "booking-acknowledged", tries: 3, windowSeconds: 24 * 3600 };
const notified: LimitRule = { name: "booking-told", tries: 50, windowSeconds: 3600 };

/**
 * Leaves a booking request for an artist. The same one again within ten minutes, by a double click or a reload, is
 * stored once. Where mail is set up, the musician gets a mail, at once or as they wish, and the requester a receipt: both
 * are queued in the same transaction, each once. [1 §7, decisions: Gaps]
 * @param from the visitor's network
 * @param visit to count it by
 * @throws AppError `too-many`, or `conflict` where the page takes no booking requests
 */
export async function requestBooking(
  services: Pick<Services, "db" | "limits" | "config">,
  artistId: string,
  from: string,
  form: BookingForm,
  visit?: Visit,
): Promise<void> {
  const { db, limits } = services;
  await limits.spend(network, limitKey(from));
  const mails = await mailsLeft(services, artistId, form);
  const id = randomUUID();
  const request = { musician_id: artistId, ...form };
  try {
    await db.asVisitor().write(async (tx) => {
      const { rows } = await sql<{ stored: boolean }>`
        select app.same_booking(${JSON.stringify(request)}) as stored`.execute(tx);
      if (rows[0]?.stored) return;
      await noteVisit(tx, visit);
      await tx
        .insertInto("booking_requests")
        .values({ id, language: language(), ...request })
        .execute();
      await noteEvent(tx, services.config, { userId: artistId, kind: "bookings", sourceId: id });
      if (mails.newsId || mails.receiptId) await tx.enqueue("bookings.tell", { bookingId: id, ...mails });
    });
  } catch (error) {
    if (violates(error, "booking_requests_requester_email_format")) {
      throw new AppError("invalid", t(invalidEmail), { field: "requester_email", cause: error });
    }
    if (!violatesPolicy(error)) throw error;
    throw new AppError("conflict", t("This page doesn't take booking requests at the moment."), {
      cause: error,
    });
  }
}

/** The mails that a new request sends, as far as mail is set up and the limits leave any. */
async function mailsLeft(
  { limits, config }: Pick<Services, "limits" | "config">,
  artistId: string,
  form: BookingForm,
): Promise<{ newsId?: string; receiptId?: string }> {
  if (!config.smtpUrl) return {};
  const isLeft = (rule: LimitRule, key: string) =>
    limits.spend(rule, limitKey(key)).then(
      () => true,
      (error: unknown) => {
        if (isTooMany(error)) return false;
        throw error;
      },
    );
  return {
    ...((await isLeft(notified, artistId)) && { newsId: randomUUID() }),
    ...((await isLeft(acknowledged, form.requester_email)) && { receiptId: randomUUID() }),
  };
}

/** Sends what a stored request has to say: the news to the musician, and the receipt to the requester. */
export async function tellOfBooking(
  { db, config }: Pick<Services, "db" | "config">,
  { bookingId, newsId, receiptId }: JobData<"bookings.tell">,
): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const booking = await tx
      .selectFrom("booking_requests as booking")
      .innerJoin("users", "users.id", "booking.musician_id")
      .innerJoin("musician_profiles as profile", "profile.user_id", "booking.musician_id")
      .selectAll("booking")
      .select(["users.email", "users.deletes_at", "profile.artist_name"])
      .where("booking.id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return;
    const event = { userId: booking.musician_id, kind: "bookings", sourceId: bookingId } as const;
    if (newsId && !booking.deletes_at && (await claimEvent(tx, event))) {
      await mailAccount(tx, event.userId, async (site) => {
        const footer = await notificationFooter(tx, config, event.userId, event.kind);
        const formats = await formatsOf(tx, event.userId);
        return { id: newsId, ...requestMail(config, site, booking, booking, formats, footer) };
      });
    }
    if (receiptId) {
      const site = await siteName(tx);
      const receipt = inLanguageOf(booking, () => acknowledgement(site, booking.artist_name, booking));
      await tx.enqueue("mail.send", { id: receiptId, ...receipt, onPageOf: booking.musician_id });
    }
  });
}
