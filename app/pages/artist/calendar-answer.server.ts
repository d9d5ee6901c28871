import { attachment } from "#server/http/attachment.ts";
import type { Services } from "#server/services.ts";
import { icalendar } from "~/features/events/icalendar";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import type { EventsCalendar } from "./events.server";

/** The calendar as a file. */
export async function calendarAnswer(
  { config, site }: Pick<Services, "config" | "site">,
  { events, withdrawn, ...artist }: EventsCalendar,
  { isSubscription }: { isSubscription: boolean },
): Promise<Response> {
  const path = `${config.origin}${artistPath(artist)}/events`;
  const text = icalendar({
    siteName: (await site.shown()).name,
    artistName: artist.artistName,
    url: isSubscription ? `${path}.ics` : null,
    events,
    withdrawn,
    // The month has it even when it is long over.
    pageOf: ({ id, date }) => `${path}?month=${date.slice(0, 7)}#event-${id}`,
  });
  const title = isSubscription
    ? t("{artist} events", { artist: artist.artistName })
    : (events[0]?.title ?? artist.artistName);
  return new Response(text, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": attachment(title, "ics"),
    },
  });
}
