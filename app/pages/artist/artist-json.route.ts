import { redirect } from "react-router";
import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import type { Route } from "./+types/artist-json.route";
import { findArtistPage } from "./artist.server";
import { artistDocumentOf } from "./artist-document.ts";
import { documentAnswer } from "./feeds/feed-answer.server.ts";
import { allowCaching, changesAt, leadToPresent, releasesChangeAt } from "./page-answer.server";

/** What an artist's page shows, for programs (docs/artist-json.md). */
export async function loader({ params: { artistSlug }, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = services.db.asVisitor();
  const page = await findArtistPage(visitor, artistSlug);
  if (!page) {
    // The name of an artist may end like that.
    const named = await findArtistPage(visitor, `${artistSlug}.json`);
    const path = named && artistPath(named);
    if (path) throw redirect(path);
    throw new AppError("not-found", t("The requested artist profile could not be found."));
  }
  leadToPresent(request, artistSlug, page, ".json");
  const releases = await releasesChangeAt(services, page);
  allowCaching(context, artistSlug, page, changesAt([]), releases, page.linksChangeAt);
  const document = artistDocumentOf(page, services.config.origin);
  return documentAnswer(JSON.stringify(document), "application/json; charset=utf-8");
}
