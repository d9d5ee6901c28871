import { data, redirect } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { DocumentForm, SubmitButton } from "~/public-ui/document-form";
import { servicesContext } from "~/services.server";
import { homePath, returnParameter, returnPath, withReturnPath } from "~/shared/return-path";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/sign-in-link.route";
import { browserOf } from "./browser.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { secondStepPath, signInByLinkSchema } from "./schema.ts";
import { expiredSignInLink, findSignInLink, signInByLink } from "./sign-in-links.server.ts";

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";
const goalOf = (url: URL) => returnPath(url.searchParams.get(returnParameter)) ?? homePath;

export async function loader({ url, context }: Route.LoaderArgs) {
  const goal = goalOf(url);
  const email = await findSignInLink(context.get(servicesContext), tokenOf(url));
  if (email) return data({ state: "asking" as const, email, goal });
  const isSignedIn = context.get(viewerContext) !== null;
  return data({ state: "over" as const, text: expiredSignInLink, isSignedIn, goal }, { status: 400 });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const browser = browserOf(request, context);
  return answerForm(await readForm(request), signInByLinkSchema, async (form) => {
    const { cookies, isComplete } = await signInByLink(services, browser, tokenOf(url), form);
    const next = isComplete ? goalOf(url) : withReturnPath(secondStepPath, goalOf(url));
    return redirect(next, { status: 303, headers: cookieHeaders(cookies) });
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const all = new Headers(actionHeaders);
  // The address holds the token.
  all.set("Referrer-Policy", "same-origin");
  all.set("Cache-Control", "no-store");
  return all;
}

/** Where the mailed link leads that signs in without the password. */
export default function SignInLink({ loaderData: shown, actionData }: Route.ComponentProps) {
  return (
    <Sheet title={t("Sign in")}>
      <meta name="robots" content="noindex" />
      {shown.state === "asking" ? (
        <DocumentForm refused={actionData?.refused}>
          <p>
            <Rich
              text="Sign in as {email}, in this browser."
              parts={{ email: <bdi className="wrap-anywhere font-semibold">{shown.email}</bdi> }}
            />
          </p>
          <Checkbox name="remember">{t("Remember me")}</Checkbox>
          <SubmitButton pending={t("Signing In...")}>{t("Sign In")}</SubmitButton>
        </DocumentForm>
      ) : (
        <div className="grid gap-5">
          <Alert type="error">{t(shown.text)}</Alert>
          {shown.isSignedIn ? (
            <LinkButton to={shown.goal}>{t("Go on")}</LinkButton>
          ) : (
            <LinkButton to={withReturnPath("/signin?link=1", shown.goal)}>
              {t("Ask for another link")}
            </LinkButton>
          )}
        </div>
      )}
    </Sheet>
  );
}
