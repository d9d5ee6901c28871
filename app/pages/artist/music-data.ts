import type { ReleaseCard } from "~/features/music/public-release";
import { licences, type ReleaseKind } from "~/features/music/releases";
import { releasePath, trackPath } from "~/shared/artist-address";
import type { ReleasePage, TrackPage } from "./music-pages.server";
import { artistData, graph, isoDuration } from "./structured-data.ts";

/** schema.org's kinds of albums. */
const releaseTypes: Record<ReleaseKind, string> = {
  single: "https://schema.org/SingleRelease",
  ep: "https://schema.org/EPRelease",
  album: "https://schema.org/AlbumRelease",
};

/** A track's page in the words of schema.org. @param url its own */
export function trackData(page: TrackPage, url: string, origin: string): object {
  const { track } = page;
  const artist = artistData(page, origin);
  const { url: licenceUrl } = licences[track.licence];
  const cover = track.cover ?? track.releases[0]?.cover;
  return graph(artist, {
    "@type": "MusicRecording",
    "@id": `${url}#recording`,
    name: track.title,
    url,
    byArtist: { "@id": artist["@id"] },
    ...(track.durationSeconds && { duration: isoDuration(track.durationSeconds) }),
    ...(track.isrc && { isrcCode: track.isrc }),
    ...(cover && { image: `${origin}${cover.src}` }),
    ...(licenceUrl && { license: licenceUrl }),
    ...(track.credits && { creditText: track.credits }),
    ...(track.fileUrl && {
      audio: { "@type": "AudioObject", contentUrl: `${origin}${track.playbackUrl ?? track.fileUrl}` },
    }),
    ...(track.lyrics && {
      recordingOf: {
        "@type": "MusicComposition",
        name: track.title,
        lyrics: { "@type": "CreativeWork", text: track.lyrics },
      },
    }),
    ...(track.releases.length > 0 && {
      inAlbum: track.releases.map((release) => albumOf(release, artist.url)),
    }),
  });
}

/** A release's page in the words of schema.org. @param url its own */
export function releaseData(page: ReleasePage, url: string, origin: string): object {
  const { release } = page;
  const { title, day, entries, playable, links } = release;
  const artist = artistData(page, origin);
  const { url: licenceUrl } = licences[release.licence];
  const slugs = new Map(playable.map(({ id, slug }) => [id, slug]));
  return graph(artist, {
    ...albumOf(release, artist.url),
    byArtist: { "@id": artist["@id"] },
    numTracks: entries.length,
    ...(day && { datePublished: day }),
    ...(release.cover && { image: `${origin}${release.cover.src}` }),
    ...(release.description && { description: release.description }),
    ...(release.credits && { creditText: release.credits }),
    ...(licenceUrl && { license: licenceUrl }),
    ...(links.length > 0 && { sameAs: links.map((link) => link.url) }),
    track: entries.map(({ id, title: name, durationSeconds }) => {
      const slug = slugs.get(id);
      return {
        "@type": "MusicRecording",
        name,
        ...(slug && { url: trackPath(artist.url, slug) }),
        ...(durationSeconds && { duration: isoDuration(durationSeconds) }),
      };
    }),
    albumRelease: {
      "@type": "MusicRelease",
      name: title,
      musicReleaseFormat: "https://schema.org/DigitalFormat",
      releaseOf: { "@id": `${url}#album` },
      ...(day && { datePublished: day }),
      ...(release.upc && {
        identifier: {
          "@type": "PropertyValue",
          propertyID: release.upc.length === 12 ? "UPC" : "EAN",
          value: release.upc,
        },
      }),
    },
  });
}

function albumOf({ kind, title, slug }: Pick<ReleaseCard, "kind" | "title" | "slug">, artistUrl: string) {
  const url = releasePath(artistUrl, slug);
  return {
    "@type": "MusicAlbum",
    "@id": `${url}#album`,
    name: title,
    url,
    albumReleaseType: releaseTypes[kind],
  };
}
