import { Link } from "react-router";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { useFormats } from "~/ui/formats";
import { BookingStatusMark } from "./booking-status";
import type { ListedBooking } from "./queries.server";
import { eventTypes } from "./schema";

/** The address of one page of the list, and of the request that is open beside it. */
export function bookingPath({ page, request }: { page: number; request?: string }): string {
  const query = new URLSearchParams();
  if (request) query.set("request", request);
  if (page > 1) query.set("page", String(page));
  return `/booking-requests${query.size > 0 ? `?${query}` : ""}`;
}

/** The requests one under another; each leads to the whole of it. */
export function BookingList({
  requests,
  openId,
  page,
}: {
  requests: ListedBooking[];
  openId: string | null;
  page: number;
}) {
  const { day } = useFormats();
  return (
    <ol aria-label={t("Booking requests")} className="-mx-2 grid grid-cols-1 gap-1">
      {requests.map(({ id, requester_name, event_type, event_date, status, is_read, created_at }) => (
        <li
          key={id}
          className={`relative rounded-box px-2 py-3 hover:bg-sunken ${id === openId ? "bg-sunken" : ""}`}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Link
              to={bookingPath({ page, request: id })}
              preventScrollReset
              aria-current={id === openId ? "true" : undefined}
              className={`min-w-0 after:absolute after:inset-0 after:rounded-box ${is_read ? "font-medium" : "font-bold"}`}
            >
              {!is_read && (
                <>
                  <span
                    aria-hidden="true"
                    className="me-2 inline-block size-2.5 rounded-full bg-info align-middle"
                  />
                  <span className="sr-only">{t("Unread:")} </span>
                </>
              )}
              <bdi className="wrap-anywhere">{requester_name}</bdi>
            </Link>
            <BookingStatusMark status={status} />
          </div>
          <p className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-muted text-sm">
            <span>
              {t(eventTypes[event_type])}
              {event_date && ` · ${day(event_date)}`}
            </span>
            <Age at={created_at} />
          </p>
        </li>
      ))}
    </ol>
  );
}
