import type { ReactNode } from "react";
import { Icon } from "~/public-ui/icon";
import { releasePath } from "~/shared/artist-address";
import { formatDuration } from "~/shared/duration";
import { type Picture, type Place, squarePlace } from "~/shared/picture";
import { platformNames, type SocialPlatform } from "~/shared/platforms";
import { t } from "~/shared/t";
import { waveformOutline } from "~/shared/waveform";
import { languageOf } from "~/shared/writing";
import { BrandIcon } from "~/ui/brand-icon";
import { Photo } from "~/ui/photo";
import { Rich } from "~/ui/rich";
import { type PublicTrack, TrackCover, TrackRow } from "./public.tsx";
import {
  dayInWords,
  extentOf,
  kindAndYear,
  placeOf,
  type ReleaseCard,
  type ReleaseEntry,
} from "./public-release.ts";
import { type Licence, licences } from "./releases.ts";

/** Where else a release can be heard or bought. */
export interface ServiceLink {
  id: string;
  platform: SocialPlatform;
  url: string;
}

const cardPlaces: Place[] = [
  { from: 36, ofScreen: 0, rem: 11.25, height: "as wide" },
  { from: 0, ofScreen: 0.5, rem: -2.5, height: "as wide" },
];
const latestPlaces: Place[] = [
  { from: 36, ofScreen: 0, rem: 14, height: "as wide" },
  { from: 0, ofScreen: 0.4, rem: -1.6, height: "as wide" },
];
const announcedPlace = squarePlace(4);
/**
 * As wide as a phone, or as one of two columns. On a phone it is asked for a little smaller than it is: with 85 % of
 * the pixels of a dense screen it looks the same, and on a slow connection it is here a fifth of a second sooner.
 */
const sleevePlaces: Place[] = [
  { from: 64, ofScreen: 0, rem: 28, height: "as wide" },
  { from: 36, ofScreen: 0, rem: 24, height: "as wide" },
  { from: 0, ofScreen: 0.84, rem: -1.68, height: "as wide" },
];

/** A release's or track's cover; where there is none, a sleeve in the artist's colours. */
function Sleeve({
  cover,
  places,
  eager = false,
  className = "",
}: {
  cover: Picture | null;
  places: readonly Place[];
  eager?: boolean;
  className?: string;
}) {
  return cover ? (
    <Photo picture={cover} places={places} alt="" eager={eager} className={`sleeve ${className}`} />
  ) : (
    <span className={`sleeve sleeve-blank ${className}`} />
  );
}

/** The cover that a page of music begins with. */
export function LargeSleeve({ cover }: { cover: Picture | null }) {
  return (
    <div className="large-sleeve" style={cover ? { "--glow": cover.colour } : undefined}>
      <Sleeve cover={cover} places={sleevePlaces} eager />
    </div>
  );
}

/** The one large button of a list of tracks: begins with its first, then plays and pauses what is on. */
export function PlayAll({ listId, name }: { listId: string; name: string }) {
  return (
    <button
      type="button"
      data-play-first={listId}
      aria-label={t("Play {title}", { title: name })}
      data-name={name}
      className="play-all needs-script"
    >
      <Icon name="play" className="size-7" />
      <span className="while-paused">{t("Play|verb")}</span>
      <span className="while-playing">{t("Pause|verb")}</span>
    </button>
  );
}

/** As many tracks of the latest release are listed at once. */
const tracksInSight = 6;

