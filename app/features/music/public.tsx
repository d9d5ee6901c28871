import { formatDuration } from "~/shared/duration";
import type { Picture } from "~/shared/picture";
import { Icon } from "~/ui/icon";

export interface PublicTrack {
  id: string;
  title: string;
  fileUrl: string | null;
  durationSeconds: number | null;
  downloadsEnabled: boolean;
  cover: Picture | null;
}

/** The tracks on the artist page. The browser's own player works without scripts; one track plays at a time. */
export function TrackList({ tracks }: { tracks: PublicTrack[] }) {
  return (
    <ol className="grid grid-cols-1 gap-3">
      {tracks.map((track) => (
        <li
          key={track.id}
          className="grid grid-cols-1 gap-3 rounded-box border border-line bg-surface p-4 text-ink"
        >
          <div className="flex items-baseline justify-between gap-4">
            <h3 dir="auto" className="min-w-0 font-semibold wrap-anywhere">
              {track.title}
            </h3>
            <span className="text-sm text-muted tabular-nums">{formatDuration(track.durationSeconds)}</span>
          </div>
          {track.fileUrl && (
            <div className="flex items-center gap-3">
              {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
              <audio
                controls
                preload="none"
                src={track.fileUrl}
                aria-label={`Play ${track.title}`}
                className="h-11 w-full min-w-0"
              />
              {track.downloadsEnabled && (
                <a
                  href={track.fileUrl}
                  download={`${track.title}${extensionOf(track.fileUrl)}`}
                  aria-label={`Download ${track.title}`}
                  className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-line"
                >
                  <Icon name="download" className="size-5" />
                </a>
              )}
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A download keeps the file's real extension. [decisions: Media] */
function extensionOf(address: string): string {
  return /\.[a-z0-9]+$/.exec(address)?.[0] ?? "";
}

/** The player, at the foot of the page while a track is on. */
export function PlayerBar() {
  return <div id="player" hidden />;
}
