import { redirect } from "react-router";
import { z } from "zod";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dismiss-warning.route";
import { dismissWarning } from "./warnings.server.ts";

/** It has no screen of its own. */
export function loader() {
  return redirect("/dashboard");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireViewer(context);
  return answerForm(await readForm(request), z.object({ id: z.uuid() }), async ({ id }) => {
    await dismissWarning(context.get(servicesContext), userId, id);
    return { dismissed: true };
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}
