import { Icon } from "~/public-ui/icon";
import type { Appearance } from "./appearance.ts";

/**
 * What lies behind the artist's page, before anything else of it. A moving background stands still, as its picture or
 * as the theme's own background, until `startBackground` starts it.
 */
export function Background({ appearance: { background } }: { appearance: Appearance }) {
  const moves = background.kind === "video" || background.kind === "youtube";
  return (
    <>
      <div className="background" aria-hidden="true">
        {background.kind === "image" && (
          <img
            className="background-media"
            src={background.url}
            alt=""
            fetchPriority="low"
            decoding="async"
          />
        )}
        {background.kind === "video" && (
          <video
            className="background-media"
            data-background-video={background.url}
            poster={background.thumbnailUrl ?? undefined}
            preload="none"
            muted
            loop
            playsInline
            tabIndex={-1}
          />
        )}
        {background.kind === "youtube" && (
          <div className="background-media" data-background-youtube={background.videoId} />
        )}
        <div className="background-scrim" />
      </div>
      {moves && (
        <div className="background-switch">
          <button type="button" data-background-switch hidden aria-label="Background video">
            <Icon name="pause" />
            <Icon name="play" />
          </button>
        </div>
      )}
    </>
  );
}
