import { data } from "react-router";
import { dayInWords, extentOf, kindAndYear } from "~/features/music/public-release";
import { servicesContext } from "~/services.server";
import { artistPath, releasePath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { todayEnds } from "~/shared/today";
import { findReleasePage } from "../artist/music-pages.server";
import {
  allowCaching,
  leadToPresent,
  leadToPresentTitle,
  releasesChangeAt,
  showInReadersLanguage,
} from "../artist/page-answer.server";
import type { Route } from "./+types/release-embed.route";
import { EmbedFrame, lookOf, NothingHere } from "./embed-frame";
import { EmbedPlayer, EmbedTracks } from "./embed-player";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { artistSlug, releaseSlug } = params;
  const look = lookOf(params);
  const page = look && (await findReleasePage(services.db.asVisitor(), artistSlug, releaseSlug));
  if (!look || !page?.embedsOn) return data({ page: null }, { status: 404 });
  leadToPresent(request, artistSlug, page);
  leadToPresentTitle(request, releaseSlug, page.release);
  showInReadersLanguage(context, page);
  allowCaching(context, artistSlug, page, todayEnds(), await releasesChangeAt(services, page));
  return data({ page, look, origin: services.config.origin });
}

/** A release within another site, from its announcement on. */
export default function ReleaseEmbed({ loaderData }: Route.ComponentProps) {
  if (!loaderData.page) return <NothingHere />;
  const { page, look, origin } = loaderData;
  const { release, artistName, avatar, playsOn } = page;
  const { title, slug, cover, day, isOut, entries, playable } = release;
  return (
    <EmbedFrame
      artist={page}
      look={look}
      kind="music"
      title={title}
      path={releasePath(artistPath(page) ?? "", slug)}
      origin={origin}
      cover={cover}
      note={
        isOut
          ? [<bdi key="kind">{kindAndYear(release)}</bdi>, " · ", <bdi key="extent">{extentOf(entries)}</bdi>]
          : day
            ? t("Out on {day}|a release", { day: dayInWords(day) })
            : t("Coming|a release without a day")
      }
      deeds={
        playable.length > 0 && (
          <EmbedPlayer
            title={title}
            tracks={playable}
            artistName={artistName}
            artwork={cover ?? avatar}
            playsOn={playsOn}
          />
        )
      }
    >
      {entries.length > 0 && (
        <EmbedTracks entries={entries} playable={playable} cover={cover} isListed={look.size === "large"} />
      )}
    </EmbedFrame>
  );
}
