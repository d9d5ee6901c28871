import { choicesFor, type Picture, type Place } from "~/shared/picture";

/**
 * A picture in the size its place needs, its room reserved before it is here. Without script and without state, so
 * every page may show it.
 */
export function Photo({
  picture,
  places,
  besides,
  alt,
  eager = false,
  focus,
  className,
}: {
  picture: Picture;
  /** Where it is shown, the widest screens first. */
  places: readonly Place[];
  /** A width in pixels that is offered besides, for those who take the picture from here. */
  besides?: number;
  /** "" where the words beside it say the same. */
  alt: string;
  /** For pictures in sight at first: fetched before everything else instead of when they come near. */
  eager?: boolean;
  /** CSS's `object-position`, where the place shows a part of the picture; its middle without it. */
  focus?: string;
  className?: string;
}) {
  const choices = choicesFor(picture, places, besides);
  return (
    <img
      alt={alt}
      width={picture.width}
      height={picture.height}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      sizes={choices?.sizes}
      srcSet={choices?.srcSet}
      src={picture.src}
      style={{ backgroundColor: picture.colour, objectPosition: focus }}
      className={className}
    />
  );
}
