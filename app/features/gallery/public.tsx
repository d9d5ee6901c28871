import { Icon } from "~/public-ui/icon";
import type { Picture, Place } from "~/shared/picture";
import { t } from "~/shared/t";
import { Photo } from "~/ui/photo";
import { type Inside, placesInRows, ratioOf, rowsOf, settings } from "./photo-rows.ts";
import { hasLead, tileSpans } from "./photo-tiles.ts";

export interface PublicPhoto {
  id: string;
  /** Empty when there is none. */
  caption: string;
  /** The picture's description for screen readers. Empty when there is none. */
  altText: string;
  picture: Picture;
}

/** So many before 'Show all': as tiles four rows on a phone, three beside it. */
const photosInSight = 9;
/** Fewer than that behind 'Show all' would make no rows and no tiles. */
const fewest = 4;

/** The section's inside, and how many tiles stand beside one another in it. Half a rem is between them. */
interface TiledInside extends Inside {
  tiles: 2 | 3;
}
type Span = Record<TiledInside["tiles"], number>;
const onSmallScreens: TiledInside[] = [
  { from: 48, ofScreen: 1, rem: -7, tiles: 3 },
  { from: 40, ofScreen: 1, rem: -4, tiles: 3 },
  { from: 0, ofScreen: 1, rem: -4, tiles: 2 },
];
/** Where a page has square photos: beside another column, where the screen has room for one; alone on their lines. */
const tiled = {
  column: [
    { from: 72, ofScreen: 0, rem: 36.09, tiles: 3 },
    { from: 64, ofScreen: 7 / 12, rem: -5.91, tiles: 3 },
    ...onSmallScreens,
  ],
  alone: [{ from: 72, ofScreen: 0, rem: 65, tiles: 3 }, ...onSmallScreens],
} satisfies Record<string, TiledInside[]>;

/** Where it has them in rows and in their own proportions: in the larger of two columns, in a half, in a column alone, from edge to edge. */
const inRows = {
  "larger part": [
    { from: 96, ofScreen: 0, rem: 50.5 },
    { from: 64, ofScreen: 7 / 12, rem: -5.4 },
    { from: 0, ofScreen: 1, rem: -1.75 },
  ],
  half: [
    { from: 64, ofScreen: 0, rem: 37 },
    { from: 40, ofScreen: 0.5, rem: -3 },
    { from: 0, ofScreen: 1, rem: -2 },
  ],
  "narrow column": [
    { from: 40, ofScreen: 0, rem: 32 },
    { from: 0, ofScreen: 1, rem: -3.5 },
  ],
  wall: [{ from: 0, ofScreen: 1, rem: 0 }],
} satisfies Record<string, Inside[]>;

/** Where a page has the photos. */
export type GalleryPlace = keyof typeof tiled | keyof typeof inRows;

const isTiled = (place: GalleryPlace): place is keyof typeof tiled => Object.hasOwn(tiled, place);

/** @param span of how many columns the photo is where there are two, and where there are three */
function tilePlaces(insides: TiledInside[], span: Span, height: Place["height"]): Place[] {
  return insides.map(({ from, ofScreen, rem, tiles }) => {
    const across = span[tiles];
    const tile = (rem - 0.5 * (tiles - 1)) / tiles;
    return {
      from,
      ofScreen: (ofScreen / tiles) * across,
      rem: tile * across + 0.5 * (across - 1),
      height: across === 1 ? "as wide" : height,
    };
  });
}

/**
 * The photos as a grid, each a link to its file; with script they open in a lightbox. [1 §2]
 */
export function Gallery({ photos, place }: { photos: PublicPhoto[]; place: GalleryPlace }) {
  const isWhole = photos.length < photosInSight + fewest;
  const inSight = isWhole ? photos.length : photosInSight;
  const more = photos.slice(inSight);
  const grid = (shown: PublicPhoto[], from: number) =>
    isTiled(place) ? (
      <PhotoTiles photos={shown} from={from} of={photos.length} insides={tiled[place]} />
    ) : (
      <PhotoRows photos={shown} from={from} of={photos.length} insides={inRows[place]} />
    );
  return (
    <div data-gallery className="grid gap-2">
      {grid(photos.slice(0, inSight), 1)}
      {more.length > 0 && (
        <details>
          <summary className="[[open]>&]:hidden flex min-h-11 items-center justify-center rounded-box border border-edge bg-surface px-4 font-semibold text-sm hover:bg-sunken">
            {t("{count, plural, one {Show # photo} other {Show all # photos}}", { count: photos.length })}
          </summary>
          {grid(more, inSight + 1)}
        </details>
      )}
      <Lightbox />
    </div>
  );
}

interface Shown<In> {
  photos: PublicPhoto[];
  /** Which of all photos the first of these is, from 1. */
  from: number;
  of: number;
  insides: In[];
}

