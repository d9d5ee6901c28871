import { data, redirect } from "react-router";
import { AppError } from "#server/errors.ts";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import type { PasskeyPurpose } from "~/shared/passkeys";
import { t } from "~/shared/t";
import { requireFreshPassword, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/passkey-options.route";
import { browserOf } from "./browser.server.ts";
import { passkeyOffer, passkeyRequest } from "./passkeys.server.ts";
import { passkeyOptionsSchema } from "./schema.ts";
import { expiredStep, waitingStep } from "./sign-in-step.server.ts";

// What a browser needs before it makes or uses a passkey. It has no screen of its own.

export function loader() {
  return redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const browser = browserOf(request, context);
  return answerForm(await readForm(request), passkeyOptionsSchema, async ({ purpose }) => {
    const { options, cookie } = await optionsFor(purpose);
    return data(options, { headers: { "Set-Cookie": cookie, "Cache-Control": "no-store" } });
  });

  function optionsFor(purpose: PasskeyPurpose) {
    if (purpose === "sign-in") return passkeyRequest(services, browser);
    if (purpose === "second-step") return passkeyForStep();
    const viewer = requireViewer(context);
    if (purpose === "confirm") return passkeyRequest(services, browser, viewer.userId);
    requireFreshPassword(viewer);
    return passkeyOffer(services, browser, viewer);
  }

  async function passkeyForStep() {
    const step = await waitingStep(services, browser.cookies);
    if (!step) throw new AppError("unauthenticated", t(expiredStep));
    return passkeyRequest(services, browser, step.userId);
  }
}
