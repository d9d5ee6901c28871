import { dayInWords, extentOf } from "~/features/music/public-release";
import { releaseKinds } from "~/features/music/releases";
import { artistPath, releasePath, trackPath } from "~/shared/artist-address";
import { formatDuration } from "~/shared/duration";
import { shortened } from "~/shared/shortened";
import { t } from "~/shared/t";
import { FeedLinks } from "./feeds/feed-links";
import { EmbeddedData } from "./head";
import { releaseData, trackData } from "./music-data.ts";
import type { ReleasePage, TrackPage } from "./music-pages.server";
import { PageMeta } from "./page-meta";
import { soundType } from "./sound-type.ts";

/** The machine-readable part of a track's page. @param url its own */
export function TrackHead({ page, url, origin }: { page: TrackPage; url: string; origin: string }) {
  const { artistName, track } = page;
  const artistUrl = `${origin}${artistPath(page)}`;
  const [release] = track.releases;
  const about = {
    title: track.durationSeconds
      ? t("“{title}” ({length})", { title: track.title, length: formatDuration(track.durationSeconds) })
      : t("“{title}”", { title: track.title }),
    artist: artistName,
  };
  return (
    <>
      <PageMeta
        title={`${track.title}: ${artistName}`}
        heading={`${track.title}: ${artistName}`}
        description={shortened(
          release
            ? t("Listen to {title} by {artist}, from “{release}”.", { ...about, release: release.title })
            : t("Listen to {title} by {artist}.", about),
        )}
        type="music.song"
        url={url}
        artistUrl={artistUrl}
        picture={`${url}/card.jpg`}
        artistName={artistName}
        isEmbeddable={page.embedsOn}
      />
      <meta property="music:musician" content={artistUrl} />
      {track.durationSeconds !== null && (
        <meta property="music:duration" content={String(track.durationSeconds)} />
      )}
      {track.releases.map(({ id, slug }) => (
        <meta key={id} property="music:album" content={releasePath(artistUrl, slug)} />
      ))}
      {track.fileUrl && <Sound url={`${origin}${track.playbackUrl ?? track.fileUrl}`} />}
      <EmbeddedData data={trackData(page, url, origin)} />
    </>
  );
}

/** The machine-readable part of a release's page. @param url its own */
export function ReleaseHead({ page, url, origin }: { page: ReleasePage; url: string; origin: string }) {
  const { artistName, release } = page;
  const { title, kind, isOut, day, entries, playable } = release;
  const artistUrl = `${origin}${artistPath(page)}`;
  const about = {
    what: t("{kind} by {artist}", { kind: t(releaseKinds[kind]), artist: artistName }),
    extent: extentOf(entries),
    day: day ? dayInWords(day) : "",
  };
  const state = t(
    isOut ? "{what}, {extent}." : day ? "{what}, out on {day}." : "{what}, coming.|not yet out",
    about,
  );
  const first = playable.find(({ fileUrl }) => fileUrl);
  return (
    <>
      <PageMeta
        title={`${title}: ${artistName}`}
        heading={`${title}: ${artistName}`}
        description={shortened(`${state} ${release.description ?? ""}`)}
        type="music.album"
        url={url}
        artistUrl={artistUrl}
        picture={`${url}/card.jpg`}
        artistName={artistName}
        isEmbeddable={page.embedsOn}
      />
      <FeedLinks artistName={artistName} artistUrl={artistUrl} kind="music" />
      <meta property="music:musician" content={artistUrl} />
      {day && <meta property="music:release_date" content={day} />}
      {playable.map(({ id, slug }) => (
        <meta key={id} property="music:song" content={trackPath(artistUrl, slug)} />
      ))}
      {first && <Sound url={`${origin}${first.playbackUrl ?? first.fileUrl}`} />}
      <EmbeddedData data={releaseData(page, url, origin)} />
    </>
  );
}

function Sound({ url }: { url: string }) {
  const type = soundType(url);
  return (
    <>
      <meta property="og:audio" content={url} />
      {url.startsWith("https:") && <meta property="og:audio:secure_url" content={url} />}
      {type && <meta property="og:audio:type" content={type} />}
    </>
  );
}
