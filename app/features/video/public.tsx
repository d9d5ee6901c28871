import { Icon } from "~/public-ui/icon";
import { t } from "~/shared/t";
import {
  isAtProvider,
  parseVideoAddress,
  playingAddress,
  type VideoType,
  watchAddress,
} from "~/shared/video-address";
import { languageOf } from "~/shared/writing";

export interface PublicVideo {
  id: string;
  title: string;
  type: VideoType;
  /** As `canonicalVideo` makes it. */
  url: string;
  thumbnailUrl: string | null;
}

/**
 * The videos, the primary one first. Each is a link to where it lives; with script one shows at a time and plays in
 * its place. No request goes to YouTube or Vimeo, not even for pictures, until the visitor presses play. [1 §2, §4]
 */
export function VideoGallery({ videos }: { videos: PublicVideo[] }) {
  const several = videos.length > 1;
  return (
    <div data-videos className="grid gap-3">
      <ul className="video-slides grid gap-3">
        {videos.map((video, index) => (
          <li key={video.id} data-current={index === 0 ? "" : undefined}>
            <VideoSlide video={video} />
            <p dir="auto" lang={languageOf(video.title)} className="mt-2 font-semibold wrap-anywhere">
              {video.title}
            </p>
          </li>
        ))}
      </ul>
      {several && (
        <div className="needs-script flex items-center gap-2">
          <StepButton step={-1} label={t("Previous video")} />
          <p data-position aria-live="polite" className="grow text-center text-muted text-sm tabular-nums">
            {t("{position} of {total}", { position: 1, total: videos.length })}
          </p>
          <StepButton step={1} label={t("Next video")} />
        </div>
      )}
    </div>
  );
}

const providers = { youtube: "YouTube", vimeo: "Vimeo" };

/** One video, waiting to be played. */
export function VideoSlide({
  video: { title, type, url, thumbnailUrl },
}: {
  video: Omit<PublicVideo, "id">;
}) {
  const poster = thumbnailUrl && !isAtProvider(thumbnailUrl) ? thumbnailUrl : undefined;
  const provided = type === "mp4" ? null : parseVideoAddress(url);
  if (!provided) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the artist has given none
      <video
        controls
        playsInline
        preload="none"
        src={url}
        poster={poster}
        aria-label={title}
        className="aspect-video w-full rounded-box bg-[#000]"
      />
    );
  }
  return (
    <a
      href={watchAddress(provided)}
      target="_blank"
      rel="noopener"
      data-deferred
      data-embed={playingAddress(provided)}
      data-title={title}
      aria-label={t("Play {title} on {service}", { title, service: providers[provided.provider] })}
      className="group relative grid aspect-video place-items-center overflow-hidden rounded-box bg-[linear-gradient(135deg,color-mix(in_oklab,var(--accent)_60%,#000),#000)]"
    >
      {poster && (
        <img
          src={poster}
          alt=""
          width={480}
          height={360}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <span className="relative grid size-18 place-items-center rounded-full bg-primary text-on-primary shadow-floating transition-transform group-hover:scale-108">
        <Icon name="play" className="size-8" />
      </span>
      <span className="absolute start-2 bottom-2 rounded-box bg-[#000]/75 px-2 py-1 font-semibold text-[#fff] text-xs">
        {providers[provided.provider]}
      </span>
    </a>
  );
}

function StepButton({ step, label }: { step: 1 | -1; label: string }) {
  return (
    <button
      type="button"
      data-deferred
      data-video-step={step}
      aria-label={label}
      className="grid size-11 place-items-center rounded-full border border-edge bg-surface hover:bg-sunken"
    >
      <Icon name={step === 1 ? "right" : "left"} className="size-5" />
    </button>
  );
}
