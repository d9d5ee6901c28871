import type { Place } from "~/shared/picture";
import { FirstButton, NextShow, RoundPlay } from "../first.tsx";
import { Actions, Bio, Cover, Elsewhere, NameInLines, Portrait, Whereabouts } from "../header.tsx";
import { SectionLinks } from "../section-links.tsx";
import bill from "./bill.css?inline";
import halftone from "./halftone.css?inline";
import type { PageLayout } from "./page-layout.ts";
import own from "./poster.css?inline";

const shownPlaces: Place[] = [
  { from: 96, ofScreen: 0, rem: 38, height: "as wide" },
  { from: 40, ofScreen: 5 / 12, rem: -2, height: "as wide" },
  { from: 0, ofScreen: 1, rem: -2, height: "as wide" },
];
/**
 * A third as wide as it is shown: in dots that are six pixels wide, a sharper picture looks the same. It is the largest
 * thing in sight at first, and here in a fifth of the bytes.
 */
const picturePlaces = shownPlaces.map((place) => ({
  ...place,
  ofScreen: place.ofScreen / 3,
  rem: place.rem / 3,
}));

/** A printed bill: the name as large as the sheet allows, rules, and the picture in halftone. */
export const poster: PageLayout = {
  styles: bill + halftone + own,
  photosPlace: () => "larger part",
  shownPicture: () => ({ places: picturePlaces, eager: true }),
  Composition({ page, sections, sample }) {
    const hasPicture = Boolean(page.avatar || page.cover);
    const play = <RoundPlay page={page} />;
    return (
      <>
        <header className="poster-header">
          <div className="poster-imprint">
            <Whereabouts page={page} className="" />
          </div>
          <div className="poster-top">
            <NameInLines page={page} className="poster-name" />
          </div>
          <div className="poster-first">
            <NextShow page={page} className="poster-show" />
            <FirstButton page={page} className="poster-button" />
          </div>
          <div className="poster-head">
            {hasPicture && (
              <div className="poster-picture">
                <div className="poster-print">
                  <div className="poster-dots">
                    {page.avatar ? (
                      <Portrait page={page} places={picturePlaces} eager className="" />
                    ) : (
                      <Cover page={page} places={picturePlaces} className="" />
                    )}
                  </div>
                </div>
                {play}
              </div>
            )}
            <div className="poster-words">
              {!hasPicture && play}
              <Bio page={page} className="poster-bio" />
              <Elsewhere page={page} />
              <Actions page={page} hasContact={sample !== "canned"} />
              {sections.links}
            </div>
          </div>
        </header>
        <SectionLinks sections={sections} />
        <div className="poster-columns">
          <div className="poster-group">
            {sections.latest}
            {sections.coming}
            {sections.music}
            {sections.newsletter}
            {sections.discography}
            {sections.videos}
            {sections.photos}
          </div>
          <div className="poster-group">
            {sections.events}
            {sections.booking}
            {sections.support}
            {sections.pressKit}
          </div>
        </div>
        {sections.comments}
      </>
    );
  },
};
