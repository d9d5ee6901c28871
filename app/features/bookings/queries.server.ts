import type { Reader } from "#server/db/database.ts";

/** On one page of the list. */
const pageSize = 50;

/**
 * One page of the musician's booking requests, the newest first, with the counts of all there are and the one that is
 * open. [2 §2, §7]
 * @param page from 1
 * @param openId the request to show whole, on whatever page it is; null for none
 */
export async function ownBookings(tx: Reader, userId: string, page: number, openId: string | null) {
  const own = tx.selectFrom("booking_requests").where("musician_id", "=", userId);
  const counts = await own
    .select((is) => [
      is.fn.countAll<number>().as("total"),
      is.fn.countAll<number>().filterWhere("status", "=", "pending").as("pending"),
      is.fn.countAll<number>().filterWhere("is_read", "=", false).as("unread"),
      is.fn.countAll<number>().filterWhere("status", "=", "accepted").as("accepted"),
    ])
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(counts.total / pageSize));
  // The last page may have become empty by now.
  const shownPage = Math.min(page, pages);
  const rows = await own
    .select(["id", "requester_name", "event_type", "event_date", "status", "is_read", "created_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((shownPage - 1) * pageSize)
    .execute();
  const open =
    openId === null
      ? undefined
      : await own
          .select([
            "id",
            "requester_name",
            "requester_email",
            "requester_phone",
            "event_type",
            "event_date",
            "event_location",
            "budget_range",
            "message",
            "status",
            "is_read",
            "created_at",
            "told_status",
            "told_at",
            "told_text",
            "tell_failed_at",
          ])
          .where("id", "=", openId)
          .executeTakeFirst();
  const profile = await tx
    .selectFrom("musician_profiles")
    .select("artist_name")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    artistName: profile?.artist_name ?? null,
    counts,
    requests: rows.map(withIsoTime),
    page: shownPage,
    pages,
    open: open
      ? {
          ...withIsoTime(open),
          told_at: open.told_at?.toISOString() ?? null,
          tell_failed_at: open.tell_failed_at?.toISOString() ?? null,
        }
      : null,
  };
}

const withIsoTime = <Row extends { created_at: Date }>({ created_at, ...row }: Row) => ({
  ...row,
  created_at: created_at.toISOString(),
});

export type OwnBookings = Awaited<ReturnType<typeof ownBookings>>;
export type ListedBooking = OwnBookings["requests"][number];
export type OpenBooking = NonNullable<OwnBookings["open"]>;
