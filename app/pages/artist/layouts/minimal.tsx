import type { Place } from "~/shared/picture";
import { Actions, ArtistName, Bio, Elsewhere, PlayFirst, Portrait, Whereabouts } from "../header.tsx";
import styles from "./minimal.css?inline";
import type { PageLayout } from "./page-layout.ts";

const portraitPlaces: Place[] = [
  { from: 48, ofScreen: 0, rem: 30, height: "as wide" },
  { from: 0, ofScreen: 1, rem: -2, height: "as wide" },
];

/** One column of buttons: links, and the sections behind their names. */
export const minimal: PageLayout = {
  styles,
  photosPlace: () => "column",
  Composition({ page, sections, sample }) {
    return (
      <>
        <header>
          <ArtistName page={page} className="public-name" />
          <Whereabouts page={page} className="" />
          <Portrait page={page} places={portraitPlaces} eager className="portrait" />
          <Bio page={page} className="" />
          <PlayFirst page={page} className="play" />
          <Elsewhere page={page} />
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
        {sections.booking}
        {sections.newsletter}
        {sections.support}
        {sections.pressKit}
        {sections.comments}
      </>
    );
  },
};
