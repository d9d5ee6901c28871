import { redirect } from "react-router";
import { z } from "zod";
import { ownerAction } from "~/forms.server";
import { answerOrFailed } from "~/shared/action-answer";
import type { Route } from "./+types/first-steps.route";
import { noteFirstSteps } from "./first-steps.server.ts";

/** It has no screen of its own. */
export function loader() {
  return redirect("/dashboard");
}

const actionSchema = z.object({ intent: z.enum(["share-page", "hide-first-steps"]) });

export const action = ownerAction(actionSchema, async (services, userId, { intent }) => {
  await noteFirstSteps(services, userId, intent === "share-page" ? "page_shared" : "first_steps_hidden");
  return { noted: true };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}
