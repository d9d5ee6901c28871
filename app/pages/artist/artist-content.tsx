import { ArtistThemeStyle } from "~/artist-theme/artist-theme-style";
import { Background } from "~/artist-theme/background";
import { BookingForm } from "~/features/bookings/public";
import { cursorAt } from "~/features/comments/cursor";
import { Comments } from "~/features/comments/public";
import { UpcomingEvents } from "~/features/events/public";
import { Gallery } from "~/features/gallery/public";
import { LinkButtons } from "~/features/links/public";
import { PlayerBar, TrackList } from "~/features/music/public";
import { AnnouncedReleases, Discography, LatestRelease } from "~/features/music/release-public";
import { NewsletterForm } from "~/features/newsletter/public";
import { SupportLinks } from "~/features/payment-links/public";
import { PressKit } from "~/features/press-kit/public";
import { VideoGallery } from "~/features/video/public";
import { Section } from "~/public-ui/section";
import { artistPath } from "~/shared/artist-address";
import type { ArtistPage } from "./artist.server";
import { type FormState, outcomeAmong, refusedOf } from "./form-state.ts";
import { ArtistHeader } from "./header";
import { WithoutSection } from "./without-section";

/**
 * An artist's whole page, for the artist page itself and the sample. Its order is the specification's. [1 §2]
 * @param sample on the sample page, whether it is a real artist's; a canned page stores no forms
 */
export function ArtistContent({
  page,
  sent = {},
  sample,
}: {
  page: ArtistPage;
  sent?: FormState;
  sample?: "real" | "canned";
}) {
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
  const onDownloadFailure = sample ? "open" : "toast";
  const buttons = links && links.length > 0 && (
    <section id="links" aria-label="Links" className="scroll-mt-4">
      <LinkButtons links={links} />
    </section>
  );
  const music = tracks && tracks.length > 0 && (
    <Section id="music" title="Music">
      <TrackList tracks={tracks} artistPath={path} playsOn={playsOn} onDownloadFailure={onDownloadFailure} />
    </Section>
  );
  const announced = releases?.filter(({ isOut }) => !isOut) ?? [];
  const [latest, ...earlier] = releases?.filter(({ isOut }) => isOut) ?? [];
  const video = videos && videos.length > 0 && (
    <Section id="videos" title="Videos">
      <VideoGallery videos={videos} />
    </Section>
  );
  const gallery = photos && photos.length > 0 && (
    <Section id="photos" title="Photos">
      <Gallery photos={photos} isInColumn={sample !== "canned"} />
    </Section>
  );
  const lastComment = page.hasOlderComments && comments?.at(-1);
  const hasWorks = Boolean(buttons || music || video || gallery || releases?.length);
  // On a real page the newsletter always stands beside the works.
  const isTwoColumns = hasWorks && sample !== "canned";
  return (
    <>
      <ArtistThemeStyle appearance={page.appearance} />
      <Background appearance={page.appearance} />
      <main className="grow pb-8">
        <WithoutSection page={page} sent={sent} />
        <ArtistHeader page={page} hasContact={sample !== "canned"} />
        <div className={`public-width mt-8 grid items-start gap-4 ${isTwoColumns ? "public-columns" : ""}`}>
          {hasWorks && (
            <div className="grid grid-cols-1 gap-4">
              {buttons}
              {latest && (
                <Section id="latest" title="Latest Release">
                  <LatestRelease
                    release={latest}
                    onDownloadFailure={onDownloadFailure}
                    tracks={latestTracks ?? []}
                    artistPath={path}
                    playsOn={playsOn}
                  />
                </Section>
              )}
              {announced.length > 0 && (
                <Section id="coming" title="Coming">
                  <AnnouncedReleases releases={announced} artistPath={path} />
                </Section>
              )}
              {music}
              {earlier.length > 0 && (
                <Section id="discography" title="Discography">
                  <Discography releases={earlier} artistPath={path} />
                </Section>
              )}
              {video}
              {gallery}
            </div>
          )}
          <div className="public-aside grid grid-cols-1 gap-4">
            {events && page.hasEvents && (
              <Section id="events" title={events.length > 0 ? "Upcoming Events" : "Events"}>
                <UpcomingEvents events={events} eventsPath={`${artistPath(page)}/events`} />
              </Section>
            )}
            {page.hasBookingForm && (
              <Section id="booking" title={`Book ${artistName}`}>
                <BookingForm
                  artistName={artistName}
                  refused={refusedOf("book", sent)}
                  isSent={outcomeAmong(["sent"], sent) !== undefined}
                />
              </Section>
            )}
            {sample !== "canned" && (
              <Section id="newsletter" title="Newsletter">
                <NewsletterForm
                  artistName={artistName}
                  refused={refusedOf("subscribe", sent)}
                  outcome={outcomeAmong(["subscribed", "known"], sent)}
                />
              </Section>
            )}
            {supportLinks && supportLinks.length > 0 && (
              <Section id="support" title={`Support ${artistName}`}>
                <SupportLinks links={supportLinks} />
              </Section>
            )}
            {pressKit && (
              <Section id="press-kit" title="Press Kit">
                <PressKit pressKit={pressKit} />
              </Section>
            )}
          </div>
          {comments && (
            <div>
              <Section id="comments" title="Comments">
                <Comments
                  artistName={artistName}
                  comments={comments}
                  total={page.commentCount}
                  artistPath={sample === "canned" ? null : artistPath(page)}
                  olderPath={
                    lastComment ? `${artistPath(page)}/comments?before=${cursorAt(lastComment)}` : null
                  }
                  refused={refusedOf("comment", sent)}
                  outcome={outcomeAmong(["posted", "pending"], sent)}
                />
              </Section>
            </div>
          )}
        </div>
      </main>
      {(music || Boolean(latestTracks?.length)) && (
        <PlayerBar artistName={artistName} avatar={page.avatar} onDownloadFailure={onDownloadFailure} />
      )}
    </>
  );
}
