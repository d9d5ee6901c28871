import { msg, t } from "~/shared/t";
import { type Kind, type Span, spans } from "./kinds.ts";

const kindNames: Record<Kind, string> = {
  views: msg("Views"),
  visitors: msg("Visitors"),
  plays: msg("Plays"),
  downloads: msg("Downloads"),
  clicks: msg("Link clicks"),
  signups: msg("Sign-ups"),
  bookings: msg("Booking requests"),
};

/** What a counted event is called, in the plural. */
export const kindName = (kind: Kind) => t(kindNames[kind]);

/** What a span of days is called. */
export function spanName(span: Span): string {
  const count = spans[span];
  return count === undefined ? t("All time") : t("{count, plural, one {# day} other {# days}}", { count });
}

/** The name of visits without a known source or device. */
export const untoldName = () => t("Not known");
