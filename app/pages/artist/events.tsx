import { data } from "react-router";
import { Background } from "~/features/appearance/public";
import { isMonth } from "~/features/events/calendar";
import { EventList, MonthCalendar } from "~/features/events/public";
import { cacheContext, servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { today, todayEnds } from "~/shared/today";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import type { Route } from "./+types/events";
import { ArtistLook } from "./artist-look";
import { findEventsPage } from "./events.server";
import { MissingArtist } from "./missing-artist";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const page = await findEventsPage(db.asVisitor(), params.artistSlug);
  if (!page) return data({ page: null }, { status: 404 });
  context.get(cacheContext).permit = { tags: [page.userId], until: todayEnds() };
  const asked = new URL(request.url).searchParams.get("month") ?? "";
  const month = isMonth(asked) ? asked : (page.upcoming[0]?.date ?? today()).slice(0, 7);
  return data({ page, month, today: today(), origin: config.origin });
}

/** Every event of an artist: a month as a calendar, and all of them as a list. */
export default function ArtistEvents({ loaderData }: Route.ComponentProps) {
  if (!loaderData.page) return <MissingArtist />;
  const { page, month, today, origin } = loaderData;
  const home = artistPath(page);
  const own = `${home}/events`;
  return (
    <>
      <title>{`Events: ${page.artistName}`}</title>
      <meta name="description" content={`Where and when to see ${page.artistName}.`} />
      <link rel="canonical" href={`${origin}${own}`} />
      <ArtistLook appearance={page.appearance} />
      <Background appearance={page.appearance} />
      <main className="stage-width grow pt-20 pb-8">
        <a
          href={home ?? "/"}
          className="inline-flex min-h-11 items-center gap-2 font-semibold hover:underline"
        >
          <Icon name="left" className="size-5" />
          <span dir="auto">{page.artistName}</span>
        </a>
        <h1 className="stage-name">Events</h1>
        <div className="stage-columns mt-6 grid items-start gap-4">
          <div className="grid grid-cols-1 gap-4">
            <Section id="upcoming" title="Upcoming">
              {page.upcoming.length > 0 ? (
                <EventList events={page.upcoming} />
              ) : (
                <p className="text-muted">Nothing is announced at the moment.</p>
              )}
            </Section>
            {page.past.length > 0 && (
              <Section id="past" title="Past">
                <EventList events={page.past} />
              </Section>
            )}
          </div>
          <div className="-order-1 lg:order-none">
            <Section id="calendar" title="Calendar">
              <MonthCalendar
                month={month}
                events={[...page.upcoming, ...page.past]}
                today={today}
                monthPath={(other) => `${own}?month=${other}#calendar`}
              />
            </Section>
          </div>
        </div>
      </main>
    </>
  );
}
