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
import type { PageLayout } from "./page-layout.ts";
import own from "./split.css?inline";

/** As high as the screen, and on a wide one beside the texts. */
const panePlaces: Place[] = [
  { from: 64, ofScreen: 1, rem: -44, height: 60 },
  { from: 40, ofScreen: 0.5, rem: 0, height: 60 },
  { from: 0, ofScreen: 1, rem: 0, height: 28 },
];
const portraitPlaces: Place[] = [{ from: 0, ofScreen: 0, rem: 6, height: "as wide" }];

/** A picture that stays in its half of the screen while the texts move in the other. */
export const split: PageLayout = {
  styles: bill + own,
  photosPlace: () => "column",
  Composition({ page, sections, sample }) {
    const { cover, avatar } = page;
    return (
      <>
        <div className="split-pane">
          {cover ? (
            <Cover page={page} places={panePlaces} className="split-picture" />
          ) : avatar ? (
            <Portrait page={page} places={panePlaces} eager className="split-picture" />
          ) : (
            <DrawnCover page={page} className="split-picture" />
          )}
        </div>
        <div className="split-texts">
          <header className="split-head">
            {cover && (
              <Portrait page={page} places={portraitPlaces} eager={false} className="split-portrait" />
            )}
            <ArtistName page={page} className="split-name" />
            <Whereabouts page={page} className="" />
            <div className="split-deeds">
              <PlayFirst page={page} className="bill-play" />
              <Elsewhere page={page} />
            </div>
            <Bio page={page} className="split-bio" />
            <Actions page={page} hasContact={sample !== "canned"} />
          </header>
          {sections.links}
          {sections.latest}
          {sections.coming}
          {sections.events}
          {sections.music}
          {sections.discography}
          {sections.videos}
          {sections.photos}
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
