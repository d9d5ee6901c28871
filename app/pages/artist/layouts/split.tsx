import { DrawnCover } from "~/artist-theme/drawn-cover-picture";
import type { Place } from "~/shared/picture";
import { FirstButton, NextShow, RoundPlay } from "../first.tsx";
import { Actions, ArtistName, Bio, Cover, Elsewhere, Portrait, Whereabouts } from "../header.tsx";
import { SectionLinks } from "../section-links.tsx";
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
  photosPlace: () => "half",
  shownPicture: ({ avatar, cover }) =>
    avatar && cover ? { places: portraitPlaces, eager: false } : { places: panePlaces, eager: true },
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
            <DrawnCover name={page.artistName} className="split-picture" />
          )}
        </div>
        <div className="split-texts">
          <header className="split-head">
            {cover && (
              <Portrait page={page} places={portraitPlaces} eager={false} className="split-portrait" />
            )}
            <ArtistName page={page} className="split-name" />
            <Whereabouts page={page} className="" />
            <NextShow page={page} />
            <FirstButton page={page} />
            <div className="split-deeds">
              <RoundPlay page={page} />
              <Elsewhere page={page} />
            </div>
            <Bio page={page} className="split-bio" />
            <Actions page={page} hasContact={sample !== "canned"} />
          </header>
          <SectionLinks sections={sections} />
          {sections.links}
          {sections.latest}
          {sections.coming}
          {sections.events}
          {sections.music}
          {sections.newsletter}
          {sections.discography}
          {sections.videos}
          {sections.photos}
          {sections.booking}
          {sections.support}
          {sections.pressKit}
          {sections.comments}
        </div>
      </>
    );
  },
};
