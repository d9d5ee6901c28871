export interface PublicVideo {
  id: string;
  title: string;
  type: "youtube" | "vimeo" | "mp4";
  url: string;
  thumbnailUrl: string | null;
}

/** The videos of the artist page, the primary one first. [1 §2] */
export function VideoGallery({ videos }: { videos: PublicVideo[] }) {
  return (
    <ul>
      {videos.map(({ id, title, url }) => (
        <li key={id}>
          <a href={url}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
