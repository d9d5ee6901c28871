import type { ReactNode } from "react";
import { BookingForm, BookingSheet } from "~/features/bookings/public";
import { Comments } from "~/features/comments/public";
import { UpcomingEvents } from "~/features/events/public";
import { Gallery, type GalleryPlace } from "~/features/gallery/public";
import { LinkButtons } from "~/features/links/public";
import { TrackList } from "~/features/music/public";
import { AnnouncedReleases, Discography, LatestRelease } from "~/features/music/release-public";
import { NewsletterForm } from "~/features/newsletter/public";
import { SupportLinks } from "~/features/payment-links/public";
import { PressKit } from "~/features/press-kit/public";
import { VideoGallery } from "~/features/video/public";
import { Section } from "~/public-ui/section";
import { artistPath, bookingPath, lettersPath } from "~/shared/artist-address";
import { cursorAt } from "~/shared/cursor";
import { t } from "~/shared/t";
import type { ArtistPage } from "./artist.server";
import { type FormState, outcomeAmong, refusedOf } from "./form-state.ts";

/** The sample page shows a real artist's page, or a canned one, which stores no forms. */
export type Sample = "real" | "canned";

/**
 * An artist's sections by name, each whole: heading, id and content. Falsy where the page hasn't got it: it is switched
 * off, or empty. A layout places all of them, each once.
 */
export interface Sections {
  links: ReactNode;
  latest: ReactNode;
  coming: ReactNode;
  music: ReactNode;
  discography: ReactNode;
  videos: ReactNode;
  photos: ReactNode;
  events: ReactNode;
  booking: ReactNode;
  newsletter: ReactNode;
  support: ReactNode;
  pressKit: ReactNode;
  comments: ReactNode;
}

export type AnsweredSection = "booking" | "newsletter" | "comments";

/** The section whose form this visitor has just sent, whether it went through or was refused. */
export function answeredSection(sent: FormState): AnsweredSection | undefined {
  if (refusedOf("book", sent) || outcomeAmong(["sent"], sent)) return "booking";
  if (refusedOf("subscribe", sent) || outcomeAmong(["subscribed", "known"], sent)) return "newsletter";
  if (refusedOf("comment", sent) || outcomeAmong(["posted", "pending"], sent)) return "comments";
  return undefined;
}

/**
 * @param sample on the sample page alone
 * @param photosPlace how wide the layout shows the photos
 */
export function sectionsOf(
  page: ArtistPage,
  sent: FormState,
  sample: Sample | undefined,
  photosPlace: GalleryPlace,
): Sections {
  const {
    artistName,
    links,
    tracks,
    releases,
    latestTracks,
    playsOn,
    videos,
    photos,
    events,
    supportLinks,
    comments,
    pressKit,
  } = page;
  const path = artistPath(page) ?? "/";
  const isClassic = page.appearance.layout === "classic";
  const onDownloadFailure = sample ? "open" : "toast";
  const announced = releases?.filter(({ isOut }) => !isOut) ?? [];
  const [latest, ...earlier] = releases?.filter(({ isOut }) => isOut) ?? [];
  const lastComment = page.hasOlderComments && comments?.at(-1);
  return {
    links: links && links.length > 0 && (
      <section id="links" aria-label={t("Links")} className="scroll-mt-4">
        <LinkButtons links={links} />
      </section>
    ),
    latest: latest && (
      <Section id="latest" title={t("Latest Release")}>
        <LatestRelease
          release={latest}
          onDownloadFailure={onDownloadFailure}
          tracks={latestTracks ?? []}
          artistPath={path}
          playsOn={playsOn}
        />
      </Section>
    ),
    coming: announced.length > 0 && (
      <Section id="coming" title={t("Coming|releases")}>
        <AnnouncedReleases releases={announced} artistPath={path} />
      </Section>
    ),
    music: tracks && tracks.length > 0 && (
      <Section id="music" title={t("Music")}>
        <TrackList
          tracks={tracks}
          artistPath={path}
          playsOn={playsOn}
          folds={!isClassic}
          onDownloadFailure={onDownloadFailure}
        />
      </Section>
    ),
    discography: earlier.length > 0 && (
      <Section id="discography" title={t("Discography")}>
        <Discography releases={earlier} artistPath={path} />
      </Section>
    ),
    videos: videos && videos.length > 0 && (
      <Section id="videos" title={t("Videos")}>
        <VideoGallery videos={videos} />
      </Section>
    ),
    photos: photos && photos.length > 0 && (
      <Section id="photos" title={t("Photos")}>
        <Gallery photos={photos} place={photosPlace} />
      </Section>
    ),
    events: events && page.hasEvents && (
      <Section id="events" title={t(events.length > 0 ? "Upcoming Events" : "Events")}>
        <UpcomingEvents events={events} eventsPath={`${artistPath(page)}/events`} />
      </Section>
    ),
    booking: page.hasBookingForm && (
      <Section id="booking" title={t("Book {artist}", { artist: artistName })}>
        {isClassic || answeredSection(sent) === "booking" ? (
          <BookingForm
            artistName={artistName}
            refused={refusedOf("book", sent)}
            isSent={outcomeAmong(["sent"], sent) !== undefined}
          />
        ) : (
          <>
            <p dir="auto" className="text-muted">
              {t("Tell {artist} what you have in mind.", { artist: artistName })}
            </p>
            <BookingSheet artistName={artistName} own={bookingPath(path)} className="sheet-opener">
              {t("Request a booking")}
            </BookingSheet>
          </>
        )}
      </Section>
    ),
    newsletter: sample !== "canned" && (
      <Section id="newsletter" title={t("Newsletter")}>
        <NewsletterForm
          artistName={artistName}
          refused={refusedOf("subscribe", sent)}
          outcome={outcomeAmong(["subscribed", "known"], sent)}
          archivePath={page.hasLetters ? lettersPath(path) : null}
          isLine={!isClassic}
        />
      </Section>
    ),
    support: supportLinks && supportLinks.length > 0 && (
      <Section id="support" title={t("Support {artist}", { artist: artistName })}>
        <SupportLinks links={supportLinks} />
      </Section>
    ),
    pressKit: pressKit && (
      <Section id="press-kit" title={t("Press Kit")}>
        <PressKit pressKit={pressKit} />
      </Section>
    ),
    comments: comments && (
      <Section id="comments" title={t("Comments")}>
        <Comments
          artistName={artistName}
          comments={comments}
          total={page.commentCount}
          artistPath={sample === "canned" ? null : artistPath(page)}
          olderPath={
            lastComment && isClassic ? `${artistPath(page)}/comments?before=${cursorAt(lastComment)}` : null
          }
          allPath={lastComment && !isClassic ? `${artistPath(page)}/comments` : null}
          refused={refusedOf("comment", sent)}
          outcome={outcomeAmong(["posted", "pending"], sent)}
        />
      </Section>
    ),
  };
}
