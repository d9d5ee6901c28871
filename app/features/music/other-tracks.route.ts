import type { ShouldRevalidateFunctionArgs } from "react-router";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { unlessFailed } from "~/shared/action-answer";
import { listAsked } from "~/shared/list-asked";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/other-tracks.route";
import { otherTracks } from "./queries.server";
import { filters, orders } from "./schema";

/** The tracks of the library that don't come with its screen; null where they can't be loaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const page = pageParam(searchParams);
  const asked = listAsked(searchParams, filters, orders);
  return loadOrNull(
    "the other music tracks",
    { log, userId },
    db.asMusician(userId).read((tx) => otherTracks(tx, userId, page, asked)),
  );
}

/** The screen stays when the connection fails, and says so. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch((error: unknown) => {
    if (error instanceof Response) throw error; // a redirect
    return null;
  });
}

/** The way to another list, such as a search's, doesn't wait for the tracks of the one that it leaves. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  return change.currentUrl.search === change.nextUrl.search && unlessFailed(change);
}
