import type { Picture } from "~/shared/picture";

export interface PublicPhoto {
  id: string;
  /** Empty when there is none. */
  caption: string;
  picture: Picture;
}

/** The photos of the artist page. [1 §2] */
export function Gallery({ photos }: { photos: PublicPhoto[] }) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {photos.map(({ id, caption, picture }) => (
        <li key={id}>
          <img src={picture.src} alt={caption} loading="lazy" />
        </li>
      ))}
    </ul>
  );
}
