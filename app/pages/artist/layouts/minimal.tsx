import type { ReactNode } from "react";
import { BookingSheet } from "~/features/bookings/public";
import { artistPath, bookingPath } from "~/shared/artist-address";
import type { Place } from "~/shared/picture";
import { t } from "~/shared/t";
import { FirstButton, NextShow, RoundPlay } from "../first.tsx";
import { Actions, ArtistName, Bio, Elsewhere, Portrait, Whereabouts } from "../header.tsx";
import bill from "./bill.css?inline";
import own from "./minimal.css?inline";
import type { PageLayout } from "./page-layout.ts";

const portraitPlaces: Place[] = [{ from: 0, ofScreen: 0, rem: 8.5, height: "as wide" }];

/** One column of buttons: the links, and every section behind its name. */
export const minimal: PageLayout = {
  styles: bill + own,
  photosPlace: () => "narrow column",
  // It shows no cover.
  shownPicture: ({ avatar }) => ({ places: portraitPlaces, eager: Boolean(avatar) }),
  Composition({ page, sections, sample, answered }) {
    const { artistName } = page;
    const play = <RoundPlay page={page} />;
    return (
      <>
        <header className="minimal-head">
          <div className="minimal-picture">
            <Portrait page={page} places={portraitPlaces} eager className="minimal-portrait" />
            {page.avatar && play}
          </div>
          <ArtistName page={page} className="minimal-name" />
          <Whereabouts page={page} className="" />
          <NextShow page={page} />
          <FirstButton page={page} />
          <Bio page={page} className="minimal-bio" />
          {!page.avatar && play}
          <Elsewhere page={page} />
        </header>
        <div className="minimal-buttons">
          {sections.links}
          <Folded name={t("Latest Release")} part={sections.latest} />
          <Folded name={t("Coming|releases")} part={sections.coming} />
          <Folded name={t("Music")} part={sections.music} />
          <Folded name={t("Discography")} part={sections.discography} />
          {sections.newsletter && <div className="minimal-fold">{sections.newsletter}</div>}
          <Folded name={t("Events")} part={sections.events} />
          <Folded name={t("Videos")} part={sections.videos} />
          <Folded name={t("Photos")} part={sections.photos} />
          {answered === "booking" || !page.hasBookingForm ? (
            <Folded name={t("Book {artist}", { artist: artistName })} part={sections.booking} isOpen />
          ) : (
            <section id="booking" aria-label={t("Booking")}>
              <BookingSheet
                artistName={artistName}
                own={bookingPath(artistPath(page) ?? "")}
                className="minimal-button"
              >
                <span dir="auto">{t("Book {artist}", { artist: artistName })}</span>
              </BookingSheet>
            </section>
          )}
          <Folded name={t("Support {artist}", { artist: artistName })} part={sections.support} />
          <Folded name={t("Press Kit")} part={sections.pressKit} />
          <Folded name={t("Comments")} part={sections.comments} isOpen={answered === "comments"} />
        </div>
        <Actions page={page} hasContact={sample !== "canned"} />
      </>
    );
  },
};

/** A section behind a button, as the page's other buttons. Its address opens it. */
function Folded({ name, part, isOpen = false }: { name: string; part: ReactNode; isOpen?: boolean }) {
  return (
    part && (
      <details className="minimal-fold" open={isOpen}>
        <summary dir="auto">{name}</summary>
        {part}
      </details>
    )
  );
}
