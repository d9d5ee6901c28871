import { data } from "react-router";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import type { Route } from "./+types/private-link.route";
import { EndedPrivateLink } from "./missing-artist";
import { findPrivatePage } from "./music-pages.server";
import { showInReadersLanguage } from "./page-answer.server";
import { ReleaseContent } from "./release-content";
import { TrackContent } from "./track-content";

/** Nothing of it is kept, nor found by searching; and where it leads on to isn't told where that was. */
const secret = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "same-origin",
};

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const found = await findPrivatePage(context.get(servicesContext), token);
  if (!found) return data(null, { status: 404, headers: secret });
  showInReadersLanguage(context, found.track ?? found.release);
  return data(found, { headers: secret });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** A hidden track, or a release that isn't out, for those whom its artist gave the address. */
export default function PrivateLink({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <EndedPrivateLink />;
  const { id, userId, track, release } = loaderData;
  const title = track ? track.track.title : release.release.title;
  return (
    <>
      <title>{t("{title} by {artist}", { title, artist: (track ?? release).artistName })}</title>
      <meta name="robots" content="noindex" />
      <meta name="handbill:counts-for" content={userId} data-link={id} />
      {track ? (
        <TrackContent page={track} sent={{}} kind="private" />
      ) : (
        <ReleaseContent page={release} kind="private" reminder={null} />
      )}
    </>
  );
}