/** The latest release, as the artist page's headline. */
export function LatestRelease({
  release,
  tracks,
  artistPath,
  playsOn,
  onDownloadFailure,
}: {
  release: ReleaseCard;
  tracks: PublicTrack[];
  artistPath: string;
  playsOn: boolean;
  onDownloadFailure: "toast" | "open";
}) {
  const { title, slug, cover } = release;
  const path = releasePath(artistPath, slug);
  return (
    <>
      <div className="latest">
        <Sleeve cover={cover} places={latestPlaces} />
        <div className="latest-words">
          <p className="text-muted text-sm">{kindAndYear(release)}</p>
          <h3 dir="auto" lang={languageOf(title)} className="latest-title">
            <a href={path} className="hover:underline">
              {title}
            </a>
          </h3>
          {tracks.length > 0 ? (
            <PlayAll listId="latest-tracks" name={title} />
          ) : (
            <a href={path} className="play-all">
              {t("Listen")}
            </a>
          )}
        </div>
      </div>
      {tracks.length > 0 && (
        <details open={tracks.length <= tracksInSight} className="folded">
          <summary>
            <Icon name="right" className="size-5" />
            {extentOf(tracks)}
          </summary>
          <ReleaseTracks
            entries={tracks}
            playable={tracks}
            cover={cover}
            listId="latest-tracks"
            artistPath={artistPath}
            playsOn={playsOn}
            onDownloadFailure={onDownloadFailure}
          />
        </details>
      )}
    </>
  );
}

/** What is to come, each with its day. */
export function AnnouncedReleases({ releases, artistPath }: { releases: ReleaseCard[]; artistPath: string }) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {releases.map((release) => (
        <li key={release.id} className="announced">
          <Sleeve cover={release.cover} places={announcedPlace} />
          <div className="min-w-0">
            <h3 dir="auto" lang={languageOf(release.title)} className="font-bold wrap-anywhere">
              <a href={releasePath(artistPath, release.slug)} className="announced-link">
                {release.title}
              </a>
            </h3>
            {release.day && (
              <p className="text-muted text-sm">
                {kindAndYear({ ...release, day: null })} ·{" "}
                <time dateTime={release.day}>{dayInWords(release.day)}</time>
              </p>
            )}
          </div>
          <Icon name="right" className="size-5" />
        </li>
      ))}
    </ul>
  );
}

/** Two rows of them on most screens; the others are folded away. */
const inSight = 6;

/** Covers that lead to the releases' pages. */
export function Discography({ releases, artistPath }: { releases: ReleaseCard[]; artistPath: string }) {
  const folded = releases.slice(inSight);
  return (
    <>
      <ReleaseGrid releases={releases.slice(0, inSight)} artistPath={artistPath} />
      {folded.length > 0 && (
        <details className="folded">
          <summary>
            <Icon name="right" className="size-5" />
            {t("{count, plural, one {# earlier release} other {# earlier releases}}", {
              count: folded.length,
            })}
          </summary>
          <ReleaseGrid releases={folded} artistPath={artistPath} />
        </details>
      )}
    </>
  );
}

