import { data, redirect } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import type { Route } from "./+types/sign-in-again.route";
import { browserOf } from "./browser.server.ts";
import { signIn } from "./commands.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { signInWithPasskey } from "./passkeys.server.ts";
import { secondStepSchema, signInSchema, usePasskeySchema } from "./schema.ts";
import { passSecondStep } from "./sign-in-step.server.ts";

// For a screen that is open and whose session has ended. It has no screen of its own.

export function loader() {
  return redirect("/signin");
}

/** Signs in, and leads nowhere: with a password, then with a code where the account has a second factor; or with a passkey. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const browser = browserOf(request, context);
  const form = await readForm(request);
  if (form.has("code")) {
    return answerForm(form, secondStepSchema, async ({ code }) => {
      const cookies = await passSecondStep(services, browser, code);
      return data({ signedIn: true }, { headers: cookieHeaders(cookies) });
    });
  }
  if (form.get("intent") === "use-passkey") {
    return answerForm(form, usePasskeySchema, async (value) => {
      const cookies = await signInWithPasskey(services, browser, value);
      return data({ signedIn: true }, { headers: cookieHeaders(cookies) });
    });
  }
  return answerForm(form, signInSchema, async (value) => {
    const { cookies, isComplete, asks } = await signIn(services, browser, value);
    return data({ signedIn: isComplete, asks }, { headers: cookieHeaders(cookies) });
  });
}
