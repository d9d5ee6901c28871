import { data } from "react-router";
import { servicesContext } from "~/services.server";
import { artistPath, trackPath } from "~/shared/artist-address";
import type { Route } from "./+types/track.route";
import { takeOutcome } from "./actions.server";
import { MissingArtist } from "./missing-artist";
import { TrackHead } from "./music-head";
import { findTrackPage } from "./music-pages.server";
import {
  allowCaching,
  changesAt,
  leadToPresent,
  leadToPresentTitle,
  releasesChangeAt,
  showInReadersLanguage,
} from "./page-answer.server";
import { TrackContent } from "./track-content";

export { artistAction as action } from "./actions.server";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { artistSlug, trackSlug } = params;
  const page = await findTrackPage(services.db.asVisitor(), artistSlug, trackSlug);
  if (!page) return data({ page: null }, { status: 404 });
  leadToPresent(request, artistSlug, page);
  leadToPresentTitle(request, trackSlug, page.track);
  showInReadersLanguage(context, page);
  const { origin } = services.config;
  const own = trackPath(artistPath(page) ?? "", page.track.slug);
  const sent = takeOutcome(services.config, page.userId, request);
  if (sent) return data({ page, own, origin, outcome: sent.outcome }, sent);
  const until = [changesAt(page.comments ?? []), await releasesChangeAt(services, page)] as const;
  allowCaching(context, artistSlug, page, ...until);
  return data({ page, own, origin, outcome: undefined });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** One track: to be heard, read about, shared and talked of. */
export default function Track({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.page) return <MissingArtist />;
  const { page, own, origin, outcome } = loaderData;
  return (
    <>
      <meta name="handbill:counts-for" content={page.userId} />
      <TrackContent page={page} sent={{ refused: actionData?.refused, outcome }} />
      <TrackHead page={page} url={`${origin}${own}`} origin={origin} />
    </>
  );
}
