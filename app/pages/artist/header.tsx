import { type CSSProperties, Fragment } from "react";
import type { Appearance } from "~/artist-theme/appearance";
import { SocialLinks } from "~/features/social-links/public";
import { Icon } from "~/public-ui/icon";
import { artistPath } from "~/shared/artist-address";
import { nameLines, widestLine, wordsWithoutSpaces } from "~/shared/name-lines";
import type { Place } from "~/shared/picture";
import { isTranslated, t } from "~/shared/t";
import { languageOf, writingOf } from "~/shared/writing";
import { Photo } from "~/ui/photo";
import type { ArtistPage } from "./artist.server";

// What an artist's page begins with, piece by piece: each layout puts them where it has room for them.

/** The cover, where there is one. @param places where the layout shows it */
export function Cover({
  page: { cover, coverFocus },
  places,
  className,
}: {
  page: ArtistPage;
  places: Place[];
  className: string;
}) {
  const { x, y } = coverFocus;
  const focus = x === 50 && y === 50 ? undefined : `${x}% ${y}%`;
  return cover && <Photo picture={cover} places={places} alt="" eager className={className} focus={focus} />;
}

/** The artist's picture, where there is one. @param eager it is the largest in sight at first */
export function Portrait({
  page: { avatar },
  places,
  eager,
  className,
}: {
  page: ArtistPage;
  places: Place[];
  eager: boolean;
  className: string;
}) {
  return avatar && <Photo picture={avatar} places={places} alt="" eager={eager} className={className} />;
}

/** Plays the first of the artist's tracks; nothing where there are none. */
export function PlayFirst({
  page: { tracks, latestTracks },
  className,
}: {
  page: ArtistPage;
  className: string;
}) {
  if (!latestTracks?.length && !tracks?.length) return null;
  return (
    <button
      type="button"
      data-play-first=""
      aria-label={t("Play|verb")}
      className={`needs-script grid place-items-center rounded-full bg-primary text-on-primary ${className}`}
    >
      <Icon name="play" className="size-8 md:size-10" />
    </button>
  );
}

/** The language of a text that the artist has written about themselves: as of all of these that aren't translated. */
function languageIn({ artistName, location, bio }: ArtistPage, text: string): string | undefined {
  if (isTranslated(text)) return undefined;
  const written = [artistName, location, bio].filter((one) => one !== null && !isTranslated(one));
  return languageOf(written.join(" "));
}

/** The typefaces for names have Latin letters: in another script the page's own font takes their place, at its weight. */
export function nameStyle(text: string, appearance: Appearance): CSSProperties {
  const isLatin = /\p{Script=Latin}/u.test(text);
  return appearance.nameFont && !isLatin ? { "--name-font": "inherit", "--name-weight": 800 } : {};
}

/** How wide the name's widest line is, in multiples of its size, for layouts that choose the size by it. */
function measured({ artistName, appearance: { layout, nameFont, fontFamily } }: ArtistPage): CSSProperties {
  return layout === "classic" ? {} : { "--widest": widestLine(artistName, nameFont ?? fontFamily) };
}

export function ArtistName({ page, className }: { page: ArtistPage; className: string }) {
  return (
    <h1
      lang={languageIn(page, page.artistName)}
      className={className}
      style={{ ...nameStyle(page.artistName, page.appearance), ...measured(page) }}
    >
      {page.appearance.layout === "classic"
        ? page.artistName
        : wordsWithoutSpaces(page.artistName).map(({ at, text }) => (
            <Fragment key={at}>
              {at > 0 && <wbr />}
              {text}
            </Fragment>
          ))}
    </h1>
  );
}

/**
 * The name in lines that are each as wide as the sheet, so each of its own size: what they need to know stands in
 * variables.
 */
export function NameInLines({ page, className }: { page: ArtistPage; className: string }) {
  const { nameFont, fontFamily } = page.appearance;
  const { lines, lineHeight, ratio, narrowRatio } = nameLines(page.artistName, nameFont ?? fontFamily);
  const style: CSSProperties = {
    ...nameStyle(page.artistName, page.appearance),
    "--line": lineHeight,
    "--ratio": ratio,
    "--narrow-ratio": narrowRatio,
  };
  const isGlued = lines.some(({ parts }) => parts.some((part) => part.isGlued));
  return (
    // A word that goes on in the next line is read as one.
    <h1
      lang={languageIn(page, page.artistName)}
      className={className}
      style={style}
      aria-label={isGlued ? page.artistName : undefined}
    >
      {lines.map(({ text, em, above, below, parts }) => (
        <span key={text} className="name-line" style={{ "--em": em, "--above": above, "--below": below }}>
          {parts.map((part) => (
            <span
              key={part.text}
              className="name-part"
              style={{ "--part-em": part.em, "--part-above": part.above, "--part-below": part.below }}
            >
              {part.isGlued ? part.text : ` ${part.text}`}
            </span>
          ))}
        </span>
      ))}
    </h1>
  );
}

export function Whereabouts({ page, className }: { page: ArtistPage; className: string }) {
  return (
    page.location && (
      <p
        lang={languageIn(page, page.location)}
        className={`flex items-center gap-1.5 text-muted ${className}`}
      >
        <Icon name="pin" className="size-5 shrink-0" />
        {page.location}
      </p>
    )
  );
}

export function Bio({ page, className }: { page: ArtistPage; className: string }) {
  return (
    page.bio && (
      <p
        {...writingOf(page.artistName, page.location, page.bio)}
        lang={languageIn(page, page.bio)}
        className={`text-lg wrap-anywhere whitespace-pre-line ${className}`}
      >
        {page.bio}
      </p>
    )
  );
}

export function Elsewhere({ page: { socialLinks } }: { page: ArtistPage }) {
  return socialLinks.length > 0 && <SocialLinks links={socialLinks} />;
}

/** Share, copy the address, keep the contact. */
export function Actions({ page, hasContact }: { page: ArtistPage; hasContact: boolean }) {
  const look =
    "min-h-11 items-center gap-2 rounded-box px-3 font-semibold text-sm transition-colors hover:bg-sunken";
  const copied = t("Profile link copied to clipboard!");
  return (
    <div className="mx-[max(-0.75rem,-3.75vw)] flex flex-wrap">
      <button
        type="button"
        data-deferred
        data-header-action="share"
        data-title={page.artistName}
        data-shared={t("Profile shared successfully!")}
        data-copied={copied}
        data-text={t("Check out {artist}'s music", { artist: page.artistName })}
        className={`needs-script inline-flex ${look}`}
      >
        <Icon name="share" className="size-5" />
        {t("Share|verb")}
      </button>
      <button
        type="button"
        data-deferred
        data-header-action="copy"
        data-copied={copied}
        className={`needs-script group inline-flex ${look}`}
      >
        <Icon name="link" className="size-5 group-data-done:hidden" />
        <Icon name="check" className="hidden size-5 group-data-done:block" />
        <span className="group-data-done:hidden">{t("Copy link")}</span>
        <span className="hidden group-data-done:inline">{t("Copied!")}</span>
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
          {t("Save contact")}
        </a>
      )}
    </div>
  );
}
