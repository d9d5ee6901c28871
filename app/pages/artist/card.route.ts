import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import type { Route } from "./+types/card.route";
import { findArtistPage } from "./artist.server";
import { cardAnswer } from "./card-answer.server";
import { leadToPresent, showInReadersLanguage } from "./page-answer.server";

/** The picture beside a link to the page: with the artist's cover and portrait. @throws AppError `not-found` */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const page = await findArtistPage(services.db.asVisitor(), params.artistSlug);
  if (!page) throw new AppError("not-found", t("The requested artist profile could not be found."));
  leadToPresent(request, params.artistSlug, page);
  showInReadersLanguage(context, page);
  const { artistName, location, cover, avatar } = page;
  return cardAnswer(services, request, page, { name: artistName, line: location, cover, avatar });
}
