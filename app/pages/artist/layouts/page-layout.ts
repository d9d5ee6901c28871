import type { ReactNode } from "react";
import type { GalleryPlace } from "~/features/gallery/public";
import type { Place } from "~/shared/picture";
import type { ArtistPage } from "../artist.server";
import type { AnsweredSection, Sample, Sections } from "../sections.tsx";

export interface ShownPicture {
  places: Place[];
  eager: boolean;
}

/**
 * How an artist's page is composed. Each layout places the same pieces of the header and the same sections, once each,
 * in the order in which they are read; its styles place them on the screen, and are sent with its own pages alone.
 */
export interface PageLayout {
  /** Its own styles; undefined for the layout that public.css draws. */
  styles?: string;
  /** How wide it shows the photos. */
  photosPlace(sample: Sample | undefined): GalleryPlace;
  /** Where it shows the artist's picture, the portrait or else the cover, and whether that is in sight at first. */
  shownPicture(page: ArtistPage): ShownPicture;
  Composition(props: {
    page: ArtistPage;
    sections: Sections;
    sample: Sample | undefined;
    /** The section whose form has just been answered. */
    answered: AnsweredSection | undefined;
  }): ReactNode;
}
