import type { PublicTrack } from "~/features/music/public";
import type { ReleaseEntry } from "~/features/music/public-release";
import { Icon } from "~/public-ui/icon";
import { formatDuration } from "~/shared/duration";
import { type Picture, srcSet } from "~/shared/picture";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";

const artworkOf = (picture: Picture | null) => (picture ? (srcSet(picture) ?? picture.src) : undefined);

/** The buttons and the timeline of a frame. `embed.client.ts` works them; without script the rows have players. */
export function EmbedPlayer({
  title,
  tracks,
  artistName,
  artwork,
  playsOn,
}: {
  /** What is played. */
  title: string;
  tracks: PublicTrack[];
  artistName: string;
  /** For the lock screen. */
  artwork: Picture | null;
  playsOn: boolean;
}) {
  const hasSeveral = tracks.length > 1;
  return (
    <div dir="ltr" className="embed-player needs-script">
      {hasSeveral && <EmbedButton deed="previous" label={t("Previous track")} />}
      <EmbedButton deed="toggle" label={t("Play {title}", { title })} title={title} />
      {hasSeveral && <EmbedButton deed="next" label={t("Next track")} />}
      <div className="embed-bar">
        {hasSeveral && (
          <p dir="auto" className="embed-now">
            {tracks[0]?.title}
          </p>
        )}
        <div
          id="player"
          hidden
          data-artist={artistName}
          data-artwork={artworkOf(artwork)}
          data-stops={playsOn ? undefined : ""}
        >
          <span>0:00</span>
          <input
            type="range"
            aria-label={t("Seek|in a track")}
            data-seek
            disabled
            defaultValue={0}
            step="any"
            className="player-seek"
          />
          <span>{formatDuration(tracks[0]?.durationSeconds ?? null)}</span>
        </div>
        <p role="status" className="embed-problem" />
      </div>
    </div>
  );
}

/** @param title what it plays, for the script */
function EmbedButton({
  deed,
  label,
  title,
}: {
  deed: "previous" | "toggle" | "next";
  label: string;
  title?: string;
}) {
  return (
    <button type="button" data-embed={deed} data-title={title} aria-label={label}>
      <Icon name={deed === "toggle" ? "play" : deed} className="" />
    </button>
  );
}

/**
 * The tracks in their order; those that may not be heard yet by their titles alone.
 * @param isListed false where they stand there only for those without script, and for the script to read
 */
export function EmbedTracks({
  entries,
  playable,
  cover,
  isListed,
}: {
  entries: ReleaseEntry[];
  playable: PublicTrack[];
  /** Of tracks that have none. */
  cover: Picture | null;
  isListed: boolean;
}) {
  const byId = new Map(playable.map((track) => [track.id, track]));
  return (
    <ol className={`embed-tracks ${isListed ? "" : "no-script"}`}>
      {entries.map(({ id, title, durationSeconds }) => {
        const track = byId.get(id);
        const file = track && (track.playbackUrl ?? track.fileUrl);
        return (
          <li key={id}>
            {track && (
              <button
                type="button"
                data-play={id}
                data-title={title}
                data-src={file ?? undefined}
                data-seconds={durationSeconds ?? undefined}
                data-artwork={artworkOf(track.cover ?? cover)}
                aria-label={t("Play {title}", { title })}
                className="needs-script"
              >
                <Icon name="play" className="" />
              </button>
            )}
            <span dir="auto" lang={languageOf(title)} className={track ? "" : "embed-quiet"}>
              {title}
            </span>
            <span className="embed-quiet">{formatDuration(durationSeconds)}</span>
            {file && (
              <noscript>
                {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
                <audio controls preload="none" src={file} aria-label={t("Play {title}", { title })} />
              </noscript>
            )}
          </li>
        );
      })}
    </ol>
  );
}
