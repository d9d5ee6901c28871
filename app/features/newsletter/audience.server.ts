import { type RawBuilder, sql } from "kysely";

const midnight = (days: number) =>
  sql`((event.event_date + ${sql.lit(days)})::timestamp at time zone coalesce(event.time_zone, 'UTC'))`;
/** Visitors who subscribe from then on came by the show `event` ... */
export const showBegins = midnight(0);
/** ... until then: its day and two more, by its own clock. */
export const showIsOver = midnight(3);

/**
 * The confirmed subscribers that an issue goes to, as a condition on `newsletter_subscribers`.
 * @param audience `all`, `source:…`, `release:…` (those who subscribed when they asked to be told of it) or `show:…` (those
 * who subscribed on its day or within two days after it)
 */
export function isReached(musicianId: string, audience: string): RawBuilder<boolean> {
  const [kind, of] = audience.split(":");
  const chosen =
    kind === "all"
      ? sql`true`
      : kind === "source"
        ? sql`source = ${of}`
        : kind === "release"
          ? sql`release_id = ${of}::uuid`
          : sql`exists (
              select from events event
              where event.id = ${of}::uuid and event.user_id = ${musicianId}
                and newsletter_subscribers.created_at >= ${showBegins} and newsletter_subscribers.created_at < ${showIsOver})`;
  return sql`(musician_id = ${musicianId} and confirmed_at is not null and unsubscribed_at is null
    and bounced_at is null and ${chosen})`;
}
