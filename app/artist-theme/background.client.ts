import { t } from "~/shared/t";
import { embedAddress } from "~/shared/video-address";

/** Something behind the page that moves. */
interface Motion {
  play: () => void;
  pause: () => void;
}

/**
 * Starts the video behind the page once all of the page itself is here, and lets the visitor stop it (WCAG 2.2.2).
 * A visitor who prefers less movement or less data keeps the still picture.
 */
export function startBackground(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-background-switch]");
  const motion = ownVideo() ?? youtubeVideo();
  if (!button || !motion || isToBeSpared()) return;

  const set = (plays: boolean) => {
    button.setAttribute("aria-pressed", String(plays));
    if (plays) motion.play();
    else motion.pause();
  };
  button.addEventListener("click", () => set(button.getAttribute("aria-pressed") === "false"));
  afterThePage(() => {
    button.hidden = false;
    set(true);
  });
}

function isToBeSpared(): boolean {
  const connection: unknown = "connection" in navigator && navigator.connection;
  const savesData = connection instanceof Object && "saveData" in connection && connection.saveData === true;
  return savesData || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function afterThePage(start: () => void): void {
  const whenIdle = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(start);
    else setTimeout(start);
  };
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

function ownVideo(): Motion | undefined {
  const video = document.querySelector<HTMLVideoElement>("[data-background-video]");
  if (!video) return;
  return {
    play() {
      video.src ||= video.dataset.backgroundVideo ?? "";
      // A browser that saves power refuses: the picture stays.
      video.play().catch(() => {});
    },
    pause: () => video.pause(),
  };
}

function youtubeVideo(): Motion | undefined {
  const place = document.querySelector<HTMLElement>("[data-background-youtube]");
  const id = place?.dataset.backgroundYoutube;
  if (!place || !id) return;
  return {
    play() {
      const frame = document.createElement("iframe");
      // A single video repeats as a playlist of itself.
      const wishes = {
        autoplay: 1,
        mute: 1,
        controls: 0,
        loop: 1,
        playlist: id,
        playsinline: 1,
        disablekb: 1,
        rel: 0,
      };
      const query = new URLSearchParams(Object.entries(wishes).map(([name, value]) => [name, String(value)]));
      frame.src = `${embedAddress({ provider: "youtube", id })}?${query}`;
      frame.title = t("Background video");
      frame.allow = "autoplay; encrypted-media";
      frame.inert = true;
      frame.tabIndex = -1;
      place.replaceChildren(frame);
    },
    pause: () => place.replaceChildren(),
  };
}
