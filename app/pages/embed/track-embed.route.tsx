import { data } from "react-router";
import { servicesContext } from "~/services.server";
import { artistPath, trackPath } from "~/shared/artist-address";
import { todayEnds } from "~/shared/today";
import { findTrackPage } from "../artist/music-pages.server";
import {
  allowCaching,
  leadToPresent,
  leadToPresentTitle,
  releasesChangeAt,
  showInReadersLanguage,
} from "../artist/page-answer.server";
import type { Route } from "./+types/track-embed.route";
import { EmbedFrame, lookOf, NothingHere } from "./embed-frame";
import { EmbedPlayer, EmbedTracks } from "./embed-player";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { artistSlug, trackSlug } = params;
  const look = lookOf(params);
  const page = look && (await findTrackPage(services.db.asVisitor(), artistSlug, trackSlug));
  if (!look || !page?.embedsOn) return data({ page: null }, { status: 404 });
  leadToPresent(request, artistSlug, page);
  leadToPresentTitle(request, trackSlug, page.track);
  showInReadersLanguage(context, page);
  allowCaching(context, artistSlug, page, todayEnds(), await releasesChangeAt(services, page));
  return data({ page, look, origin: services.config.origin });
}

/** One track within another site. */
export default function TrackEmbed({ loaderData }: Route.ComponentProps) {
  if (!loaderData.page) return <NothingHere />;
  const { page, look, origin } = loaderData;
  const { track, artistName, avatar, playsOn } = page;
  const { title } = track;
  const cover = track.cover ?? track.releases[0]?.cover ?? null;
  return (
    <EmbedFrame
      artist={page}
      look={look}
      kind="music"
      title={title}
      path={trackPath(artistPath(page) ?? "", track.slug)}
      origin={origin}
      cover={cover}
      deeds={
        <EmbedPlayer
          title={title}
          tracks={[track]}
          artistName={artistName}
          artwork={cover ?? avatar}
          playsOn={playsOn}
        />
      }
    >
      <EmbedTracks entries={[track]} playable={[track]} cover={cover} isListed={false} />
    </EmbedFrame>
  );
}
