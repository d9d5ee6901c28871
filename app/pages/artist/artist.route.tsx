import { data } from "react-router";
import { qrCode } from "#server/qr-code.ts";
import { accountOf } from "~/layouts/account.server";
import { servicesContext } from "~/services.server";
import { addressOnPaper, artistPath, shortAddress } from "~/shared/artist-address";
import { slugFrom } from "~/shared/slug";
import type { Route } from "./+types/artist.route";
import { takeOutcome } from "./actions.server";
import { findArtistPage } from "./artist.server";
import { ArtistContent } from "./artist-content";
import { ArtistHead } from "./head";
import { IncompleteProfile, MissingArtist } from "./missing-artist";
import {
  allowCaching,
  changesAt,
  leadToPresent,
  releasesChangeAt,
  showInReadersLanguage,
} from "./page-answer.server";
import { PrintedHandbill } from "./printed";

export { artistAction as action } from "./actions.server";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  const page = await findArtistPage(db.asVisitor(), params.artistSlug);
  if (page) {
    leadToPresent(request, params.artistSlug, page);
    showInReadersLanguage(context, page);
  }
  const path = page && artistPath(page);
  const printed = path && {
    address: shortAddress(config.origin, path),
    qr: qrCode(addressOnPaper(config.origin, path), { isQuick: true }),
  };
  const { origin } = config;
  const sent = page && takeOutcome(config, page.userId, request);
  if (sent) return data({ page, printed, origin, isOwnToBe: false, outcome: sent.outcome }, sent);
  if (page) {
    const releases = await releasesChangeAt(services, page);
    allowCaching(
      context,
      params.artistSlug,
      page,
      changesAt(page.comments ?? []),
      releases,
      page.linksChangeAt,
    );
  }
  const isOwnToBe = !page && (await willBeOwn(params.artistSlug, context));
  return data({ page, printed, origin, isOwnToBe, outcome: undefined }, { status: page ? 200 : 404 });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** Whether it is the address that the signed-in musician, who has no profile yet, would get. */
async function willBeOwn(slug: string, context: Route.LoaderArgs["context"]): Promise<boolean> {
  const account = await accountOf(context);
  if (!account || account.artistName) return false;
  return slug === slugFrom(account.email.split("@")[0] ?? "");
}

export default function Artist({ loaderData, actionData }: Route.ComponentProps) {
  const { page, printed, origin, isOwnToBe, outcome } = loaderData;
  if (!page) return isOwnToBe ? <IncompleteProfile /> : <MissingArtist />;
  return (
    <>
      <meta name="handbill:counts-for" content={page.userId} />
      <ArtistContent page={page} sent={{ refused: actionData?.refused, outcome }} />
      {printed && <PrintedHandbill page={page} {...printed} />}
      <ArtistHead page={page} origin={origin} />
    </>
  );
}
