import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { onward } from "~/client/onward";
import { srcSet } from "~/shared/picture";
import { t } from "~/shared/t";
import { wholeOnScreen } from "~/shared/whole-on-screen";
import { useBackCloses } from "~/ui/back";
import { keepFocusInside } from "~/ui/dialog";
import type { OwnPhoto } from "./queries.server.ts";

/** As far as a finger moves before it turns the page, in pixels. */
const swipeDistance = 50;

/**
 * The photos full size, one at a time: previous and next wrap, by button, arrow key or swipe; Escape, Back, the cross
 * or a press beside the picture close. [2 §2]
 * @param current which photo, counted from 0; null while it is closed
 */
export function OwnLightbox({
  photos,
  current,
  onShow,
  onClose,
}: {
  photos: readonly OwnPhoto[];
  current: number | null;
  onShow(index: number): void;
  onClose(): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useRef<{ x: number; y: number }>(null);
  const isOpen = current !== null;
  const photo = isOpen ? photos[current] : undefined;

  useBackCloses(isOpen, onClose);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  const wrapped = (by: number) => ((current ?? 0) + by + photos.length) % photos.length;
  const neighbours = photo && photos.length > 1 ? [photos[wrapped(1)], photos[wrapped(-1)]] : [];
  const handleKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === "ArrowLeft") onShow(wrapped(-onward()));
    if (event.key === "ArrowRight") onShow(wrapped(onward()));
    keepFocusInside(event);
  };
  const endDrag = (event: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.abs(x) > swipeDistance && Math.abs(x) > 2 * Math.abs(y))
      onShow(wrapped(x < 0 ? onward() : -onward()));
  };
  const button = "grid size-12 place-items-center rounded-full bg-[#000]/60 outline-[#fff] hover:bg-[#000]";

  return (
    <dialog
      ref={dialog}
      aria-label={t("Photo")}
      // The event comes late: the next photo may be open by then.
      onClose={({ currentTarget }) => isOpen && !currentTarget.open && onClose()}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        start.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
      }}
      onPointerUp={endDrag}
      onMouseDown={({ target }) => {
        if (target instanceof HTMLElement && target.matches("dialog, figure")) onClose();
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none touch-pan-y overflow-hidden bg-[#000]/94 p-0 pt-16 text-[#fff]"
    >
      {photo && (
        <>
          <figure className="flex h-full flex-col items-center justify-center gap-3">
            <img
              key={photo.id}
              src={photo.picture.src}
              srcSet={srcSet(photo.picture)}
              sizes={wholeOnScreen(photo.picture, window)}
              width={photo.picture.width}
              height={photo.picture.height}
              alt={photo.altText || photo.caption || t("Photo {position}", { position: (current ?? 0) + 1 })}
              draggable={false}
              className="h-auto max-h-full min-h-0 w-auto max-w-full object-contain"
            />
            <figcaption dir="auto" className="wrap-anywhere max-w-prose px-4 pb-4 text-center empty:hidden">
              {photo.caption}
            </figcaption>
          </figure>
          <p className="absolute top-5 start-4 text-sm tabular-nums" aria-live="polite">
            {t("{position} of {total}", { position: (current ?? 0) + 1, total: photos.length })}
          </p>
          <button
            type="button"
            aria-label={t("Close")}
            onClick={onClose}
            className={`${button} absolute top-2 end-2`}
          >
            <X aria-hidden="true" className="size-6" />
          </button>
          {photos.length > 1 && (
            <>
              <button
                type="button"
                aria-label={t("Previous photo")}
                onClick={() => onShow(wrapped(-1))}
                className={`${button} absolute top-1/2 start-2 -mt-6`}
              >
                <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100 size-6" />
              </button>
              <button
                type="button"
                aria-label={t("Next photo")}
                onClick={() => onShow(wrapped(1))}
                className={`${button} absolute top-1/2 end-2 -mt-6`}
              >
                <ChevronRight aria-hidden="true" className="rtl:-scale-x-100 size-6" />
              </button>
            </>
          )}
          {neighbours.map(
            (neighbour) =>
              neighbour && (
                <link
                  key={neighbour.id}
                  rel="preload"
                  as="image"
                  href={neighbour.picture.src}
                  imageSrcSet={srcSet(neighbour.picture)}
                  imageSizes={wholeOnScreen(neighbour.picture, window)}
                />
              ),
          )}
        </>
      )}
    </dialog>
  );
}
