import { redirect } from "react-router";
import { z } from "zod";
import { ownerAction } from "~/forms.server";
import { answerOrFailed } from "~/shared/action-answer";
import type { Route } from "./+types/dismiss-warning.route";
import { dismissWarning } from "./warnings.server.ts";

/** It has no screen of its own. */
export function loader() {
  return redirect("/dashboard");
}

export const action = ownerAction(z.object({ id: z.uuid() }), async (services, userId, { id }) => {
  await dismissWarning(services, userId, id);
  return { dismissed: true };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}
