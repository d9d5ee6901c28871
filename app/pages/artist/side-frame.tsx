import type { ReactNode } from "react";
import type { Appearance } from "~/artist-theme/appearance";
import { ArtistThemeStyle } from "~/artist-theme/artist-theme-style";
import { Background } from "~/artist-theme/background";
import { DrawnCover } from "~/artist-theme/drawn-cover-picture";
import { formatDay } from "~/features/events/calendar";
import { admissions, type PublicEvent, placeOf } from "~/features/events/public-event";
import { Icon } from "~/public-ui/icon";
import { Section } from "~/public-ui/section";
import { artistPath } from "~/shared/artist-address";
import type { Picture, Place } from "~/shared/picture";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { Photo } from "~/ui/photo";
import bill from "./layouts/bill.css?inline";
import halftone from "./layouts/halftone.css?inline";
import side from "./side-page.css?inline";

// What the pages beside an artist's own have in common, in the look of the layout that the artist chose.

interface Person {
  artistName: string;
  customUrl: string | null;
  avatar: Picture | null;
  appearance: Appearance;
}

/** On a narrow screen the portrait is so small that it is a picture, not dots. */
const largeHalftone = `@media (width >= 64rem) { ${halftone} }`;

/** The `main` of such a page, on the artist's background. @param kind how its parts are placed on wide screens */
export function SideFrame({
  artist: { appearance },
  kind,
  children,
}: {
  artist: Pick<Person, "appearance">;
  kind: "beside" | "music";
  children: ReactNode;
}) {
  const { layout } = appearance;
  return (
    <>
      <ArtistThemeStyle appearance={appearance} />
      <style href={`side-${layout}`} precedence="artist">
        {(layout === "classic" ? "" : bill) + (layout === "poster" ? largeHalftone : "") + side}
      </style>
      <Background appearance={appearance} />
      <main className={`side-page side-${kind} side-${layout}`}>{children}</main>
    </>
  );
}

const largePlaces: Place[] = [
  { from: 64, ofScreen: 0, rem: 24, height: "as wide" },
  { from: 0, ofScreen: 0, rem: 4, height: "as wide" },
];
const smallPlaces: Place[] = [{ from: 0, ofScreen: 0, rem: 4, height: "as wide" }];

/** The artist's picture and name: the way back. @param isLarge there is room for the picture on wide screens */
export function ArtistLink({ artist, isLarge }: { artist: Person; isLarge: boolean }) {
  const { artistName, avatar, appearance } = artist;
  const places = isLarge ? largePlaces : smallPlaces;
  const isHalftone = isLarge && appearance.layout === "poster";
  return (
    <a href={artistPath(artist) ?? "/"} className="side-artist">
      <span className={`side-portrait ${avatar && isHalftone ? "poster-print" : ""}`}>
        {avatar ? (
          <span className={isHalftone ? "poster-dots" : undefined}>
            <Photo picture={avatar} places={places} alt="" eager={isLarge} />
          </span>
        ) : (
          <DrawnCover name={artistName} className="" />
        )}
      </span>
      <span className="side-name">
        <Icon name="left" className="size-5" />
        <span dir="auto" lang={languageOf(artistName)}>
          {artistName}
        </span>
      </span>
    </a>
  );
}

/** The next dates, each leading to its place among all events; nothing where there are none. */
export function NextDates({
  artist: { dates, ...artist },
}: {
  artist: Pick<Person, "artistName" | "customUrl"> & { dates: PublicEvent[] | null };
}) {
  if (!dates?.length) return null;
  const eventsPath = `${artistPath(artist)}/events`;
  return (
    <Section id="dates" title={t("Next dates")}>
      <ul className="side-dates">
        {dates.map((event) => {
          const { id, title, date, admission } = event;
          const place = placeOf(event);
          return (
            <li key={id}>
              <a href={`${eventsPath}#event-${id}`}>
                <time dateTime={date}>
                  <span>{formatDay(date, { month: "short" })}</span>{" "}
                  <b>{formatDay(date, { day: "numeric" })}</b>
                </time>
                <span>
                  <b dir="auto" lang={languageOf(title)}>
                    {title}
                  </b>
                  {(place || admission !== "tickets") && (
                    <small dir="auto" lang={languageOf(place)}>
                      {[admission !== "tickets" && t(admissions[admission]), place]
                        .filter(Boolean)
                        .join(" · ")}
                    </small>
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      <a href={eventsPath} className="side-more">
        {t("All dates")}
      </a>
    </Section>
  );
}
