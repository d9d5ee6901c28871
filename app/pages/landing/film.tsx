import { Pause, Play } from "lucide-react";
import { t } from "~/shared/t";

/**
 * The background of the hero: a still, and over it, once the whole page is loaded, the film that begins with it
 * (film.client.ts). A visitor who prefers little movement, little data or only system colours keeps the still; every
 * visitor can stop the film (WCAG 2.2.2).
 */
export function Film() {
  return (
    <>
      <div aria-hidden="true" className="overprint full-screen">
        <div id="film">
          <picture>
            {/* In half of the bytes: on a phone the still is the largest thing in sight, and the last of those to come. */}
            {["avif", "webp"].map((format) => (
              <source
                key={format}
                media="(orientation: portrait)"
                type={`image/${format}`}
                srcSet={`/landing/still-tall.${format}`}
                width={432}
                height={768}
              />
            ))}
            <source type="image/avif" srcSet="/landing/still.avif" width={1280} height={720} />
            <img src="/landing/still.webp" alt="" width={1280} height={720} fetchPriority="low" />
          </picture>
          <template>
            <video autoPlay muted loop playsInline disablePictureInPicture disableRemotePlayback>
              <source media="(orientation: portrait)" src="/landing/film-tall.mp4" type="video/mp4" />
              <source src="/landing/film.mp4" type="video/mp4" />
            </video>
          </template>
        </div>
      </div>
      <button
        id="film-button"
        type="button"
        hidden
        aria-label={t("Play background video")}
        className="group absolute end-2 bottom-[8.875rem] flex size-11 items-center justify-center rounded-box bg-sheet hover:bg-on-sheet hover:text-sheet"
      >
        <Pause aria-hidden="true" className="hidden size-5 fill-current group-data-playing:block" />
        <Play aria-hidden="true" className="size-5 fill-current group-data-playing:hidden" />
      </button>
    </>
  );
}
