import { data } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/confirm-password.route";
import { browserOf } from "./browser.server.ts";
import { confirmPassword } from "./commands.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { confirmByPasskey, takesPasskey } from "./passkeys.server.ts";
import { confirmPasswordSchema, usePasskeySchema } from "./schema.ts";

// For screens that ask for the password again before they do something. It has no screen of its own.

/** Whether the password was given so lately that nothing asks for it, and whether a passkey does as well. */
export async function loader({ context }: Route.LoaderArgs) {
  const { userId, hasFreshPassword } = requireViewer(context);
  return {
    isFresh: hasFreshPassword === true,
    takesPasskey: await takesPasskey(context.get(servicesContext), userId),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const browser = browserOf(request, context);
  const viewer = requireViewer(context);
  const services = context.get(servicesContext);
  const form = await readForm(request);
  if (form.get("intent") === "use-passkey") {
    return answerForm(form, usePasskeySchema, async ({ response }) => {
      return confirmed(await confirmByPasskey(services, browser, viewer.userId, response));
    });
  }
  return answerForm(form, confirmPasswordSchema, async ({ password }) => {
    return confirmed(await confirmPassword(services, browser, viewer, password));
  });
}

function confirmed(cookies: string[]) {
  return data({ confirmed: true }, { headers: cookieHeaders(cookies) });
}
