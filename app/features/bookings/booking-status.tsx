import { msg, t } from "~/shared/t";
import type { BookingStatus } from "./owner-schema";

const looks: Record<BookingStatus, { text: string; className: string }> = {
  pending: { text: msg("Pending"), className: "bg-accent text-on-accent" },
  reviewed: { text: msg("Reviewed"), className: "bg-info-soft text-info" },
  accepted: { text: msg("Accepted"), className: "bg-success-soft text-success" },
  declined: { text: msg("Declined"), className: "bg-danger-soft text-danger" },
  completed: { text: msg("Completed"), className: "border border-edge" },
};

/** A request's status, in a word. [2 §4] */
export function BookingStatusMark({ status }: { status: BookingStatus }) {
  const { text, className } = looks[status];
  return (
    <span className={`shrink-0 rounded-full px-2.5 py-0.5 font-semibold text-xs ${className}`}>
      {t(text)}
    </span>
  );
}
