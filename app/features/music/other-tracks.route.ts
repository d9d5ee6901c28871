import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/other-tracks.route";
import { otherTracks } from "./queries.server";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

/** The tracks of the library that don't come with its screen; null where they can't be loaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const page = pageParam(new URL(request.url).searchParams);
  return loadOrNull(
    "the other music tracks",
    { log, userId },
    db.asMusician(userId).read((tx) => otherTracks(tx, userId, page)),
  );
}

/** The screen stays when the connection fails, and says so. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch((error: unknown) => {
    if (error instanceof Response) throw error; // a redirect
    return null;
  });
}
