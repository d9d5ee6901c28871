import { z } from "zod";
import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import type { Route } from "./+types/holdings";
import { requireAdmin } from "./actor.server.ts";
import { holdingsOf } from "./users.server.ts";

/** What goes with an account, for the question whether it is to be deleted. */
export async function loader({ params, context }: Route.LoaderArgs) {
  requireAdmin(context);
  const id = z.uuid().safeParse(params.userId);
  if (!id.success) throw new AppError("not-found", "This user does not exist any more.");
  return { holdings: await holdingsOf(context.get(servicesContext).db, id.data) };
}
