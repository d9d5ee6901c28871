import type { PlayableTrack } from "~/client/player";
import { srcSet } from "~/shared/picture";

interface Track extends Omit<PlayableTrack, "artwork" | "downloadName" | "downloadUrl"> {
  /** The lighter copy of a lossless file, which plays in its place; null where there is none. */
  playbackUrl: string | null;
  canDownload: boolean;
}

/** A track as the dashboard's player shows it. A download is the file itself, with its real extension. [decisions: Media] */
export function playableTrack({ canDownload, fileUrl, playbackUrl, ...track }: Track): PlayableTrack {
  const { title, cover } = track;
  const extension = /\.[a-z0-9]+$/.exec(fileUrl ?? "")?.[0] ?? "";
  return {
    ...track,
    fileUrl: playbackUrl ?? fileUrl,
    artwork: cover ? (srcSet(cover) ?? cover.src) : undefined,
    downloadName: canDownload ? `${title}${extension}` : null,
    ...(fileUrl && { downloadUrl: fileUrl }),
  };
}
