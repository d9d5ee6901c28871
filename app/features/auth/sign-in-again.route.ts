import { data, redirect } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { callerContext, servicesContext } from "~/services.server";
import type { Route } from "./+types/sign-in-again.route";
import { signIn } from "./commands.server.ts";
import { signInSchema } from "./schema.ts";

// For a screen that is open and whose session has ended. It has no screen of its own.

export function loader() {
  return redirect("/signin");
}

/** Signs in, and leads nowhere. */
export async function action({ request, context }: Route.ActionArgs) {
  const browser = { address: context.get(callerContext).address, cookies: request.headers.get("Cookie") };
  return answerForm(await readForm(request), signInSchema, async (value) => {
    const cookie = await signIn(context.get(servicesContext), browser, value);
    return data({ signedIn: true }, { headers: { "Set-Cookie": cookie } });
  });
}
