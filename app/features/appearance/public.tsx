import type { Appearance } from "./schema.ts";

/** What lies behind the artist's page. Videos are started by `startBackground`; until then their picture stands. */
export function Background({ appearance: { background } }: { appearance: Appearance }) {
  return (
    <div className="background" aria-hidden="true">
      {background.kind === "image" && (
        <img className="background-media" src={background.url} alt="" fetchPriority="low" decoding="async" />
      )}
      {background.kind === "video" && (
        <video
          className="background-media"
          data-background-video={background.url}
          poster={background.thumbnailUrl ?? undefined}
          muted
          loop
          playsInline
          preload="none"
          tabIndex={-1}
        />
      )}
      {background.kind === "youtube" && (
        <div className="background-media" data-background-youtube={background.videoId} />
      )}
      <div className="background-scrim" />
    </div>
  );
}
