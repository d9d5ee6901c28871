import type { Place } from "~/shared/picture";
import { Actions, Bio, Elsewhere, NameInLines, PlayFirst, Portrait, Whereabouts } from "../header.tsx";
import bill from "./bill.css?inline";
import type { PageLayout } from "./page-layout.ts";
import own from "./poster.css?inline";

const portraitPlaces: Place[] = [
  { from: 96, ofScreen: 0, rem: 38, height: "as wide" },
  { from: 40, ofScreen: 5 / 12, rem: -2, height: "as wide" },
  { from: 0, ofScreen: 1, rem: -2, height: "as wide" },
];

/** A printed bill: the name as large as the sheet allows, rules, and the picture in halftone. */
export const poster: PageLayout = {
  styles: bill + own,
  photosPlace: () => "column",
  Composition({ page, sections, sample }) {
    const play = <PlayFirst page={page} className="bill-play" />;
    return (
      <>
        <header className="poster-header">
          <div className="poster-imprint">
            <Whereabouts page={page} className="" />
          </div>
          <div className="poster-top">
            <NameInLines page={page} className="poster-name" />
          </div>
          <div className="poster-head">
            {page.avatar && (
              <div className="poster-picture">
                <div className="poster-print">
                  <div className="poster-dots">
                    <Portrait page={page} places={portraitPlaces} eager className="" />
                  </div>
                </div>
                {play}
              </div>
            )}
            <div className="poster-words">
              {!page.avatar && play}
              <Bio page={page} className="poster-bio" />
              <Elsewhere page={page} />
              <Actions page={page} hasContact={sample !== "canned"} />
              {sections.links}
            </div>
          </div>
        </header>
        <div className="poster-columns">
          <div className="poster-group">
            {sections.latest}
            {sections.coming}
            {sections.music}
            {sections.discography}
            {sections.videos}
            {sections.photos}
          </div>
          <div className="poster-group">
            {sections.events}
            {sections.booking}
            {sections.newsletter}
            {sections.support}
            {sections.pressKit}
          </div>
        </div>
        {sections.comments}
      </>
    );
  },
};
