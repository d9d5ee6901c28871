import { type FormatChoice, formatsFor, isFormatName, standardFormat } from "~/shared/formats";

// The goodbye screen has no account any more to ask: the day, in the account's time zone, and the format stand in its address.

/** Where the deletion of one's own account leads. */
export function goodbyePath(deletesAt: Date, choice: FormatChoice): string {
  const day = formatsFor({ ...choice, format: "iso" }).date(deletesAt);
  return `/goodbye?${new URLSearchParams({ until: day, format: choice.format })}`;
}

const dayMs = 24 * 3600 * 1000;

/** The day of such an address, which anybody can write: null where the deletion can't be then. */
export function goodbyeDay(search: URLSearchParams, graceDays: number, now = new Date()) {
  const day = search.get("until") ?? "";
  const format = search.get("format") ?? "";
  const days = (Date.parse(day) - now.getTime()) / dayMs;
  // A day of another time zone's may be the one before or after.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !(days > -2 && days <= graceDays + 1)) return null;
  const { format: standard } = standardFormat;
  return { day, format: isFormatName(format) ? format : standard };
}
