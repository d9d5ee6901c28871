import { DrawnCover } from "~/artist-theme/drawn-cover-picture";
import type { Place } from "~/shared/picture";
import { FirstButton, NextShow, RoundPlay } from "../first.tsx";
import { Actions, ArtistName, Bio, Cover, Elsewhere, Portrait, Whereabouts } from "../header.tsx";
import { SectionLinks } from "../section-links.tsx";
import bill from "./bill.css?inline";
import own from "./gallery.css?inline";
import type { PageLayout } from "./page-layout.ts";

const coverPlaces: Place[] = [
  { from: 64, ofScreen: 1, rem: 0, height: 44 },
  { from: 40, ofScreen: 1, rem: 0, height: 38 },
  { from: 0, ofScreen: 1, rem: 0, height: 32 },
];
const portraitPlaces: Place[] = [
  { from: 48, ofScreen: 0.25, rem: -2, height: "as wide" },
  { from: 0, ofScreen: 0, rem: 8, height: "as wide" },
];

/** The pictures first, from edge to edge; below them everything else, each under its name as under a frame. */
export const gallery: PageLayout = {
  styles: bill + own,
  photosPlace: () => "wall",
  shownPicture: ({ avatar, cover }) =>
    avatar ? { places: portraitPlaces, eager: !cover } : { places: coverPlaces, eager: true },
  Composition({ page, sections, sample }) {
    return (
      <>
        <header className="gallery-head">
          <ArtistName page={page} className="gallery-name" />
          <RoundPlay page={page} />
          <div className="gallery-first">
            <FirstButton page={page} />
            <NextShow page={page} />
          </div>
        </header>
        <SectionLinks sections={sections} />
        {page.cover ? (
          <Cover page={page} places={coverPlaces} className="gallery-cover" />
        ) : (
          !sections.photos && <DrawnCover name={page.artistName} className="gallery-cover" />
        )}
        <div className="gallery-wall">{sections.photos}</div>
        <div className="gallery-rows">
          <div className="gallery-words">
            <Portrait page={page} places={portraitPlaces} eager={!page.cover} className="gallery-portrait" />
            <div className="gallery-bio">
              <Bio page={page} className="" />
              <Whereabouts page={page} className="" />
              <Elsewhere page={page} />
              <Actions page={page} hasContact={sample !== "canned"} />
              {sections.links}
            </div>
          </div>
          {sections.events}
          {sections.latest}
          {sections.coming}
          {sections.music}
          {sections.newsletter}
          {sections.discography}
          {sections.videos}
          {sections.booking}
          {sections.support}
          {sections.pressKit}
          {sections.comments}
        </div>
      </>
    );
  },
};
