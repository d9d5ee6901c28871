import { data, redirect } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import type { Route } from "./+types/sign-in-again.route";
import { browserOf } from "./browser.server.ts";
import { signIn } from "./commands.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { signInSchema } from "./schema.ts";

// For a screen that is open and whose session has ended. It has no screen of its own.

export function loader() {
  return redirect("/signin");
}

/** Signs in, and leads nowhere. */
export async function action({ request, context }: Route.ActionArgs) {
  const browser = browserOf(request, context);
  return answerForm(await readForm(request), signInSchema, async (value) => {
    const cookies = await signIn(context.get(servicesContext), browser, value);
    return data({ signedIn: true }, { headers: cookieHeaders(cookies) });
  });
}
