import type { RouterContextProvider } from "react-router";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";

/** Executes one of a screen's forms for the signed-in account. */
type Act = (services: Services, userId: string, form: FormData) => Promise<unknown>;

interface ActionArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * The action of a screen on which several features have forms: each of these, by its intent.
 * @throws AppError `invalid` for a form that isn't among them
 */
export function formActions(acts: Record<string, Act>): (args: ActionArgs) => Promise<unknown> {
  const byIntent = new Map<unknown, Act>(Object.entries(acts));
  return async ({ request, context }) => {
    const { userId } = requireViewer(context);
    const form = await readForm(request);
    const act = byIntent.get(form.get("intent"));
    if (!act) throw new AppError("invalid", "This page has no such form.");
    return act(context.get(servicesContext), userId, form);
  };
}
