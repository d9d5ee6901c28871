import { useState } from "react";
import { Form, Link, redirect, useNavigation, useSearchParams, useSubmit } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { passkeyObstacle } from "~/shared/passkeys";
import { homePath, returnParameter, returnPath, withReturnPath } from "~/shared/return-path";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { CodeField } from "~/ui/code-field";
import { PasskeyButton } from "~/ui/passkey-button";
import { Sheet } from "~/ui/sheet";
import { useFormErrors } from "~/ui/use-form-errors";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/second-step.route";
import { browserOf } from "./browser.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { passSecondStepByPasskey, takesPasskey } from "./passkeys.server.ts";
import { secondStepPath, secondStepSchema, usePasskeySchema } from "./schema.ts";
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
  const { errors, formProps } = useFormErrors(secondStepSchema, actionData?.refused.errors);
  const pending = useNavigation().formAction?.startsWith(secondStepPath) ?? false;
  const submit = useSubmit();
  const [passkeyProblem, setPasskeyProblem] = useState<string>();
  const problem = passkeyProblem ?? errors.form;
  const { asks, takesPasskey, passkeyObstacle } = loaderData;
  const passkeyIsFirst = asks === "passkey" && takesPasskey;
  const passkey = takesPasskey && (
    <PasskeyButton
      purpose="second-step"
      variant={passkeyIsFirst ? "primary" : "secondary"}
      size="lg"
      disabled={pending}
      onAnswer={(response) => submit({ intent: "use-passkey", response }, { method: "post" })}
      onProblem={setPasskeyProblem}
    >
      {passkeyIsFirst ? "Use a passkey" : "Use a passkey instead"}
    </PasskeyButton>
  );
  return (
    <Sheet title="Second step">
      <meta name="robots" content="noindex" />
      {loaderData.problem ? (
        <Alert type="error">{errors.form ?? loaderData.problem}</Alert>
      ) : (
        <Form method="post" {...formProps} className="grid gap-5">
          {search.has("updated") && (
            <Alert type="success">Your password has been changed. One step is left to sign in.</Alert>
          )}
          {problem && <Alert type="error">{problem}</Alert>}
          {asks === "passkey" &&
            (passkeyObstacle ? (
              <Alert type="info">
                Your account asks for a passkey. {passkeyObstacle} So a recovery code lets you in here.
              </Alert>
            ) : (
              <p>Your account asks for a passkey as well.</p>
            ))}
          {passkeyIsFirst && passkey}
          <CodeField name="code" factor={asks} error={errors.code} />
          <Button
            type="submit"
            variant={passkeyIsFirst ? "secondary" : "primary"}
            size="lg"
            pending={pending}
            pendingText="Signing In..."
          >
            Sign In
          </Button>
          {!passkeyIsFirst && passkey}
          <p className="text-muted text-sm">
            Both are lost? Then the people who run this site can take the second factor away.
          </p>
        </Form>
      )}
      <p className="mt-6 text-center text-sm">
        <Link to={withReturnPath("/signin", goal)} className="text-link">
          ← Back to Sign In
        </Link>
      </p>
    </Sheet>
  );
}
