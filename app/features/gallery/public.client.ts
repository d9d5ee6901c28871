import { onward } from "~/client/onward";
import { onEachPage } from "~/shared/page-change";
import { t } from "~/shared/t";
import { wholeOnScreen } from "~/shared/whole-on-screen";

/** As far as a finger moves before it turns the page, in pixels. */
const swipeDistance = 50;

/**
 * Opens the photos of the gallery full size: previous and next wrap, by button, arrow key or swipe; the
 * cross, Escape, Back or a press beside the picture close. [1 §4]
 */
export function startLightbox(): void {
  /** The page's own, where it has photos. */
  let dialog: HTMLDialogElement | null = null;
  let photos: HTMLAnchorElement[] = [];
  let current = 0;
  // On the page only while it has something to show.
  const image = new Image();

  /** Where the next photo is: to the right, and to the left where the page is read that way. */
  const wrapped = (index: number) => (index + photos.length) % photos.length;
  const isInside = (target: EventTarget | null): target is Element =>
    target instanceof Element && dialog !== null && dialog.contains(target);
  const write = (selector: string, text: string) => {
    const element = dialog?.querySelector(selector);
    if (element) element.textContent = text;
  };

  /** In the size that this screen needs. */
  const load = (into: HTMLImageElement, photo: HTMLAnchorElement) => {
    const thumbnail = photo.querySelector("img");
    const pixels = (side: string) => Number(thumbnail?.getAttribute(side));
    into.sizes = wholeOnScreen({ width: pixels("width"), height: pixels("height") }, window);
    into.srcset = thumbnail?.srcset ?? "";
    into.src = photo.href;
  };

  const show = (index: number) => {
    current = wrapped(index);
    const photo = photos[current];
    if (!photo) return;
    load(image, photo);
    image.alt = photo.querySelector("img")?.alt ?? "";
    write("figcaption", photo.dataset.photo ?? "");
    write("[data-position]", t("{position} of {total}", { position: current + 1, total: photos.length }));
    const next = photos[wrapped(current + 1)];
    if (next && next !== photo) load(new Image(), next);
  };

  const open = (index: number) => {
    if (!dialog) return;
    show(index);
    dialog.querySelector("figcaption")?.before(image);
    for (const button of dialog.querySelectorAll<HTMLElement>("[data-step]"))
      button.hidden = photos.length < 2;
    dialog.showModal();
  };
  const hasEntry = () => history.state?.photo >= 0;
  /** The browser goes back from a photo that was closed. */
  let isLeaving = false;

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const photo = target?.closest<HTMLAnchorElement>("a[data-photo]");
    if (photo && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      const index = photos.indexOf(photo);
      history[hasEntry() ? "replaceState" : "pushState"]({ photo: index }, "");
      open(index);
    }
  });
  addEventListener("popstate", () => {
    if (hasEntry()) open(history.state.photo);
    // Opened again meanwhile.
    else if (isLeaving && dialog?.open) history.pushState({ photo: current }, "");
    else dialog?.close();
    isLeaving = false;
  });
  onEachPage(() => {
    isLeaving = false;
    dialog = document.querySelector<HTMLDialogElement>("#lightbox");
    photos = [...document.querySelectorAll<HTMLAnchorElement>("a[data-photo]")];
    // Loaded or shown anew with a photo open.
    if (dialog?.open) dialog.close();
    else if (hasEntry()) history.back();
  });
  document.addEventListener("click", ({ target }) => {
    if (!isInside(target)) return;
    const step = target.closest<HTMLElement>("[data-step]")?.dataset.step;
    if (step) show(current + Number(step));
    else if (target === dialog || target.localName === "figure") dialog?.close();
  });
  document.addEventListener("keydown", ({ key, target }) => {
    if (!isInside(target)) return;
    if (key === "ArrowLeft") show(current - onward());
    if (key === "ArrowRight") show(current + onward());
  });
  // Nothing of it may stay on the screen for the next photo to start from, unless that one was quicker than this event.
  document.addEventListener(
    "close",
    ({ target }) => {
      if (target !== dialog || !dialog || dialog.open) return;
      for (const name of ["src", "srcset"]) image.removeAttribute(name);
      image.remove();
      photos[current]?.focus();
      if (!isLeaving && hasEntry()) {
        isLeaving = true;
        history.back();
      }
    },
    true,
  );

  let start: { x: number; y: number } | undefined;
  document.addEventListener("pointerdown", (event) => {
    start = event.isPrimary && isInside(event.target) ? { x: event.clientX, y: event.clientY } : undefined;
  });
  document.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.abs(x) > swipeDistance && Math.abs(x) > 2 * Math.abs(y))
      show(current + (x < 0 ? onward() : -onward()));
    start = undefined;
  });
}
