import { type Picture, srcSet } from "~/shared/picture";

/**
 * A picture in the size its place needs, its room reserved before it is here. Without script and without state, so
 * every page may show it.
 */
export function Photo({
  picture,
  sizes,
  alt,
  eager = false,
  className,
}: {
  picture: Picture;
  /** How wide it is shown, as in HTML: `(min-width: 40rem) 20rem, 50vw`. */
  sizes: string;
  /** "" where the words beside it say the same. */
  alt: string;
  /** For what is seen first: fetched before everything else instead of when it comes near. */
  eager?: boolean;
  className?: string;
}) {
  const choices = srcSet(picture);
  return (
    <img
      alt={alt}
      width={picture.width}
      height={picture.height}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      sizes={choices && sizes}
      srcSet={choices}
      src={picture.src}
      style={{ backgroundColor: picture.colour }}
      className={className}
    />
  );
}
