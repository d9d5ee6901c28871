import { Icon, type IconName } from "~/public-ui/icon";
import { trackPath } from "~/shared/artist-address";
import { formatDuration } from "~/shared/duration";
import { type Picture, squarePlace, srcSet } from "~/shared/picture";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { Photo } from "~/ui/photo";

export interface PublicTrack {
  id: string;
  /** Of its own page; empty where it has none. */
  slug: string;
  title: string;
  fileUrl: string | null;
  /** The lighter copy of a lossless file, which plays in its place; null where there is none. */
  playbackUrl: string | null;
  durationSeconds: number | null;
  /** As `shared/waveform.ts` reads it; null until it was worked out. */
  waveform: string | null;
  downloadsEnabled: boolean;
  cover: Picture | null;
}

const coverPlace = squarePlace(3.5);
/** Pixels that a phone's lock screen shows of a cover. */
const lockScreen = 500;
/** As many tracks as stand there at once, where the list folds. */
const tracksInSight = 10;
const playIcon = <Icon name="play" />;
const downloadIcon = <Icon name="download" />;
const pageIcon = <Icon name="right" />;

/**
 * The tracks on a page. `public.client.ts` plays them in the bar at the foot; without script each has the browser's
 * own player. A page may hold hundreds, so a row is as little as it can be.
 * @param listId of the list, for a button that begins with its first track
 * @param artistPath under which the tracks have pages of their own; null where they have none
 * @param playsOn whether the next track begins by itself
 * @param folds whether only the first tracks stand there at once, and the rest unfolds; they play on into it all the same
 * @param onDownloadFailure whether a failed download shows an error, or opens its link instead [1 §7]
 */
export function TrackList({
  tracks,
  listId,
  artistPath = null,
  playsOn = true,
  folds = false,
  onDownloadFailure = "toast",
}: {
  tracks: PublicTrack[];
  listId?: string;
  artistPath?: string | null;
  playsOn?: boolean;
  folds?: boolean;
  onDownloadFailure?: "toast" | "open";
}) {
  const inSight = folds ? tracksInSight : tracks.length;
  const list = (some: PublicTrack[], start?: number) => (
    <ol id={listId} start={start} className="tracks" data-stops-after-each={playsOn ? undefined : ""}>
      {some.map((track) => (
        <li key={track.id} className="track">
          <TrackCover cover={track.cover} />
          <TrackRow track={track} artistPath={artistPath} onDownloadFailure={onDownloadFailure} />
        </li>
      ))}
    </ol>
  );
  const folded = tracks.slice(inSight);
  return (
    <>
      {list(tracks.slice(0, inSight))}
      {folded.length > 0 && (
        <details className="folded">
          <summary>
            <Icon name="right" className="size-5" />
            {t("{count, plural, one {# more track} other {# more tracks}}", { count: folded.length })}
          </summary>
          {list(folded, inSight + 1)}
        </details>
      )}
    </>
  );
}

/** The cover in a row, which the bar and a locked phone show too. */
export function TrackCover({ cover }: { cover: Picture | null }) {
  return cover ? (
    <Photo picture={cover} places={coverPlace} besides={lockScreen} alt="" className="track-cover" />
  ) : (
    <span className="track-cover" />
  );
}

