import { Icon } from "~/public-ui/icon";
import type { Picture, Place } from "~/shared/picture";
import { Photo } from "~/ui/photo";

export interface PublicPhoto {
  id: string;
  /** Empty when there is none. */
  caption: string;
  /** The picture's description for screen readers. Empty when there is none. */
  altText: string;
  picture: Picture;
}

/** So many before 'Show all': four rows on a phone, three beside it. */
const photosInSight = 9;

/** How wide the section's inside is, and how many tiles stand beside one another in it. Half a rem is between them. */
interface Inside {
  from: number;
  ofScreen: number;
  rem: number;
  tiles: number;
}
const onSmallScreens: Inside[] = [
  { from: 48, ofScreen: 1, rem: -7, tiles: 3 },
  { from: 40, ofScreen: 1, rem: -4, tiles: 3 },
  { from: 0, ofScreen: 1, rem: -4, tiles: 2 },
];
const inColumn: Inside[] = [
  { from: 72, ofScreen: 0, rem: 36.09, tiles: 3 },
  { from: 64, ofScreen: 7 / 12, rem: -5.91, tiles: 3 },
  ...onSmallScreens,
];
const alone: Inside[] = [{ from: 72, ofScreen: 0, rem: 65, tiles: 3 }, ...onSmallScreens];

const wall: Inside[] = [
  { from: 100, ofScreen: 1, rem: 0, tiles: 6 },
  { from: 64, ofScreen: 1, rem: 0, tiles: 4 },
  { from: 40, ofScreen: 1, rem: 0, tiles: 3 },
  { from: 0, ofScreen: 1, rem: 0, tiles: 2 },
];
const places = { column: inColumn, alone, wide: wall } satisfies Record<string, Inside[]>;
/**
 * Where a page has the photos: beside another column, where the screen has room for one; alone on their lines; from edge
 * to edge.
 */
export type GalleryPlace = keyof typeof places;

/** The first of many is as wide and high as two tiles. */
function tilePlaces(insides: Inside[], isLead: boolean): Place[] {
  return insides.map(({ from, ofScreen, rem, tiles }) => {
    const across = isLead ? 2 : 1;
    const tile = (rem - 0.5 * (tiles - 1)) / tiles;
    return {
      from,
      ofScreen: (ofScreen / tiles) * across,
      rem: tile * across + 0.5 * (across - 1),
      height: "as wide",
    };
  });
}

/**
 * The photos as a grid, each a link to its file; with script they open in a lightbox. [1 §2]
 */
export function Gallery({ photos, place }: { photos: PublicPhoto[]; place: GalleryPlace }) {
  const insides = places[place];
  const more = photos.slice(photosInSight);
  return (
    <div data-gallery className="grid gap-2">
      <PhotoGrid photos={photos.slice(0, photosInSight)} from={1} of={photos.length} insides={insides} />
      {more.length > 0 && (
        <details>
          <summary className="[[open]>&]:hidden flex min-h-11 items-center justify-center rounded-box border border-edge bg-surface px-4 font-semibold text-sm hover:bg-sunken">
            Show all {photos.length} photos
          </summary>
          <PhotoGrid photos={more} from={photosInSight + 1} of={photos.length} insides={insides} />
        </details>
      )}
      <Lightbox />
    </div>
  );
}

function PhotoGrid({
  photos,
  from,
  of,
  insides,
}: {
  photos: PublicPhoto[];
  from: number;
  of: number;
  insides: Inside[];
}) {
  const hasLead = from === 1 && of > 3;
  const places = tilePlaces(insides, false);
  const leadPlaces = tilePlaces(insides, true);
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {photos.map(({ id, caption, altText, picture }, index) => (
        <li key={id} className={hasLead && index === 0 ? "col-span-2 row-span-2" : undefined}>
          <a
            href={picture.src}
            data-deferred
            data-photo={caption}
            className="group block h-full overflow-hidden rounded-box"
          >
            <Photo
              picture={picture}
              places={hasLead && index === 0 ? leadPlaces : places}
              // For the lightbox.
              besides={picture.width}
              alt={altText || caption || `Photo ${from + index} of ${of}`}
              className="aspect-square h-full w-full object-cover transition-transform duration-300 group-hover:scale-103"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Filled by `public.client.ts`. */
function Lightbox() {
  const control = "grid size-12 place-items-center rounded-full bg-[#000]/60 hover:bg-[#000]";
  return (
    <dialog
      id="lightbox"
      aria-label="Photo"
      className="lightbox m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-[#000]/94 p-0 pt-16 text-[#fff]"
    >
      <figure className="flex h-full flex-col items-center justify-center gap-3">
        <figcaption dir="auto" className="max-w-prose px-4 pb-3 text-center wrap-anywhere" />
      </figure>
      <p data-position className="absolute start-4 top-4 text-sm tabular-nums" aria-live="polite" />
      <button
        type="button"
        data-step="-1"
        aria-label="Previous photo"
        className={`${control} absolute start-2 top-1/2 -mt-6`}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        data-step="1"
        aria-label="Next photo"
        className={`${control} absolute end-2 top-1/2 -mt-6`}
      >
        <Icon name="right" />
      </button>
      <form method="dialog" className="absolute end-2 top-2">
        <button type="submit" aria-label="Close" className={control}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  );
}
