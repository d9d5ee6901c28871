import type { PlayableTrack } from "~/client/player";
import { srcSet } from "~/shared/picture";

/** A track as the dashboard's player shows it. A download keeps the file's real extension. [decisions: Media] */
export function playableTrack({
  canDownload,
  ...track
}: Omit<PlayableTrack, "artwork" | "downloadName"> & { canDownload: boolean }): PlayableTrack {
  const { title, fileUrl, cover } = track;
  const extension = /\.[a-z0-9]+$/.exec(fileUrl ?? "")?.[0] ?? "";
  return {
    ...track,
    artwork: cover ? (srcSet(cover) ?? cover.src) : undefined,
    downloadName: canDownload ? `${title}${extension}` : null,
  };
}