/** A track's button, title, length and links, within its `li.track`. */
export function TrackRow({
  track: { id, slug, title, fileUrl, playbackUrl, durationSeconds, waveform, downloadsEnabled },
  artistPath,
  onDownloadFailure = "toast",
}: {
  track: PublicTrack;
  artistPath: string | null;
  onDownloadFailure?: "toast" | "open";
}) {
  return (
    <>
      <button
        type="button"
        data-play={id}
        data-src={playbackUrl ?? fileUrl ?? undefined}
        data-seconds={durationSeconds ?? undefined}
        data-waveform={waveform ?? undefined}
        aria-label={t("Play {title}", { title })}
        className="track-play needs-script"
      >
        {playIcon}
      </button>
      <span dir="auto" lang={languageOf(title)} className="track-title">
        {title}
      </span>
      <span className="track-time">{formatDuration(durationSeconds)}</span>
      <span className="track-links">
        {fileUrl && downloadsEnabled && (
          <a
            href={fileUrl}
            download={`${title}${extensionOf(fileUrl)}`}
            data-deferred
            data-download={onDownloadFailure}
            aria-label={t("Download {title}", { title })}
            className="track-download"
          >
            {downloadIcon}
          </a>
        )}
        {artistPath && slug && (
          <a
            href={trackPath(artistPath, slug)}
            aria-label={t("About {title}", { title })}
            className="track-page"
          >
            {pageIcon}
          </a>
        )}
      </span>
      {fileUrl && (
        <noscript>
          {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
          <audio
            controls
            preload="none"
            src={playbackUrl ?? fileUrl}
            aria-label={t("Play {title}", { title })}
          />
        </noscript>
      )}
    </>
  );
}

/** A download keeps the file's real extension. [decisions: Media] */
function extensionOf(address: string): string {
  return /\.[a-z0-9]+$/.exec(address)?.[0] ?? "";
}

/**
 * The player, at the foot of the page while a track is on. `public.client.ts` fills it and shows it. [1 §4]
 * @param avatar what a locked phone shows for a track without a cover
 * @param onDownloadFailure as in {@link TrackList}
 */
export function PlayerBar({
  artistName,
  avatar,
  onDownloadFailure = "toast",
}: {
  artistName: string;
  avatar: Picture | null;
  onDownloadFailure?: "toast" | "open";
}) {
  return (
    <section
      id="player"
      aria-label={t("Player|that plays music")}
      data-artwork={avatar ? (srcSet(avatar) ?? avatar.src) : undefined}
      hidden
      className="group fixed inset-x-0 bottom-0 z-20 grid items-center border-line border-t bg-surface px-4 pb-[env(safe-area-inset-bottom)] text-foreground"
    >
      <div className="grid grid-cols-[min(3rem,15vw)_minmax(0,1fr)_auto] content-center gap-x-3 one-row:grid-cols-[3.25rem_minmax(0,1fr)_auto] [grid-area:track]">
        <span className="player-cover row-[1/3]" />
        <p dir="auto" className="player-title col-2 truncate self-end font-[650] leading-[1.3]" />
        <p
          dir="auto"
          className="player-artist col-2 row-2 truncate self-start text-muted text-xs/[1.5] group-data-[state=failed]:invisible"
        >
          {artistName}
        </p>
        {/* In full: nothing of it is cut off. */}
        <p
          role="status"
          className="player-problem col-2 row-2 self-start overflow-hidden text-muted text-xs/[1.5]"
        />
        <button
          type="button"
          data-player="toggle"
          className="hidden h-11 rounded-box border border-edge px-3 font-[650] text-sm/[1.5] group-data-[state=failed]:block [grid-area:1/3/3]"
        >
          {t("Try again")}
        </button>
      </div>
      {/* Time runs to the right on every player. */}
      <div dir="ltr" className="player-buttons flex items-center justify-around [grid-area:buttons]">
        <PlayerButton
          action="shuffle"
          icon="shuffle"
          label={t("Shuffle|verb, the order of tracks")}
          isPressed={false}
        />
        <PlayerButton action="previous" icon="previous" label={t("Previous track")} />
        <PlayerButton action="toggle" icon="play" label={t("Play|verb")} />
        <PlayerButton action="next" icon="next" label={t("Next track")} />
        <PlayerButton action="repeat" icon="repeat" label={t("Repeat: off")} />
        <PlayerButton action="stop" icon="stop" label={t("Stop|verb, the music")} />
      </div>
      <div
        dir="ltr"
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 text-muted text-sm/[1.5] tabular-nums one-row:mx-4 [grid-area:timeline]"
      >
        <span className="player-elapsed min-w-9">0:00</span>
        <span
          className="player-wave peer col-2 row-1 h-8 bg-(image:--rail) [--inset:0px] forced-colors:hidden"
          hidden
        />
        <input
          type="range"
          aria-label={t("Seek|verb, a place in a track")}
          data-seek
          defaultValue={0}
          step="any"
          className="player-seek range relative col-2 row-1 h-11 w-full text-accent peer-[:not([hidden])]:playhead-8"
        />
        <span className="player-total min-w-9 text-end">0:00</span>
      </div>
      {/* A phone's own buttons are its volume: a page's setting there changes nothing. */}
      <div
        dir="ltr"
        className="player-volume hidden grid-cols-[auto_6rem] items-center [--done:1] [grid-area:volume] lg:[@media(hover:hover)]:grid"
      >
        <PlayerButton action="mute" icon="volume" label={t("Mute|verb")} isPressed={false} />
        <input
          type="range"
          aria-label={t("Volume|of sound")}
          max={1}
          step={0.05}
          defaultValue={1}
          className="range h-11 w-full text-accent"
        />
      </div>
      <button
        type="button"
        hidden
        data-deferred
        data-header-action="share"
        data-shared={t("Track shared successfully!")}
        data-copied={t("Track link copied to clipboard!")}
        aria-label={t("Share this track")}
        className="track-download player-share"
      >
        <Icon name="share" />
      </button>
      <a
        href="#player"
        hidden
        data-deferred
        data-download={onDownloadFailure}
        className="track-download player-download -me-3"
      >
        {downloadIcon}
      </a>
    </section>
  );
}

function PlayerButton({
  action,
  icon,
  label,
  isPressed,
}: {
  action: "previous" | "toggle" | "next" | "stop" | "repeat" | "shuffle" | "mute";
  icon: IconName;
  label: string;
  /** Of a button that stays pressed. */
  isPressed?: boolean;
}) {
  return (
    <button
      type="button"
      data-player={action}
      aria-label={label}
      aria-pressed={isPressed}
      className="player-button"
    >
      <Icon name={icon} />
    </button>
  );
}
