import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { plainLine } from "~/shared/plain-text";
import { t } from "~/shared/t";
import { todayEnds } from "~/shared/today";
import { allowCaching, leadToPresent, releasesChangeAt } from "../page-answer.server.ts";
import type { Route } from "./+types/playlist.route";
import { documentAnswer } from "./feed-answer.server.ts";
import { playlistStatement } from "./tracks.server.ts";

/** All tracks of an artist for a player: M3U in UTF-8. */
export async function loader({ params: { artistSlug }, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [row] = await services.db.asVisitor().readOnce(playlistStatement, [artistSlug]);
  if (!row) throw new AppError("not-found", t("There is no such playlist."));
  leadToPresent(request, artistSlug, row);
  allowCaching(context, artistSlug, row, todayEnds(), await releasesChangeAt(services, row));
  const { artistName, tracks } = row;
  const lines = tracks.flatMap(({ title, durationSeconds, fileUrl, playbackUrl }) => [
    // A length that isn't known is -1.
    `#EXTINF:${durationSeconds ?? -1},${plainLine(`${artistName} - ${title}`, 500)}`,
    `${services.config.origin}${playbackUrl ?? fileUrl}`,
  ]);
  const text = ["#EXTM3U", "#EXTENC:UTF-8", `#PLAYLIST:${plainLine(artistName, 200)}`, ...lines, ""].join(
    "\n",
  );
  return documentAnswer(text, "audio/x-mpegurl; charset=utf-8");
}
