import { data } from "react-router";
import { servicesContext } from "~/services.server";
import { artistPath, releasePath } from "~/shared/artist-address";
import { todayEnds } from "~/shared/today";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/release.route";
import { takeOutcome } from "./actions.server";
import { outcomeAmong, refusedOf } from "./form-state";
import { MissingArtist } from "./missing-artist";
import { ReleaseHead } from "./music-head";
import { findOwnReleasePage, findReleasePage } from "./music-pages.server";
import {
  allowCaching,
  leadToPresent,
  leadToPresentTitle,
  releasesChangeAt,
  showInReadersLanguage,
} from "./page-answer.server";
import { lastDayBegins, ReleaseContent } from "./release-content";

export { releaseAction as action } from "./actions.server";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  const { artistSlug, releaseSlug } = params;
  const shown = await findReleasePage(db.asVisitor(), artistSlug, releaseSlug);
  // Before it is public, its artist alone sees it.
  const viewer = shown ? undefined : context.get(viewerContext);
  const page =
    shown ??
    (viewer &&
      (await findOwnReleasePage(db.asMusician(viewer.userId), viewer.userId, artistSlug, releaseSlug)));
  if (!page) return data({ page: null }, { status: 404 });
  leadToPresent(request, artistSlug, page);
  leadToPresentTitle(request, releaseSlug, page.release);
  showInReadersLanguage(context, page);
  const own = releasePath(artistPath(page) ?? "", page.release.slug);
  const about = { page, isPublic: shown !== null, own, origin: config.origin };
  /** One is told by mail alone. */
  const isOffered = shown !== null && !page.release.isOut && config.smtpUrl !== undefined;
  const sent = isOffered ? takeOutcome(config, page.userId, request) : undefined;
  if (sent) return data({ ...about, isOffered, outcome: sent.outcome }, sent);
  if (shown) {
    const until = [todayEnds(), await releasesChangeAt(services, page), lastDayBegins(page.release)] as const;
    allowCaching(context, artistSlug, page, ...until);
  }
  return data({ ...about, isOffered, outcome: undefined });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** A release, from its announcement on: one address for its whole life. */
export default function Release({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.page) return <MissingArtist />;
  const { page, isPublic, own, origin, isOffered, outcome } = loaderData;
  const form = { refused: actionData?.refused, outcome };
  const reminder = {
    refused: refusedOf("remind", form),
    isSent: outcomeAmong(["reminded"], form) !== undefined,
  };
  return (
    <>
      {isPublic ? (
        <meta name="handbill:counts-for" content={page.userId} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <ReleaseContent
        page={page}
        kind={isPublic ? "public" : "preview"}
        reminder={isOffered ? reminder : null}
      />
      <ReleaseHead page={page} url={`${origin}${own}`} origin={origin} />
    </>
  );
}