function PhotoTiles({ photos, from, of, insides }: Shown<TiledInside>) {
  const withLead = from === 1 && hasLead(photos.length);
  const [inTwo, inThree] = [tileSpans(photos.length, 2, withLead), tileSpans(photos.length, 3, withLead)];
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {photos.map((photo, index) => {
        const span: Span = { 2: inTwo[index] ?? 1, 3: inThree[index] ?? 1 };
        const tile = tileOf(span, { isLead: withLead && index === 0, isAlone: photos.length === 1 });
        return (
          <li key={photo.id} className={tile.place || undefined}>
            <PhotoLink
              photo={photo}
              places={tilePlaces(insides, span, tile.height)}
              position={{ position: from + index, total: of }}
              className={tile.shape}
            />
          </li>
        );
      })}
    </ul>
  );
}

/**
 * A photo alone keeps its proportions; the lead is a square, and any other is as high as one. Where there are three columns a
 * wider one has a square beside it, which gives it the height.
 */
function tileOf(span: Span, { isLead, isAlone }: { isLead: boolean; isAlone: boolean }) {
  if (isLead) return { place: "col-span-2 row-span-2", shape: "aspect-square", height: "as wide" } as const;
  if (isAlone) return { place: "col-span-full", shape: "max-h-160", height: undefined };
  const [ofTwo, ofThree] = [span[2] > 1, span[3] > 1];
  return {
    place: `${ofTwo ? "max-sm:col-span-2" : ""} ${ofThree ? "sm:col-span-2" : ""}`.trim(),
    shape:
      `aspect-square ${ofTwo ? "max-sm:aspect-2/1" : ""} ${ofThree ? "sm:aspect-auto sm:h-0 sm:min-h-full" : ""}`.trim(),
    height: "2:1",
  } as const;
}

/** Rows as wide as the page, without a hole. Which photos stand in one is told to the styles, for pages of each width. */
function PhotoRows({ photos, from, of, insides }: Shown<Inside>) {
  const ratios = photos.map(({ picture }) => ratioOf(picture));
  const total = ratios.reduce((sum, ratio) => sum + ratio, 0);
  const rows = settings.map((setting) => rowsOf(ratios, setting));
  return (
    <div className="photo-rows">
      <ul style={{ "--total": total }}>
        {photos.map((photo, index) => {
          const ratio = ratios[index] ?? 1;
          const own = rows.map((all) => all[index] ?? { sum: total, photos: 1 });
          const [narrow, middling, wide, widest] = own.map(({ sum }) => sum);
          return (
            <li
              key={photo.id}
              style={{ "--ratio": ratio, "--a": narrow, "--b": middling, "--c": wide, "--d": widest }}
            >
              <PhotoLink
                photo={photo}
                places={placesInRows(insides, ratio, own, total)}
                position={{ position: from + index, total: of }}
                className=""
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function PhotoLink({
  photo: { picture, caption, altText },
  places,
  position,
  className,
}: {
  photo: PublicPhoto;
  places: Place[];
  /** Among all of them. */
  position: { position: number; total: number };
  className: string;
}) {
  return (
    <a
      href={picture.src}
      data-deferred
      data-photo={caption}
      className="group block h-full overflow-hidden rounded-box"
    >
      <Photo
        picture={picture}
        places={places}
        // For the lightbox.
        besides={picture.width}
        alt={altText || caption || t("Photo {position} of {total}", position)}
        className={`${className} h-full w-full object-cover transition-transform duration-300 group-hover:scale-103`.trimStart()}
      />
    </a>
  );
}

/** Filled by `public.client.ts`. */
function Lightbox() {
  const control = "grid size-12 place-items-center rounded-full bg-[#000]/60 hover:bg-[#000]";
  return (
    <dialog
      id="lightbox"
      aria-label={t("Photo")}
      className="lightbox m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-[#000]/94 p-0 pt-16 text-[#fff]"
    >
      <figure className="flex h-full flex-col items-center justify-center gap-3">
        <figcaption dir="auto" className="max-w-prose px-4 pb-3 text-center wrap-anywhere" />
      </figure>
      <p data-position className="absolute start-4 top-4 text-sm tabular-nums" aria-live="polite" />
      <button
        type="button"
        data-step="-1"
        aria-label={t("Previous photo")}
        className={`${control} absolute start-2 top-1/2 -mt-6`}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        data-step="1"
        aria-label={t("Next photo")}
        className={`${control} absolute end-2 top-1/2 -mt-6`}
      >
        <Icon name="right" />
      </button>
      <form method="dialog" className="absolute end-2 top-2">
        <button type="submit" aria-label={t("Close|a dialog")} className={control}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  );
}
