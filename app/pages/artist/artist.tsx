import { data } from "react-router";
import { cacheContext, servicesContext } from "~/services.server";
import { relativeTimeChangesAt } from "~/shared/relative-time";
import { slugFrom } from "~/shared/slug";
import { todayEnds } from "~/shared/today";
import { accountOf } from "~/shells/account.server";
import type { Route } from "./+types/artist";
import { type ArtistPage, findArtistPage } from "./artist.server";
import { ArtistStage } from "./artist-stage";
import { ArtistHead } from "./head";
import { IncompleteProfile, MissingArtist } from "./missing-artist";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const page = await findArtistPage(db.asVisitor(), params.artistSlug);
  if (page) context.get(cacheContext).permit = { tags: [page.userId], until: changesAt(page) };
  const isOwnToBe = !page && (await willBeOwn(params.artistSlug, context));
  return data({ page, origin: config.origin, isOwnToBe }, { status: page ? 200 : 404 });
}

/** Is it the address that the signed-in musician, who has no profile yet, would be given? */
async function willBeOwn(slug: string, context: Route.LoaderArgs["context"]): Promise<boolean> {
  const account = await accountOf(context);
  if (!account || account.artistName) return false;
  return slug === slugFrom(account.email.split("@")[0] ?? "");
}

/** When the page would say something else without anybody having written: a comment's age, the next day's events. */
function changesAt({ comments }: ArtistPage): Date {
  const now = new Date();
  const changes = (comments ?? []).map(({ createdAt }) => relativeTimeChangesAt(new Date(createdAt), now));
  return new Date(Math.min(...[todayEnds(now), ...changes].flatMap((at) => at?.getTime() ?? [])));
}

export default function Artist({ loaderData: { page, origin, isOwnToBe } }: Route.ComponentProps) {
  if (!page) return isOwnToBe ? <IncompleteProfile /> : <MissingArtist />;
  return (
    <>
      <ArtistHead page={page} origin={origin} />
      <ArtistStage page={page} />
    </>
  );
}
