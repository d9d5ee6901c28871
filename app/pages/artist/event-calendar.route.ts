import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { todayEnds } from "~/shared/today";
import type { Route } from "./+types/event-calendar.route";
import { calendarAnswer } from "./calendar-answer.server";
import { findEventCalendar } from "./events.server";
import { allowCaching, leadToPresent, speakArtistsLanguage } from "./page-answer.server";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One event, to be put into one's calendar. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { artistSlug, eventId } = params;
  const calendar = uuid.test(eventId)
    ? await findEventCalendar(services.db.asVisitor(), artistSlug, eventId)
    : null;
  if (!calendar) throw new AppError("not-found", t("The requested event could not be found."));
  leadToPresent(request, artistSlug, calendar);
  speakArtistsLanguage(context, calendar);
  allowCaching(context, artistSlug, calendar, todayEnds());
  return calendarAnswer(services, calendar, { isSubscription: false });
}
