import { redirect } from "react-router";
import { profileBySlug } from "#server/db/fragments.ts";
import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import type { Route } from "./+types/press-kit.route";

const statement = {
  name: "press-kit",
  text: `
    select file_url as "fileUrl"
    from press_kits join ${profileBySlug} profile on profile.user_id = press_kits.user_id`,
};

/** Leads to the press kit that the artist has now: for links that outlive it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const [kit] = await db.asVisitor().readOnce<{ fileUrl: string }>(statement, [params.artistSlug]);
  if (!kit) throw new AppError("not-found", t("This artist has no press kit."));
  return redirect(kit.fileUrl, { headers: { "Cache-Control": "no-store" } });
}
