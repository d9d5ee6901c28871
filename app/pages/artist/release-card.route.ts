import { AppError } from "#server/errors.ts";
import { kindAndYear } from "~/features/music/public-release";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import type { Route } from "./+types/release-card.route";
import { cardAnswer } from "./card-answer.server";
import { findReleasePage } from "./music-pages.server";
import { leadToPresent, leadToPresentTitle, showInReadersLanguage } from "./page-answer.server";

/** The picture beside a link to a release's page. @throws AppError `not-found` */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { artistSlug, releaseSlug } = params;
  const page = await findReleasePage(services.db.asVisitor(), artistSlug, releaseSlug);
  if (!page) throw new AppError("not-found", t("There is no such release."));
  leadToPresent(request, artistSlug, page);
  leadToPresentTitle(request, releaseSlug, page.release);
  showInReadersLanguage(context, page);
  const { title, cover } = page.release;
  return cardAnswer(services, request, page, {
    name: title,
    line: `${page.artistName} · ${kindAndYear(page.release)}`,
    sleeve: cover,
  });
}
