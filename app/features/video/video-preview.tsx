import { useState } from "react";
import { parseVideoAddress, playingAddress } from "~/shared/video-address";
import { VideoSlide } from "./public.tsx";
import type { OwnVideo } from "./queries.server.ts";

/** A video as fans see it, which plays in its place when it is pressed, as it does for them. */
export function VideoPreview({
  video: { title, video_type, video_url, thumbnail_url },
}: {
  video: Pick<OwnVideo, "title" | "video_type" | "video_url" | "thumbnail_url">;
}) {
  const [isPlaying, setIsPlaying] = useState(false);
  const provided = parseVideoAddress(video_url);
  if (isPlaying && provided) {
    return (
      <iframe
        ref={(frame) => frame?.focus()}
        src={playingAddress(provided)}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        className="aspect-video w-full rounded-box bg-[#000]"
      />
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside is what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key is clicked as well
    <div
      onClick={(event) => {
        const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
        const link = event.target instanceof Element && event.target.closest("a");
        if (!link || isElsewhere) return;
        event.preventDefault();
        setIsPlaying(true);
      }}
    >
      <VideoSlide video={{ title, type: video_type, url: video_url, thumbnailUrl: thumbnail_url }} />
    </div>
  );
}
