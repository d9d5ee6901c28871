import { Form, Link, redirect, useNavigation, useSearchParams } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { homePath, returnParameter, returnPath, withReturnPath } from "~/shared/return-path";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { CodeField } from "~/ui/code-field";
import { Sheet } from "~/ui/sheet";
import { useFormErrors } from "~/ui/use-form-errors";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/second-step.route";
import { browserOf } from "./browser.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { secondStepPath, secondStepSchema } from "./schema.ts";
import { expiredStep, passSecondStep, waitingStep } from "./sign-in-step.server.ts";

const goalOf = (url: URL) => returnPath(url.searchParams.get(returnParameter)) ?? homePath;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const step = await waitingStep(context.get(servicesContext), request.headers.get("Cookie"));
  if (!step && context.get(viewerContext)) throw redirect(goalOf(url));
  return { problem: step ? undefined : expiredStep };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const browser = browserOf(request, context);
  return answerForm(await readForm(request), secondStepSchema, async ({ code }) => {
    const cookies = await passSecondStep(context.get(servicesContext), browser, code);
    return redirect(goalOf(url), { status: 303, headers: cookieHeaders(cookies) });
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** Asks for the second factor of an account whose password was right. */
export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const goal = search.get(returnParameter);
  const { errors, formProps } = useFormErrors(secondStepSchema, actionData?.refused.errors);
  const pending = useNavigation().formAction?.startsWith(secondStepPath);
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
          {errors.form && <Alert type="error">{errors.form}</Alert>}
          <CodeField name="code" error={errors.code} />
          <Button type="submit" size="lg" pending={pending} pendingText="Signing In...">
            Sign In
          </Button>
          <p className="text-muted text-sm">
            Both are lost? Then whoever runs this site can take the second factor away.
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
