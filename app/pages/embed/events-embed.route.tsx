import { data } from "react-router";
import { formatDay, whenInWords } from "~/features/events/calendar";
import { admissions, type PublicEvent, placeOf, ticketTexts } from "~/features/events/public-event";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { datesShown } from "~/shared/embeds";
import { t } from "~/shared/t";
import { today, todayEnds } from "~/shared/today";
import { languageOf } from "~/shared/writing";
import { findEventsPage } from "../artist/events.server";
import { allowCaching, leadToPresent, showInReadersLanguage } from "../artist/page-answer.server";
import type { Route } from "./+types/events-embed.route";
import { EmbedFrame, lookOf, NothingHere, wayOut } from "./embed-frame";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { artistSlug } = params;
  const look = lookOf(params);
  const page = look && (await findEventsPage(db.asVisitor(), artistSlug));
  if (!look || !page?.embedsOn) return data({ page: null }, { status: 404 });
  leadToPresent(request, artistSlug, page);
  showInReadersLanguage(context, page);
  allowCaching(context, artistSlug, page, todayEnds());
  return data({ page, look, origin: config.origin, year: today().slice(0, 4) });
}

/** An artist's next dates within another site. */
export default function EventsEmbed({ loaderData }: Route.ComponentProps) {
  if (!loaderData.page) return <NothingHere />;
  const { page, look, origin, year } = loaderData;
  const path = `${artistPath(page)}/events`;
  const events = page.upcoming.slice(0, datesShown[look.size]);
  const isMore = page.upcoming.length > events.length;
  return (
    <EmbedFrame
      artist={page}
      look={look}
      kind="dates"
      title={t("Next dates|of concerts")}
      path={path}
      origin={origin}
      cover={page.avatar}
      note={isMore && <a {...wayOut(path)}>{t("All dates|of concerts")}</a>}
    >
      {events.length === 0 && <p className="embed-none">{t("Nothing is announced at the moment.")}</p>}
      {events.length > 0 && (
        <ul className="embed-dates">
          {events.map((event) => (
            <li key={event.id}>
              <EventRow event={event} path={path} year={year} />
            </li>
          ))}
        </ul>
      )}
    </EmbedFrame>
  );
}

function EventRow({ event, path, year }: { event: PublicEvent; path: string; year: string }) {
  const { id, title, date, isCancelled, admission, ticketUrl } = event;
  const place = placeOf(event);
  const isOtherYear = date.slice(0, 4) !== year;
  const state = isCancelled ? t("Cancelled|an event") : admission !== "tickets" && t(admissions[admission]);
  return (
    <>
      <time dateTime={date}>
        <span>{formatDay(date, { month: "short" })}</span> <b>{formatDay(date, { day: "numeric" })}</b>{" "}
        {isOtherYear && <span>{formatDay(date, { year: "numeric" })}</span>}
      </time>
      <div>
        <p dir="auto" lang={languageOf(title)}>
          <a {...wayOut(path, `#event-${id}`)}>{isCancelled ? <s>{title}</s> : title}</a>
        </p>
        <p dir="auto" className="embed-quiet">
          {[state, whenInWords(event, { withZone: place === "" })].filter(Boolean).join(" · ")}
          {place && (
            <>
              {" · "}
              <span lang={languageOf(place)}>{place}</span>
            </>
          )}
        </p>
      </div>
      {ticketUrl && !isCancelled && ticketTexts[admission] && (
        <a href={ticketUrl} target="_blank" rel="noopener" className="embed-tickets">
          {t(ticketTexts[admission])}
          <span className="sr-only"> {t("for {title}|tickets", { title })}</span>
        </a>
      )}
    </>
  );
}
