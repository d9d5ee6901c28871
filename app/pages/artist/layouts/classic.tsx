import type { CSSProperties } from "react";
import { type CoverSize, coverHeights } from "~/shared/cover-sizes";
import type { Place } from "~/shared/picture";
import type { ArtistPage } from "../artist.server";
import { FirstButton } from "../first.tsx";
import { Actions, ArtistName, Bio, Cover, Elsewhere, PlayFirst, Portrait, Whereabouts } from "../header.tsx";
import type { PageLayout } from "./page-layout.ts";

/** The specification's page, and the default: its forms, its order and its cover's heights. [1 §2] */
export const classic: PageLayout = {
  // On a real page the newsletter always stands beside the photos.
  photosPlace: (sample) => (sample === "canned" ? "alone" : "column"),
  shownPicture: ({ avatar, cover, appearance }) =>
    avatar
      ? { places: portraitPlaces, eager: !cover }
      : { places: coverPlaces(appearance.coverSize), eager: true },
  Composition({ page, sections, sample }) {
    const { links, latest, coming, music, discography, videos, photos } = sections;
    const hasWorks = Boolean(links || latest || coming || music || videos || photos);
    const isTwoColumns = hasWorks && sample !== "canned";
    return (
      <>
        <Header page={page} hasContact={sample !== "canned"} />
        <div className={`public-width mt-8 grid items-start gap-4 ${isTwoColumns ? "public-columns" : ""}`}>
          {hasWorks && (
            <div className="grid grid-cols-1 gap-4">
              {links}
              {latest}
              {coming}
              {music}
              {discography}
              {videos}
              {photos}
            </div>
          )}
          <div className="public-aside grid grid-cols-1 gap-4">
            {sections.events}
            {sections.booking}
            {sections.newsletter}
            {sections.support}
            {sections.pressKit}
          </div>
          {sections.comments && <div>{sections.comments}</div>}
        </div>
      </>
    );
  },
};

function Header({ page, hasContact }: { page: ArtistPage; hasContact: boolean }) {
  const { cover, avatar } = page;
  const { coverSize } = page.appearance;
  return (
    <header style={cover ? coverStyle(coverSize) : undefined}>
      <Cover
        page={page}
        places={coverPlaces(coverSize)}
        className="h-(--cover) w-full object-cover md:h-(--cover-wide)"
      />
      <div className="public-width">
        <div
          className={`relative flex items-end justify-between gap-4 ${cover ? "-mt-16 md:-mt-24" : "pt-20"}`}
        >
          {avatar ? (
            <Portrait
              page={page}
              places={portraitPlaces}
              eager={!cover}
              className="size-28 rounded-full border-4 border-canvas object-cover md:size-36"
            />
          ) : (
            <span className={cover ? "h-16 md:h-24" : undefined} />
          )}
          <PlayFirst
            page={page}
            className="size-16 shadow-floating transition-transform hover:scale-106 md:size-20"
          />
        </div>
        <ArtistName page={page} className="public-name mt-3" />
        <Whereabouts page={page} className="mt-2" />
        <FirstButton page={page} className="mt-4" />
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
          <Elsewhere page={page} />
          <Actions page={page} hasContact={hasContact} />
        </div>
        <Bio page={page} className="mt-4 max-w-prose" />
      </div>
    </header>
  );
}

/** How much of the cover shows, on a phone and from there up, in the reader's own measure. */
function coverStyle(size: CoverSize): CSSProperties {
  const { mobile, desktop } = coverHeights[size];
  return { "--cover": `${mobile / 16}rem`, "--cover-wide": `${desktop / 16}rem` };
}

/** As wide as the screen. */
function coverPlaces(size: CoverSize): Place[] {
  const { mobile, desktop } = coverHeights[size];
  return [
    { from: 48, ofScreen: 1, rem: 0, height: desktop / 16 },
    { from: 0, ofScreen: 1, rem: 0, height: mobile / 16 },
  ];
}

/** Within its border. */
const portraitPlaces: Place[] = [
  { from: 48, ofScreen: 0, rem: 8.5, height: "as wide" },
  { from: 0, ofScreen: 0, rem: 6.5, height: "as wide" },
];
