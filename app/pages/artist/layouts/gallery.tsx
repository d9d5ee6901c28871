import type { Place } from "~/shared/picture";
import {
  Actions,
  ArtistName,
  Bio,
  Cover,
  DrawnCover,
  Elsewhere,
  PlayFirst,
  Portrait,
  Whereabouts,
} from "../header.tsx";
import bill from "./bill.css?inline";
import own from "./gallery.css?inline";
import type { PageLayout } from "./page-layout.ts";

const coverPlaces: Place[] = [
  { from: 40, ofScreen: 1, rem: 0, height: 38 },
  { from: 0, ofScreen: 1, rem: 0, height: 22 },
];
const portraitPlaces: Place[] = [
  { from: 48, ofScreen: 0.25, rem: -2, height: "as wide" },
  { from: 0, ofScreen: 0, rem: 8, height: "as wide" },
];

/** The pictures first, from edge to edge; below them everything else, each under its name as under a frame. */
export const gallery: PageLayout = {
  styles: bill + own,
  photosPlace: () => "wide",
  Composition({ page, sections, sample }) {
    return (
      <>
        <header className="gallery-head">
          <ArtistName page={page} className="gallery-name" />
          <PlayFirst page={page} className="bill-play" />
        </header>
        {page.cover ? (
          <Cover page={page} places={coverPlaces} className="gallery-cover" />
        ) : (
          !sections.photos && <DrawnCover page={page} className="gallery-cover" />
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
          {sections.discography}
          {sections.videos}
          {sections.newsletter}
          {sections.booking}
          {sections.support}
          {sections.pressKit}
          {sections.comments}
        </div>
      </>
    );
  },
};
