import { sql } from "kysely";
import { violates, violatesPolicy } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { invalidEmail } from "~/shared/written";
import type { BookingForm } from "./schema.ts";

/** Fans don't book by the hundred; an agency behind one address may well write to a few dozen artists. */
const network: LimitRule = { name: "booking-network", tries: 60, windowSeconds: 3600 };

/**
 * Leaves a booking request for an artist. The same one again within ten minutes, by a double click or a reload, is
 * stored once. [1 §7]
 * @param from the visitor's network
 * @throws AppError `too-many`, or `conflict` where the page takes no booking requests
 */
export async function requestBooking(
  { db, limits }: Pick<Services, "db" | "limits">,
  artistId: string,
  from: string,
  form: BookingForm,
): Promise<void> {
  await limits.spend(network, limitKey(from));
  const request = { musician_id: artistId, ...form };
  try {
    await db.asVisitor().write(async (tx) => {
      const { rows } = await sql<{ stored: boolean }>`
        select app.same_booking(${JSON.stringify(request)}) as stored`.execute(tx);
      if (!rows[0]?.stored) await tx.insertInto("booking_requests").values(request).execute();
    });
  } catch (error) {
    if (violates(error, "booking_requests_requester_email_format")) {
      throw new AppError("invalid", invalidEmail, { field: "requester_email", cause: error });
    }
    if (!violatesPolicy(error)) throw error;
    throw new AppError("conflict", "This page doesn't take booking requests at the moment.", {
      cause: error,
    });
  }
}
