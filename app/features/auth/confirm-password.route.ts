import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/confirm-password.route";
import { browserOf } from "./browser.server.ts";
import { confirmPassword } from "./commands.server.ts";
import { confirmPasswordSchema } from "./schema.ts";

// For screens that ask for the password again before they do something. It has no screen of its own.

/** Whether the password was given so lately that nothing asks for it. */
export function loader({ context }: Route.LoaderArgs) {
  return { isFresh: requireViewer(context).hasFreshPassword === true };
}

export async function action({ request, context }: Route.ActionArgs) {
  const browser = browserOf(request, context);
  const viewer = requireViewer(context);
  return answerForm(await readForm(request), confirmPasswordSchema, async ({ password }) => {
    await confirmPassword(context.get(servicesContext), browser, viewer, password);
    return { confirmed: true };
  });
}
