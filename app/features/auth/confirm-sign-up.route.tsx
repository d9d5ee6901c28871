import { data, redirect } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { DocumentForm, PasswordInput, SubmitButton } from "~/public-ui/document-form";
import { controlsOf } from "~/public-ui/public-form";
import { servicesContext } from "~/services.server";
import type { RefusedForm } from "~/shared/forms";
import { homePath, returnParameter, returnPath, withReturnPath } from "~/shared/return-path";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/confirm-sign-up.route";
import { browserOf } from "./browser.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { confirmSignUp, expiredSignUp, findSignUp, takenMeanwhile } from "./pending-sign-ups.server.ts";
import { confirmSignUpSchema } from "./schema.ts";

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";
const goalOf = (url: URL) => url.searchParams.get(returnParameter);

export async function loader({ url, context }: Route.LoaderArgs) {
  const goal = returnPath(goalOf(url)) ?? homePath;
  const found = await findSignUp(context.get(servicesContext), tokenOf(url));
  if (found && !found.isTaken) {
    const { email, needsPassword } = found;
    return data({ state: "asking" as const, email, needsPassword, goal });
  }
  const text = found ? takenMeanwhile : expiredSignUp;
  // A link that is opened again after it has made the account is mostly opened by its musician, still signed in.
  const isSignedIn = context.get(viewerContext) !== null;
  return data({ state: "over" as const, text, isSignedIn, goal }, { status: 400 });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const browser = browserOf(request, context);
  return answerForm(await readForm(request), confirmSignUpSchema, async ({ password }) => {
    const cookies = await confirmSignUp(services, browser, tokenOf(url), password);
    const headers = cookieHeaders(cookies);
    return redirect(returnPath(goalOf(url)) ?? homePath, { status: 303, headers });
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const all = new Headers(actionHeaders);
  // The address holds the token.
  all.set("Referrer-Policy", "same-origin");
  all.set("Cache-Control", "no-store");
  return all;
}

/** Where the link leads that opens an account. Looking opens none: programs that check mails look at links, too. */
export default function ConfirmSignUp({ loaderData: shown, actionData }: Route.ComponentProps) {
  return (
    <Sheet title={t("Your account")}>
      <meta name="robots" content="noindex" />
      {shown.state === "asking" ? (
        <OpenForm email={shown.email} needsPassword={shown.needsPassword} refused={actionData?.refused} />
      ) : (
        <div className="grid gap-5">
          <Alert type="error">{t(shown.text)}</Alert>
          {shown.isSignedIn ? (
            <LinkButton to={shown.goal}>{t("Go on")}</LinkButton>
          ) : (
            <>
              <LinkButton to={withReturnPath("/signin", shown.goal)}>{t("Sign In")}</LinkButton>
              <LinkButton to={withReturnPath("/signup", shown.goal)} variant="secondary">
                {t("Sign up again")}
              </LinkButton>
            </>
          )}
        </div>
      )}
    </Sheet>
  );
}

interface OpenFormProps {
  email: string;
  needsPassword: boolean;
  refused: RefusedForm | undefined;
}

function OpenForm({ email, needsPassword, refused }: OpenFormProps) {
  return (
    <DocumentForm refused={refused}>
      <p>
        <Rich
          text="Is {email} your address, and did you sign up with it? Then your account is one press away. If you didn't, close this page."
          parts={{ email: <bdi className="wrap-anywhere font-semibold">{email}</bdi> }}
        />
      </p>
      {needsPassword && (
        <>
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            state={controlsOf("confirm-sign-up", ["password"], refused)("password")}
            kind="signUpPassword"
            autoComplete="current-password"
            required
          />
        </>
      )}
      <SubmitButton pending={t("Opening your account...")}>{t("Open my account")}</SubmitButton>
    </DocumentForm>
  );
}
