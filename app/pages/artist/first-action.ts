import { formatDay } from "~/features/events/calendar";
import { admissions, type PublicEvent } from "~/features/events/public-event";
import { releasePath, trackPath } from "~/shared/artist-address";
import { sourceLanguage } from "~/shared/languages";
import { language, t } from "~/shared/t";
import { today } from "~/shared/today";
import type { ArtistPage } from "./artist.server";

/** The one thing that a fan is offered first, as it stands on the page. */
export type FirstButton =
  | {
      kind: "play";
      title: string;
      /** A track's id, or its list's. */
      plays: string;
      /** Of its own page. */
      href: string;
    }
  | { kind: "listen"; title: string; href: string }
  | { kind: "show"; show: PublicEvent; href: string }
  | { kind: "link"; label: string; href: string };

type Chosen = Pick<
  ArtistPage,
  | "firstAction"
  | "firstActionLabel"
  | "firstActionUrl"
  | "newestTrackId"
  | "tracks"
  | "releases"
  | "latestTracks"
  | "events"
>;

/**
 * What the artist has chosen to be first; null while there is no such thing.
 * @param path of the artist's page
 */
export function firstButton(page: Chosen, path: string): FirstButton | null {
  const { firstAction, firstActionLabel: label, firstActionUrl: href } = page;
  if (firstAction === "play") return latestMusic(page, path);
  if (firstAction === "link") return label && href ? { kind: "link", label, href } : null;
  const show = firstAction === "show" && (page.events?.find(hasTickets) ?? nextShow(page.events));
  return show ? { kind: "show", show, href: showPath(show, path) } : null;
}

/** The track that is newer than every release, else the latest release. */
function latestMusic({ newestTrackId, tracks, releases, latestTracks }: Chosen, path: string) {
  const latest = releases?.find(({ isOut }) => isOut);
  const track = tracks?.find(({ id }) => id === newestTrackId) ?? (latest ? undefined : tracks?.[0]);
  if (track) {
    const { id, title, slug } = track;
    return { kind: "play", title, plays: id, href: trackPath(path, slug) } as const;
  }
  if (!latest) return null;
  const release = { title: latest.title, href: releasePath(path, latest.slug) };
  return latestTracks?.length
    ? ({ kind: "play", plays: latestTracksId, ...release } as const)
    : ({ kind: "listen", ...release } as const);
}

/** Of the list of the latest release's tracks. */
const latestTracksId = "latest-tracks";

const hasTickets = ({ isCancelled, ticketUrl, admission }: PublicEvent) =>
  !isCancelled && ticketUrl !== null && admission === "tickets";

/** The next show that takes place. */
export function nextShow(events: PublicEvent[] | null): PublicEvent | undefined {
  return events?.find(({ isCancelled }) => !isCancelled);
}

/** Where a show's tickets are sold; else where all is said about it. @param path of the artist's page */
export function showPath(show: PublicEvent, path: string): string {
  return (hasTickets(show) && show.ticketUrl) || `${path}/events#event-${show.id}`;
}

/** A show in one line: `Fri 4 Dec, Leith, Tickets`. The year is said where it is another than this one. */
export function showInWords(
  show: PublicEvent,
  day = today(),
): { when: string; where: string; entry: string } {
  const { date, location, venueName, title, admission } = show;
  const year = date.slice(0, 4);
  const isOtherYear = year !== day.slice(0, 4);
  const parts: Intl.DateTimeFormatOptions[] = [
    { weekday: "short" },
    { day: "numeric" },
    { month: "short" },
    ...(isOtherYear ? [{ year: "numeric" } as const] : []),
  ];
  return {
    // In English as on a poster.
    when:
      language() === sourceLanguage
        ? parts.map((part) => formatDay(date, part)).join(" ")
        : formatDay(date, Object.assign({}, ...parts)),
    where: location ?? venueName ?? title,
    entry: hasTickets(show) || admission !== "tickets" ? t(admissions[admission]) : "",
  };
}
