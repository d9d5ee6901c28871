import { data } from "react-router";
import { AppError } from "#server/errors.ts";
import { draftSchema } from "~/features/appearance/schema";
import { profileDraftSchema } from "~/features/profile/schema";
import { servicesContext } from "~/services.server";
import { previewTexts } from "~/shared/page-preview";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/preview.route";
import { pageFinder, wholePage } from "./artist.server";
import { ArtistContent } from "./artist-content";
import { setDirection } from "./page-answer.server";

/** The musician's own page, as if the columns in $2 were saved. */
const withChoices = pageFinder({
  name: "artist-page-preview",
  profile: `(
      select shown.*
      from musician_profiles saved, jsonb_populate_record(saved, $2::jsonb) shown
      where saved.user_id = $1)`,
  ...wholePage,
});

/**
 * A musician's own page as it would look with what the address says: the choices of the appearance's form, or with
 * `form=profile` the profile's fields; as it is saved without any. `still` asks for a page without scripts
 * (entry.server.tsx). Rows that a visitor may not see don't show here either.
 * @throws AppError `invalid` for an invalid choice, `not-found` while there is no profile
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { still, form, ...typed } = Object.fromEntries(url.searchParams);
  const chosen = (form === "profile" ? profileDraftSchema : draftSchema).safeParse(typed);
  const isUntouched = Object.keys(typed).length === 0;
  if (!chosen.success && !isUntouched) {
    throw new AppError("invalid", "This is no look that a page can have.", { cause: chosen.error });
  }
  const columns = JSON.stringify(isUntouched ? {} : chosen.data);
  const page = await withChoices(db.asVisitor(), [userId, columns]);
  if (!page) throw new AppError("not-found", previewTexts.noProfile);
  setDirection(context, page);
  return data(page, { headers: { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function Preview({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <title>{`Preview: ${page.artistName}`}</title>
      <ArtistContent page={page} />
    </>
  );
}
