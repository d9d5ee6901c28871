import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import type { Route } from "./+types/track-card.route";
import { cardAnswer } from "./card-answer.server";
import { findTrackPage } from "./music-pages.server";
import { leadToPresent, leadToPresentTitle, showInReadersLanguage } from "./page-answer.server";

/** The picture beside a link to a track's page. @throws AppError `not-found` */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { artistSlug, trackSlug } = params;
  const page = await findTrackPage(services.db.asVisitor(), artistSlug, trackSlug);
  if (!page) throw new AppError("not-found", t("There is no such track."));
  leadToPresent(request, artistSlug, page);
  leadToPresentTitle(request, trackSlug, page.track);
  showInReadersLanguage(context, page);
  const { title, cover, releases } = page.track;
  return cardAnswer(services, request, page, {
    name: title,
    line: page.artistName,
    sleeve: cover ?? releases[0]?.cover ?? null,
  });
}
