import type { CSSProperties } from "react";
import { SocialLinks } from "~/features/social-links/public";
import { Icon } from "~/public-ui/icon";
import { artistPath } from "~/shared/artist-address";
import { type CoverSize, coverHeights } from "~/shared/cover-sizes";
import type { Place } from "~/shared/picture";
import { writingOf } from "~/shared/writing";
import { Photo } from "~/ui/photo";
import type { ArtistPage } from "./artist.server";

/** How much of the cover shows, on a phone and from there up, in the reader's own measure. */
function coverStyle(size: CoverSize): CSSProperties {
  const { mobile, desktop } = coverHeights[size];
  return { "--cover": `${mobile / 16}rem`, "--cover-wide": `${desktop / 16}rem` };
}

/** As wide as the screen. */
function coverPlaces(size: CoverSize): Place[] {
  const { mobile, desktop } = coverHeights[size];
  return [
    { from: 48, ofScreen: 1, rem: 0, height: desktop / 16 },
    { from: 0, ofScreen: 1, rem: 0, height: mobile / 16 },
  ];
}

/** Within its border. */
const avatarPlaces: Place[] = [
  { from: 48, ofScreen: 0, rem: 8.5, height: "as wide" },
  { from: 0, ofScreen: 0, rem: 6.5, height: "as wide" },
];

/** The artist's header: cover, picture, name, place, bio, and links elsewhere. */
export function ArtistHeader({ page, hasContact }: { page: ArtistPage; hasContact: boolean }) {
  const { artistName, avatar, cover, bio, location, socialLinks, tracks, latestTracks } = page;
  const { lang } = writingOf(artistName, location, bio);
  const hasMusic = Boolean(latestTracks?.length || tracks?.length);
  return (
    <header style={cover ? coverStyle(page.appearance.coverSize) : undefined}>
      {cover && (
        <Photo
          picture={cover}
          places={coverPlaces(page.appearance.coverSize)}
          alt=""
          eager
          className="h-(--cover) w-full object-cover md:h-(--cover-wide)"
        />
      )}
      <div className="public-width">
        <div
          className={`relative flex items-end justify-between gap-4 ${cover ? "-mt-16 md:-mt-24" : "pt-20"}`}
        >
          {avatar ? (
            <Photo
              picture={avatar}
              places={avatarPlaces}
              alt=""
              eager={!cover}
              className="size-28 rounded-full border-4 border-canvas object-cover md:size-36"
            />
          ) : (
            <span className={cover ? "h-16 md:h-24" : undefined} />
          )}
          {hasMusic && (
            <button
              type="button"
              data-play-first=""
              aria-label="Play"
              className="needs-script grid size-16 place-items-center rounded-full bg-primary text-on-primary shadow-floating transition-transform hover:scale-106 md:size-20"
            >
              <Icon name="play" className="size-8 md:size-10" />
            </button>
          )}
        </div>
        <h1 lang={lang} className="public-name mt-3">
          {artistName}
        </h1>
        {location && (
          <p lang={lang} className="mt-2 flex items-center gap-1.5 text-muted">
            <Icon name="pin" className="size-5 shrink-0" />
            {location}
          </p>
        )}
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
          {socialLinks.length > 0 && <SocialLinks links={socialLinks} />}
          <Actions page={page} hasContact={hasContact} />
        </div>
        {bio && (
          <p lang={lang} className="mt-4 max-w-prose text-lg wrap-anywhere whitespace-pre-line">
            {bio}
          </p>
        )}
      </div>
    </header>
  );
}

function Actions({ page, hasContact }: { page: ArtistPage; hasContact: boolean }) {
  const look =
    "min-h-11 items-center gap-2 rounded-box px-3 font-semibold text-sm transition-colors hover:bg-sunken";
  return (
    <div className="mx-[max(-0.75rem,-3.75vw)] flex flex-wrap">
      <button
        type="button"
        data-deferred
        data-header-action="share"
        data-artist={page.artistName}
        className={`needs-script inline-flex ${look}`}
      >
        <Icon name="share" className="size-5" />
        Share
      </button>
      <button
        type="button"
        data-deferred
        data-header-action="copy"
        className={`needs-script group inline-flex ${look}`}
      >
        <Icon name="link" className="size-5 group-data-done:hidden" />
        <Icon name="check" className="hidden size-5 group-data-done:block" />
        <span className="group-data-done:hidden">Copy link</span>
        <span className="hidden group-data-done:inline">Copied!</span>
      </button>
      {hasContact && (
        <a
          href={`${artistPath(page)}/contact.vcf`}
          download
          data-deferred
          data-header-action="contact"
          className={`inline-flex ${look}`}
        >
          <Icon name="contact" className="size-5" />
          Save contact
        </a>
      )}
    </div>
  );
}
