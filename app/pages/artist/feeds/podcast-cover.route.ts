import { AppError } from "#server/errors.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { podcastCoverAnswer } from "../card-answer.server.ts";
import { leadToPresent } from "../page-answer.server.ts";
import type { Route } from "./+types/podcast-cover.route";
import { podcastCoverStatement } from "./tracks.server.ts";

/** The picture of an artist's podcast. @throws AppError `not-found` where the artist offers none */
export async function loader({ params: { artistSlug }, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [row] = await services.db.asVisitor().readOnce(podcastCoverStatement, [artistSlug]);
  if (!row) throw new AppError("not-found", t("There is no such podcast."));
  leadToPresent(request, artistSlug, row);
  return podcastCoverAnswer(services, request, { ...row, appearance: appearanceOf(row.appearance) });
}
