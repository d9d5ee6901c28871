import { z } from "zod";
import { contentsOf } from "#server/account-contents.ts";
import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import type { Route } from "./+types/contents.route";
import { requireAdmin } from "./actor.server.ts";

/** An account's contents, for the question whether it is to be deleted. */
export async function loader({ params, context }: Route.LoaderArgs) {
  requireAdmin(context);
  const id = z.uuid().safeParse(params.userId);
  if (!id.success) throw new AppError("not-found", t("This user does not exist any more."));
  return { contents: await contentsOf(context.get(servicesContext), id.data) };
}
