import type { Picture } from "~/shared/picture";
import { Icon } from "~/ui/icon";
import { Photo } from "~/ui/photo";

export interface PublicPhoto {
  id: string;
  /** Empty when there is none. */
  caption: string;
  /** What the picture shows, for those who don't see it. Empty when there is none. */
  altText: string;
  picture: Picture;
}

/** So many before 'Show all': four rows on a phone, three beside it. */
const photosInSight = 9;

/** The photos as a grid, each a link to its file; with script they open in a lightbox. [1 §2] */
export function Gallery({ photos }: { photos: PublicPhoto[] }) {
  const more = photos.slice(photosInSight);
  return (
    <div data-gallery className="grid gap-2">
      <PhotoGrid photos={photos.slice(0, photosInSight)} from={1} of={photos.length} />
      {more.length > 0 && (
        <details className="gallery-more">
          <summary className="flex min-h-11 items-center justify-center rounded-box border border-edge bg-surface px-4 font-semibold text-sm hover:bg-sunken">
            Show all {photos.length} photos
          </summary>
          <PhotoGrid photos={more} from={photosInSight + 1} of={photos.length} />
        </details>
      )}
      <Lightbox />
    </div>
  );
}

function PhotoGrid({ photos, from, of }: { photos: PublicPhoto[]; from: number; of: number }) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {photos.map(({ id, caption, altText, picture }, index) => (
        <li key={id} className={from + index === 1 && of > 3 ? "col-span-2 row-span-2" : undefined}>
          <a
            href={picture.src}
            data-late
            data-photo={caption}
            className="group block h-full overflow-hidden rounded-box"
          >
            <Photo
              picture={picture}
              sizes="(width >= 64rem) 12rem, (width >= 36rem) 33vw, 50vw"
              alt={altText || caption || `Photo ${from + index} of ${of}`}
              className="aspect-square h-full w-full object-cover transition-transform duration-300 group-hover:scale-103"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Filled by `lightbox.ts`. */
function Lightbox() {
  const control = "grid size-12 place-items-center rounded-full bg-[#000]/60 hover:bg-[#000]";
  return (
    <dialog id="lightbox" aria-label="Photo" className="lightbox">
      <figure className="flex h-full flex-col items-center justify-center gap-3">
        <img alt="" className="min-h-0 max-w-full object-contain" />
        <figcaption dir="auto" className="max-w-prose px-4 pb-3 text-center wrap-anywhere" />
      </figure>
      <p data-position className="absolute top-4 left-4 text-sm tabular-nums" aria-live="polite" />
      <button
        type="button"
        data-step="-1"
        aria-label="Previous photo"
        className={`${control} absolute top-1/2 left-2 -mt-6`}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        data-step="1"
        aria-label="Next photo"
        className={`${control} absolute top-1/2 right-2 -mt-6`}
      >
        <Icon name="right" />
      </button>
      <form method="dialog" className="absolute top-2 right-2">
        <button type="submit" aria-label="Close" className={control}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  );
}
