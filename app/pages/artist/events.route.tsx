import type { ReactNode } from "react";
import { data } from "react-router";
import { formatDay, isMonth } from "~/features/events/calendar";
import { CalendarSubscription, EventList, MonthCalendar } from "~/features/events/public";
import type { PublicEvent } from "~/features/events/public-event";
import { Section } from "~/public-ui/section";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { today, todayEnds } from "~/shared/today";
import type { Route } from "./+types/events.route";
import { findEventsMonth, findEventsPage } from "./events.server";
import { FeedLinks } from "./feeds/feed-links";
import { EmbeddedData } from "./head";
import { MissingArtist } from "./missing-artist";
import { allowCaching, leadToPresent, releasesChangeAt, showInReadersLanguage } from "./page-answer.server";
import { SidePage } from "./side-page";
import { eventsData } from "./structured-data.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  const visitor = db.asVisitor();
  const requestedMonth = new URL(request.url).searchParams.get("month") ?? "";
  const common = { today: today(), origin: config.origin };
  if (isMonth(requestedMonth)) {
    const shown = await findEventsMonth(visitor, params.artistSlug, requestedMonth);
    if (shown) {
      leadToPresent(request, params.artistSlug, shown);
      showInReadersLanguage(context, shown);
      return data({ ...common, artist: shown, month: requestedMonth, ofMonth: shown, nearest: null });
    }
  } else {
    const shown = await findEventsPage(visitor, params.artistSlug);
    if (shown) {
      leadToPresent(request, params.artistSlug, shown);
      allowCaching(context, params.artistSlug, shown, todayEnds(), await releasesChangeAt(services, shown));
      showInReadersLanguage(context, shown);
      const month = (shown.upcoming[0]?.date ?? common.today).slice(0, 7);
      return data({ ...common, artist: shown, month, ofMonth: null, nearest: shown });
    }
  }
  return data({ artist: null }, { status: 404 });
}

/** Every event of an artist: a month as a calendar, and as a list those of that month or all of them. */
export default function ArtistEvents({ loaderData }: Route.ComponentProps) {
  if (!loaderData.artist) return <MissingArtist />;
  const { artist, month, ofMonth, nearest, today, origin } = loaderData;
  const own = `${artistPath(artist)}/events`;
  const events = ofMonth?.events ?? [...(nearest?.upcoming ?? []), ...(nearest?.past ?? [])];
  const monthPath = (other: string) => `${own}?month=${other}`;
  return (
    <SidePage
      artist={artist}
      origin={origin}
      path={own}
      title={t("Events")}
      description={t("Where and when to see {artist}.", { artist: artist.artistName })}
      isEmbeddable={artist.embedsOn}
      aside={
        <Section id="calendar" title={t("Calendar")}>
          <MonthCalendar
            month={month}
            events={events}
            today={today}
            monthPath={(other) => `${monthPath(other)}#calendar`}
          />
          <CalendarSubscription url={`${origin}${own}.ics`} />
        </Section>
      }
    >
      {events.length > 0 && <EmbeddedData data={eventsData(artist, events, origin)} />}
      <link rel="alternate" type="text/calendar" href={`${own}.ics`} />
      <FeedLinks artistName={artist.artistName} artistUrl={`${origin}${artistPath(artist)}`} kind="events" />
      <div className="grid grid-cols-1 gap-4">
        {ofMonth && (
          <MonthSection month={month} ofMonth={ofMonth} today={today} own={own} monthPath={monthPath} />
        )}
        {nearest && (
          <>
            <Section
              id="upcoming"
              title={t("Upcoming|events")}
              // On a narrow screen it comes after a list that may be long.
              aside={
                <a href="#calendar" className="side-jump">
                  {t("To the calendar")}
                </a>
              }
            >
              {nearest.upcoming.length > 0 ? (
                <EventList events={nearest.upcoming} eventsPath={own} />
              ) : (
                <p className="text-muted">{t("Nothing is announced at the moment.")}</p>
              )}
              {nearest.hasLater && (
                <WayOn href={monthPath(lastMonthOf(nearest.upcoming))}>{t("Later events")}</WayOn>
              )}
            </Section>
            {nearest.past.length > 0 && (
              <Section id="past" title={t("Past|events")}>
                <EventList events={nearest.past} eventsPath={own} isOver />
                {nearest.hasEarlier && (
                  <WayOn href={monthPath(lastMonthOf(nearest.past))}>{t("Earlier events")}</WayOn>
                )}
              </Section>
            )}
          </>
        )}
      </div>
    </SidePage>
  );
}

function MonthSection({
  month,
  ofMonth: { events, earlier, later },
  today,
  own,
  monthPath,
}: {
  month: string;
  ofMonth: { events: PublicEvent[]; earlier: string | null; later: string | null };
  today: string;
  own: string;
  monthPath(month: string): string;
}) {
  const isToCome = ({ date, endDate }: PublicEvent) => (endDate ?? date) >= today;
  return (
    <Section id="month" title={monthInWords(month)} aside={<WayOn href={own}>{t("All events")}</WayOn>}>
      {events.length === 0 && <p className="text-muted">{t("There is nothing in this month.")}</p>}
      {[true, false].map((toCome) => {
        const part = events.filter((event) => isToCome(event) === toCome);
        return (
          part.length > 0 && (
            <EventList key={String(toCome)} events={part} eventsPath={own} isOver={!toCome} />
          )
        );
      })}
      {(earlier || later) && (
        <div className="flex flex-wrap justify-between gap-x-4">
          {earlier && (
            <WayOn href={monthPath(earlier)}>{t("Earlier: {month}", { month: monthInWords(earlier) })}</WayOn>
          )}
          {later && (
            <WayOn href={monthPath(later)}>{t("Later: {month}", { month: monthInWords(later) })}</WayOn>
          )}
        </div>
      )}
    </Section>
  );
}

function WayOn({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="nofollow"
      className="inline-flex min-h-11 items-center font-semibold text-sm underline"
    >
      {children}
    </a>
  );
}

function monthInWords(month: string): string {
  return formatDay(month, { month: "long", year: "numeric" });
}

function lastMonthOf(events: PublicEvent[]): string {
  return (events.at(-1)?.date ?? today()).slice(0, 7);
}
