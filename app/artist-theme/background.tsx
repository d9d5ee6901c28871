import { Icon } from "~/public-ui/icon";
import { t } from "~/shared/t";
import type { Appearance } from "./appearance.ts";

const media = "absolute size-full object-cover opacity-(--media-opacity)";

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
          <img className={media} src={background.url} alt="" fetchPriority="low" decoding="async" />
        )}
        {background.kind === "video" && (
          <video
            className={media}
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
          <div className={media} data-background-youtube={background.videoId} />
        )}
        <div className="absolute inset-0 bg-(--scrim)" />
      </div>
      {moves && (
        // Takes no room, at the top of the page under the navigation.
        <div className="relative z-10">
          <button
            type="button"
            data-background-switch
            hidden
            aria-label={t("Background video")}
            className="absolute start-2 top-2 rounded-box bg-surface p-2.5"
          >
            <Icon name="pause" className="size-6 [[aria-pressed=false]>&]:hidden" />
            <Icon name="play" className="size-6 [[aria-pressed=true]>&]:hidden" />
          </button>
        </div>
      )}
    </>
  );
}
