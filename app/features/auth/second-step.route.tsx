import { Link, redirect, useSearchParams } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { DocumentForm, PasskeyInput, SubmitButton } from "~/public-ui/document-form";
import { controlsOf, PublicField } from "~/public-ui/public-form";
import { servicesContext } from "~/services.server";
import { passkeyObstacle } from "~/shared/passkeys";
import { homePath, returnParameter, returnPath, withReturnPath } from "~/shared/return-path";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { codeTexts } from "~/ui/code-field";
import { Sheet } from "~/ui/sheet";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/second-step.route";
import { browserOf } from "./browser.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { passSecondStepByPasskey, takesPasskey } from "./passkeys.server.ts";
import { secondStepSchema, usePasskeySchema } from "./schema.ts";
import { expiredStep, passSecondStep, waitingStep } from "./sign-in-step.server.ts";

const goalOf = (url: URL) => returnPath(url.searchParams.get(returnParameter)) ?? homePath;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const step = await waitingStep(services, request.headers.get("Cookie"));
  if (!step && context.get(viewerContext)) throw redirect(goalOf(url));
  return {
    problem: step ? undefined : expiredStep,
    asks: step?.asks,
    takesPasskey: step !== undefined && (await takesPasskey(services, step.userId)),
    passkeyObstacle: passkeyObstacle(services.config.origin),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const browser = browserOf(request, context);
  const form = await readForm(request);
  const goOn = (cookies: string[]) => redirect(goalOf(url), { status: 303, headers: cookieHeaders(cookies) });
  if (form.get("intent") === "use-passkey") {
    return answerForm(form, usePasskeySchema, async ({ response }) =>
      goOn(await passSecondStepByPasskey(services, browser, response)),
    );
  }
  return answerForm(form, secondStepSchema, async ({ code }) =>
    goOn(await passSecondStep(services, browser, code)),
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** Asks for the second factor of an account whose password was right. */
export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const goal = search.get(returnParameter);
  const refused = actionData?.refused;
  const { asks = "app", takesPasskey, passkeyObstacle } = loaderData;
  const passkeyIsFirst = asks === "passkey" && takesPasskey;
  const passkey = takesPasskey && (
    <PasskeyInput purpose="second-step" variant={passkeyIsFirst ? "primary" : "secondary"}>
      {t(passkeyIsFirst ? "Use a passkey" : "Use a passkey instead")}
    </PasskeyInput>
  );
  return (
    <Sheet title={t("Second step|of signing in")}>
      <meta name="robots" content="noindex" />
      {loaderData.problem ? (
        <Alert type="error">{refused?.errors.form ?? t(loaderData.problem)}</Alert>
      ) : (
        <DocumentForm refused={refused}>
          {search.has("updated") && (
            <Alert type="success">{t("Your password has been changed. One step is left to sign in.")}</Alert>
          )}
          {asks === "passkey" &&
            (passkeyObstacle ? (
              <Alert type="info">
                {t("Your account asks for a passkey. {obstacle} So a recovery code lets you in here.", {
                  obstacle: passkeyObstacle,
                })}
              </Alert>
            ) : (
              <p>{t("Your account asks for a passkey as well.")}</p>
            ))}
          {passkeyIsFirst && passkey}
          <PublicField
            state={controlsOf("second-step", ["code"], refused)("code")}
            {...codeTexts(asks)}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={100}
            required
          />
          <SubmitButton variant={passkeyIsFirst ? "secondary" : "primary"} pending={t("Signing In...")}>
            {t("Sign In")}
          </SubmitButton>
          {!passkeyIsFirst && passkey}
          <p className="text-muted text-sm">
            {t("Both are lost? Then the people who run this site can take the second factor away.")}
          </p>
        </DocumentForm>
      )}
      <p className="mt-6 text-center text-sm">
        <Link to={withReturnPath("/signin", goal)} className="text-link">
          {t("← Back to Sign In")}
        </Link>
      </p>
    </Sheet>
  );
}
