import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { todayEnds } from "~/shared/today";
import type { Route } from "./+types/events-calendar.route";
import { calendarAnswer } from "./calendar-answer.server";
import { findEventsCalendar } from "./events.server";
import { allowCaching, leadToPresent, speakArtistsLanguage } from "./page-answer.server";

/** All events of an artist, for calendars that subscribe to them. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const calendar = await findEventsCalendar(services.db.asVisitor(), params.artistSlug);
  if (!calendar) throw new AppError("not-found", t("The requested artist profile could not be found."));
  leadToPresent(request, params.artistSlug, calendar);
  speakArtistsLanguage(context, calendar);
  allowCaching(context, params.artistSlug, calendar, todayEnds());
  return calendarAnswer(services, calendar, { isSubscription: true });
}
