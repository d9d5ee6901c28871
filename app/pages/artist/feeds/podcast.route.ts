import { AppError } from "#server/errors.ts";
import { defaultBio } from "~/features/profile/schema";
import { servicesContext } from "~/services.server";
import { artistPath, podcastPath, trackPath } from "~/shared/artist-address";
import type { Picture } from "~/shared/picture";
import { storedFilesPath } from "~/shared/server-paths";
import { t } from "~/shared/t";
import { todayEnds } from "~/shared/today";
import {
  allowCaching,
  leadToPresent,
  releasesChangeAt,
  speakArtistsLanguage,
} from "../page-answer.server.ts";
import { soundType } from "../sound-type.ts";
import type { Route } from "./+types/podcast.route";
import { documentAnswer } from "./feed-answer.server.ts";
import { type Episode, podcastRss } from "./podcast.ts";
import { podcastStatement } from "./tracks.server.ts";

/** An artist's newest tracks as a podcast, where the artist offers one. */
export async function loader({ params: { artistSlug }, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config, storage } = services;
  const [row] = await db.asVisitor().readOnce(podcastStatement, [artistSlug]);
  if (!row) throw new AppError("not-found", t("There is no such podcast."));
  leadToPresent(request, artistSlug, row);
  speakArtistsLanguage(context, row);
  allowCaching(context, artistSlug, row, todayEnds(), await releasesChangeAt(services, row));
  const { artistName, bio, tracks } = row;
  const artistUrl = `${config.origin}${artistPath(row)}`;
  const jpegUrl = (picture: Picture | null) => {
    const path = picture && jpegPath(picture);
    return path && `${config.origin}${path}`;
  };
  const episodes = await Promise.all(
    tracks.map(async (track): Promise<Episode[]> => {
      const { id, slug, title, durationSeconds, cover, outAt, fileUrl, playbackUrl } = track;
      const address = playbackUrl ?? fileUrl ?? "";
      const type = soundType(address);
      const file = await storage.head(address.slice(`${storedFilesPath}/`.length));
      if (!file || !type) return [];
      return [
        {
          ...{ id, title, durationSeconds },
          url: trackPath(artistUrl, slug),
          published: new Date(outAt),
          image: jpegUrl(cover),
          sound: { url: `${config.origin}${address}`, type, bytes: file.size },
        },
      ];
    }),
  );
  const text = podcastRss({
    title: artistName,
    description: bio === defaultBio || bio === "" ? t("Music by {artist}.", { artist: artistName }) : bio,
    artistUrl,
    url: podcastPath(artistUrl),
    image: `${artistUrl}/podcast.jpg`,
    episodes: episodes.flat(),
  });
  return documentAnswer(text, "application/rss+xml; charset=utf-8");
}

/** Where a stored picture is a JPEG, as programs take it that know no WebP. */
function jpegPath({ src }: Picture): string | null {
  const [, path] = /^\/uploads\/(.+)\.webp$/.exec(src) ?? [];
  return path === undefined ? null : `/mailed/${path}.jpg`;
}
