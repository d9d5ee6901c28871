import type { CSSProperties } from "react";
import { SocialLinks } from "~/features/social-links/public";
import { artistPath } from "~/shared/artist-address";
import { type CoverSize, coverHeights } from "~/shared/cover-sizes";
import { Icon } from "~/ui/icon";
import { Photo } from "~/ui/photo";
import type { ArtistPage } from "./artist.server";

/** How much of the cover shows, on a phone and from there up, in the reader's own measure. */
function coverStyle(size: CoverSize): CSSProperties {
  const { mobile, desktop } = coverHeights[size];
  return { "--cover": `${mobile / 16}rem`, "--cover-wide": `${desktop / 16}rem` };
}

/** Who this is, before anything else: cover, picture, name, place, words, and the artist elsewhere. */
export function ArtistHeader({ page, hasContact }: { page: ArtistPage; hasContact: boolean }) {
  const { artistName, avatar, cover, bio, location, socialLinks, tracks } = page;
  const hasMusic = tracks !== null && tracks.length > 0;
  return (
    <header style={cover ? coverStyle(page.appearance.coverSize) : undefined}>
      {cover && (
        <Photo
          picture={cover}
          sizes="(width >= 48rem) 100vw, 70vw"
          alt=""
          eager
          className="h-(--cover) w-full object-cover md:h-(--cover-wide)"
        />
      )}
      <div className="stage-width">
        <div
          className={`relative flex items-end justify-between gap-4 ${cover ? "-mt-16 md:-mt-24" : "pt-20"}`}
        >
          {avatar ? (
            <Photo
              picture={avatar}
              sizes="(width >= 48rem) 9rem, 7rem"
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
              data-play-first
              aria-label="Play"
              className="needs-script grid size-16 place-items-center rounded-full bg-primary text-on-primary shadow-floating transition-transform hover:scale-106 md:size-20"
            >
              <Icon name="play" className="size-8 md:size-10" />
            </button>
          )}
        </div>
        <h1 dir="auto" className="stage-name mt-3">
          {artistName}
        </h1>
        {location && (
          <p dir="auto" className="mt-2 flex items-center gap-1.5 text-muted">
            <Icon name="pin" className="size-5 shrink-0" />
            {location}
          </p>
        )}
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
          {socialLinks.length > 0 && <SocialLinks links={socialLinks} />}
          <Actions page={page} hasContact={hasContact} />
        </div>
        {bio && (
          <p dir="auto" className="mt-4 max-w-prose text-lg wrap-anywhere whitespace-pre-line">
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
    <div className="-mx-3 flex flex-wrap">
      <button
        type="button"
        data-late
        data-header-action="share"
        data-artist={page.artistName}
        className={`needs-script inline-flex ${look}`}
      >
        <Icon name="share" className="size-5" />
        Share
      </button>
      <button
        type="button"
        data-late
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
          data-late
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
