import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/drafts.route";
import { draftOf, executeDraftAction } from "./drafts.server.ts";
import { draftAbout, draftActionSchema } from "./schema.ts";

/** The draft of the form that `about` names, null where there is none; for scripts alone, which ask while the form is open. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId } = requireViewer(context);
  const about = draftAbout.safeParse(new URL(request.url).searchParams.get("about"));
  if (!about.success) throw new AppError("not-found", t("This page does not exist."));
  const { db } = context.get(servicesContext);
  const draft = await db.asMusician(userId).read((tx) => draftOf(tx, userId, about.data));
  return Response.json(draft, { headers: { "Cache-Control": "no-store" } });
}

export const action = ownerAction(draftActionSchema, async (services, userId, form) => {
  await executeDraftAction(services, userId, form);
  return { done: true };
});