function ReleaseGrid({ releases, artistPath }: { releases: ReleaseCard[]; artistPath: string }) {
  return (
    <ul className="release-grid">
      {releases.map((release) => (
        <li key={release.id}>
          <a href={releasePath(artistPath, release.slug)} className="release-card">
            <Sleeve cover={release.cover} places={cardPlaces} />
            <span dir="auto" lang={languageOf(release.title)} className="release-name">
              {release.title}
            </span>
            <span className="text-muted text-sm">{kindAndYear(release)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A release's tracks in their order; those that may not be heard yet by their titles alone. */
export function ReleaseTracks({
  entries,
  playable,
  cover,
  listId,
  artistPath,
  playsOn,
  onDownloadFailure = "toast",
}: {
  entries: ReleaseEntry[];
  playable: PublicTrack[];
  /** The release's, for tracks that have none. */
  cover: Picture | null;
  listId: string;
  /** Null where the tracks have no pages. */
  artistPath: string | null;
  playsOn: boolean;
  onDownloadFailure?: "toast" | "open";
}) {
  const byId = new Map(playable.map((track) => [track.id, track]));
  return (
    <ol id={listId} className="tracks numbered" data-stops-after-each={playsOn ? undefined : ""}>
      {entries.map(({ id, title, durationSeconds }, index) => {
        const track = byId.get(id);
        return (
          <li key={id} className="track">
            <span className="track-number">{index + 1}</span>
            {track ? (
              <>
                <TrackCover cover={track.cover ?? cover} />
                <TrackRow track={track} artistPath={artistPath} onDownloadFailure={onDownloadFailure} />
              </>
            ) : (
              <>
                <span dir="auto" lang={languageOf(title)} className="track-title">
                  {title}
                </span>
                {durationSeconds !== null && (
                  <span className="track-time">{formatDuration(durationSeconds)}</span>
                )}
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The track's shape, at its full width. `public.client.ts` shows on it how far the track is, and takes presses. */
export function TrackWave({ id, waveform }: { id: string; waveform: string }) {
  return (
    <div aria-hidden="true" data-wave={id} dir="ltr" className="track-wave">
      <span style={{ clipPath: waveformOutline(waveform) }} />
    </div>
  );
}

/** Of a page of music: how its service links are named. */
export function ServiceLinks({ links, isOut }: { links: ServiceLink[]; isOut: boolean }) {
  // The name is to be seen, the whole sentence to be heard.
  const [before, after] = t("Listen on {service}", { service: "\0" }).split("\0");
  return (
    <div className="grid gap-2">
      <ul className="services" data-services>
        {links.map(({ id, platform, url }) => (
          <li key={id} data-of={platform}>
            <a href={url} rel="noopener" target="_blank" data-service={platform} className="service">
              <BrandIcon brand={platform} className="size-6 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{isOut ? before : ""}</span>
                {t(platformNames[platform])}
                {isOut && after && <span className="sr-only">{after}</span>}
              </span>
              {!isOut && <span className="service-deed">{advanceOf(platform)}</span>}
            </a>
          </li>
        ))}
      </ul>
      {isOut && links.length > 1 && (
        <p className="text-muted text-xs">
          {t("The service you choose comes first on your next visit. Only your own browser remembers it.")}
        </p>
      )}
    </div>
  );
}

/** Shops that sell a record sell it in advance; the others note it for its day. */
const shops: SocialPlatform[] = ["bandcamp", "beatport", "website"];
const advanceOf = (platform: SocialPlatform) => t(shops.includes(platform) ? "Pre-order" : "Pre-save");

/** Has the service that this browser chose before come first, before anything is painted. */
export function ChosenServiceFirst({ links }: { links: ServiceLink[] }) {
  const platforms = [...new Set(links.map(({ platform }) => platform))];
  const selectors = platforms.map((platform) => `[data-chosen=${platform}] [data-of=${platform}]`);
  if (platforms.length < 2) return null;
  return (
    <style href="chosen-service" precedence="artist">
      {`${selectors.join()}{order:-1}`}
    </style>
  );
}

/** When it comes out: the day in words, and on its last day how long it takes. */
export function ReleaseDay({
  day,
  timeZone,
  releasedAt,
  isLastDay,
}: {
  day: string;
  timeZone: string;
  /** ISO 8601 */
  releasedAt: string;
  isLastDay: boolean;
}) {
  return (
    <div data-until={releasedAt}>
      <p className="font-semibold text-lg">
        <Rich text="Out on {day}" parts={{ day: <time dateTime={releasedAt}>{dayInWords(day)}</time> }} />
      </p>
      <p className="text-muted text-sm">{t("As the day begins in {place}.", { place: placeOf(timeZone) })}</p>
      {isLastDay && (
        <p role="timer" data-countdown className="countdown needs-script">
          {t("Less than a day to go")}
        </p>
      )}
    </div>
  );
}

/** A longer text of the artist's. */
export function LongText({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      lang={languageOf(text)}
      className="max-w-prose text-start wrap-anywhere whitespace-pre-line"
    >
      {text}
    </p>
  );
}

/** Names and their values, one under another: licence, codes, what it is on. */
export function Particulars({ children }: { children: ReactNode }) {
  return <dl className="particulars">{children}</dl>;
}

export function Particular({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function LicenceLink({ licence }: { licence: Licence }) {
  const { url } = licences[licence];
  const name = t(licences[licence].name);
  return url ? (
    <a href={url} rel="license noopener" target="_blank" className="underline">
      {name}
    </a>
  ) : (
    name
  );
}
