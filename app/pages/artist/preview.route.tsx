import { data } from "react-router";
import { AppError } from "#server/errors.ts";
import { draftSchema } from "~/features/appearance/schema";
import { profileDraftSchema } from "~/features/profile/schema";
import { servicesContext } from "~/services.server";
import { withinOthers } from "~/shared/forms";
import { previewTexts } from "~/shared/page-preview";
import { t } from "~/shared/t";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/preview.route";
import { ArtistContent } from "./artist-content";
import { setDocumentLanguage } from "./page-answer.server";
import { findPreview, findWithRow, isRowForm } from "./preview.server";

/**
 * A musician's own page as it would look with what the address says: the choices of the appearance's form, or with
 * `form=profile` the profile's fields, or with the name of another form, such as `form=event`, one row's; as it is saved without
 * any. `still` asks for a page without scripts (entry.server.tsx). Saved rows that a visitor may not see don't show here either.
 * @throws AppError `invalid` for an invalid choice, `not-found` while there is no profile
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { still, form, ...typed } = Object.fromEntries(url.searchParams);
  const page = isRowForm(form)
    ? await findWithRow(db.asVisitor(), userId, form, withinOthers(Object.entries(typed)))
    : await findPreview(db.asVisitor(), userId, chosenColumns(form, typed));
  if (!page) throw new AppError("not-found", t(previewTexts.noProfile));
  setDocumentLanguage(context, page);
  return data(page, { headers: { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" } });
}

function chosenColumns(form: string | undefined, typed: object): object {
  if (Object.keys(typed).length === 0) return {};
  const chosen = (form === "profile" ? profileDraftSchema : draftSchema).safeParse(typed);
  if (!chosen.success) {
    throw new AppError("invalid", t("This is no look that a page can have."), { cause: chosen.error });
  }
  return chosen.data;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function Preview({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <title>{t("Preview: {artist}", { artist: page.artistName })}</title>
      <ArtistContent page={page} />
    </>
  );
}
