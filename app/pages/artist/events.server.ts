import type { Actor } from "#server/db/database.ts";
import type { Appearance } from "~/features/appearance/schema";
import type { PublicEvent } from "~/features/events/public";
import { type AppearanceRow, appearanceOf } from "./appearance.server";
import { list, look, profileBySlug, today } from "./statement.server";

export interface EventsPage {
  userId: string;
  artistName: string;
  customUrl: string | null;
  appearance: Appearance;
  /** From the next one on. */
  upcoming: PublicEvent[];
  /** From the last one back. */
  past: PublicEvent[];
}

interface Row extends Omit<EventsPage, "appearance"> {
  look: AppearanceRow;
}

const events = (condition: string, order: string) =>
  list(`
    select id, title, event_type as "eventType", event_date as date, event_time as time, location,
      venue_name as "venueName", description, ticket_url as "ticketUrl", is_featured as "isFeatured"
    from events
    where user_id = profile.user_id and is_published and ${condition}
    order by ${order}
    limit 200`);

const eventsPage = {
  name: "events-page",
  text: `
    select profile.user_id as "userId", profile.artist_name as "artistName", profile.custom_url as "customUrl",
      ${look} as look,
      ${events(`event_date >= ${today}`, "event_date, event_time nulls last, id")} as upcoming,
      ${events(`event_date < ${today}`, "event_date desc, event_time desc nulls last, id")} as past
    from ${profileBySlug} profile
    where profile.show_events_section`,
};

/** All events of an artist, at most 200 to come and 200 past; null when nobody answers to the slug or shows any. */
export async function findEventsPage(visitor: Actor, slug: string): Promise<EventsPage | null> {
  const [row] = await visitor.readOnce<Row>(eventsPage, [slug]);
  if (!row) return null;
  const { look, ...rest } = row;
  return { ...rest, appearance: appearanceOf(look) };
}
