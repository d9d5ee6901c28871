import { Pause, Play } from "lucide-react";
import { useRef, useState, useSyncExternalStore } from "react";

/**
 * The background of the hero: a still, and over it, once the whole page is loaded, the film that begins with it. A
 * visitor who prefers little movement, little data or only system colours keeps the still; every visitor can stop the
 * film (WCAG 2.2.2).
 */
export function Film() {
  const runs = useSyncExternalStore(onChange, mayRun, () => false);
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);

  function toggle() {
    if (!video.current?.paused) video.current?.pause();
    // A browser that saves power may refuse; then the still goes on standing there.
    else video.current.play().catch(() => {});
  }

  return (
    <>
      <div aria-hidden="true" className="overprint full-screen">
        <div>
          <picture>
            <source
              media="(orientation: portrait)"
              srcSet="/landing/still-tall.webp"
              width={432}
              height={768}
            />
            <img src="/landing/still.webp" alt="" width={1280} height={720} fetchPriority="low" />
          </picture>
          {runs && (
            <video
              ref={video}
              autoPlay
              muted
              loop
              playsInline
              disablePictureInPicture
              disableRemotePlayback
              onPlay={() => setIsPlaying(true)}
              onPause={() => setIsPlaying(false)}
            >
              <source media="(orientation: portrait)" src="/landing/film-tall.mp4" type="video/mp4" />
              <source src="/landing/film.mp4" type="video/mp4" />
            </video>
          )}
        </div>
      </div>
      {runs && (
        <button
          type="button"
          onClick={toggle}
          aria-label={isPlaying ? "Pause background video" : "Play background video"}
          className="absolute right-2 bottom-[8.875rem] flex size-11 items-center justify-center rounded-box bg-sheet hover:bg-on-sheet hover:text-sheet"
        >
          {isPlaying ? (
            <Pause aria-hidden="true" className="size-5 fill-current" />
          ) : (
            <Play aria-hidden="true" className="size-5 fill-current" />
          )}
        </button>
      )}
    </>
  );
}

const movementIsWelcome = "(prefers-reduced-motion: no-preference) and (forced-colors: none)";

function mayRun(): boolean {
  return document.readyState === "complete" && matchMedia(movementIsWelcome).matches && !savesData();
}

function onChange(notify: () => void): () => void {
  const preference = matchMedia(movementIsWelcome);
  preference.addEventListener("change", notify);
  window.addEventListener("load", notify);
  return () => {
    preference.removeEventListener("change", notify);
    window.removeEventListener("load", notify);
  };
}

/** The browser's data saver, where there is one. */
function savesData(): boolean {
  const connection: unknown = "connection" in navigator && navigator.connection;
  return (
    typeof connection === "object" &&
    connection !== null &&
    "saveData" in connection &&
    connection.saveData === true
  );
}
