import { onEachPage } from "~/shared/page-change";
import { announcePlaying, onOthersPlaying } from "~/shared/playing";
import { t } from "~/shared/t";

/** Lets the video gallery play in its place and turn its pages, which wrap. [1 §4] */
export function startVideos(): void {
  /** On the page, if it has one. */
  let gallery: HTMLElement | null = null;
  onEachPage(() => {
    gallery = document.querySelector("[data-videos]");
    // What played when the page was left would begin again by itself.
    stop(gallery);
  });

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const step = target?.closest<HTMLElement>("[data-video-step]")?.dataset.videoStep;
    const link = target?.closest<HTMLAnchorElement>("a[data-embed]");
    if (step && gallery) {
      stop(gallery);
      const slides = [...gallery.querySelectorAll("li")];
      const position = gallery.querySelector("[data-position]");
      const current = slides.findIndex((slide) => "current" in slide.dataset);
      const next = (current + Number(step) + slides.length) % slides.length;
      for (const [index, slide] of slides.entries()) slide.toggleAttribute("data-current", index === next);
      if (position)
        position.textContent = t("{position} of {total}", { position: next + 1, total: slides.length });
    } else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      stop(gallery);
      play(link);
    }
  });
  document.addEventListener(
    "play",
    ({ target }) => {
      if (!(target instanceof Element && target.closest("[data-videos]"))) return;
      stop(gallery, target);
      announcePlaying(startVideos);
    },
    true,
  );
  onOthersPlaying(startVideos, () => stop(gallery));

  function play(link: HTMLAnchorElement) {
    const frame = document.createElement("iframe");
    frame.src = link.dataset.embed ?? "";
    frame.title = link.dataset.title ?? "";
    frame.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
    frame.className = "aspect-video w-full rounded-box bg-black";
    link.hidden = true;
    link.after(frame);
    frame.focus();
    announcePlaying(startVideos);
  }
}

/** Ends all playback, so that only one sound plays: an embedded player can only be removed. */
function stop(gallery: HTMLElement | null, except?: EventTarget): void {
  if (!gallery) return;
  for (const frame of gallery.querySelectorAll("iframe")) {
    const link = frame.previousElementSibling;
    if (link instanceof HTMLElement) link.hidden = false;
    frame.remove();
  }
  for (const video of gallery.querySelectorAll("video")) if (video !== except) video.pause();
}
