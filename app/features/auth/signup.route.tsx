import { data, Link, redirect, useSearchParams } from "react-router";
import { isUninhabited } from "#server/uninhabited.ts";
import { answerForm, readForm } from "~/forms.server";
import { DocumentForm, SubmitButton } from "~/public-ui/document-form";
import { controlsOf, Notice, PublicField } from "~/public-ui/public-form";
import { servicesContext } from "~/services.server";
import type { RefusedForm } from "~/shared/forms";
import { homePath, returnParameter, returnPath, withReturnPath } from "~/shared/return-path";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Checkbox } from "~/ui/checkbox";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/signup.route";
import { browserOf } from "./browser.server.ts";
import { admission, refusalTexts, signUp } from "./commands.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { NewPasswordInputs } from "./new-password-inputs.tsx";
import { requestSignUp } from "./pending-sign-ups.server.ts";
import { signUpSchema } from "./schema.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const invitation = new URL(request.url).searchParams.get("invitation");
  const admitted = await admission(context.get(servicesContext), invitation);
  return {
    refusal: refusalTexts[admitted],
    invitation,
    // A new installation, in which a backup can be restored.
    isFirst: await isUninhabited(context.get(servicesContext).db),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const browser = browserOf(request, context);
  const goal = url.searchParams.get(returnParameter);
  return answerForm(await readForm(request), signUpSchema, async (value) => {
    if (services.config.smtpUrl) {
      await requestSignUp(services, browser, value, goal);
      return data({ mailedTo: value.email });
    }
    const cookies = await signUp(services, browser, value);
    return redirect(returnPath(goal) ?? homePath, {
      status: 303,
      headers: cookieHeaders(cookies),
    });
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const all = new Headers(actionHeaders);
  // Back asks anew: the visitor may be signed in by then.
  all.set("Cache-Control", "no-store");
  return all;
}

/** [1 §2] Sign-up page */
export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const goal = useSearchParams()[0].get(returnParameter);
  if (actionData && "mailedTo" in actionData) return <CheckMail email={actionData.mailedTo} goal={goal} />;
  return (
    <Sheet title={t("Sign up")}>
      <meta
        name="description"
        content={t("One page for your music, videos, photos, dates and links, made in minutes.")}
      />
      {loaderData.refusal ? (
        <Alert type="info">{t(loaderData.refusal)}</Alert>
      ) : (
        <SignUpForm refused={actionData?.refused} invitation={loaderData.invitation} />
      )}
      <p className="mt-6 text-center text-sm">
        {t("Already have an account?")}{" "}
        <Link to={withReturnPath("/signin", goal)} className="text-link">
          {t("Sign in")}
        </Link>
      </p>
      {loaderData.isFirst && (
        <p className="mt-2 text-center text-sm">
          {t("The first account here?")}{" "}
          <a href="/restore" className="text-link">
            {t("Restore a backup instead")}
          </a>
        </p>
      )}
    </Sheet>
  );
}

/** The same for an address that has an account: what to do stands in the mail. */
function CheckMail({ email, goal }: { email: string; goal: string | null }) {
  return (
    <Sheet title={t("Check your mail")}>
      <div className="grid gap-5">
        <Notice type="success" takesFocus>
          <p>
            <Rich
              text="We have written to {email}. Go on with the link in that mail, in this browser or in another one."
              parts={{ email: <bdi className="wrap-anywhere font-bold">{email}</bdi> }}
            />
          </p>
        </Notice>
        <p className="text-muted text-sm">
          <Rich
            text="No mail after a few minutes? Look among the unwanted ones, or {again}."
            parts={{
              again: (
                <Link to={withReturnPath("/signup", goal)} className="text-link">
                  {t("try again|in: Look among the unwanted ones, or …")}
                </Link>
              ),
            }}
          />
        </p>
      </div>
    </Sheet>
  );
}

function SignUpForm({
  refused,
  invitation,
}: {
  refused: RefusedForm | undefined;
  invitation: string | null;
}) {
  const control = controlsOf("sign-up", ["email", "password", "confirmPassword", "terms"], refused);
  const terms = control("terms");
  return (
    <DocumentForm refused={refused}>
      {invitation && <input type="hidden" name="invitation" value={invitation} />}
      <PublicField
        state={control("email")}
        label={t("Email")}
        type="email"
        autoComplete="username"
        required
      />
      <NewPasswordInputs
        kinds={{ password: "password", confirmPassword: "confirmPassword" }}
        control={control}
      />
      <Checkbox
        name={terms.name}
        required
        defaultChecked={terms.value !== undefined}
        error={terms.error}
        autoFocus={terms.takesFocus}
      >
        <Rich
          text="I agree to the {terms} and the {privacy}"
          parts={{
            terms: (
              <Link to="/terms" target="_blank" className="text-link">
                {t("Terms of Service")}
              </Link>
            ),
            privacy: (
              <Link to="/privacy" target="_blank" className="text-link">
                {t("Privacy Policy")}
              </Link>
            ),
          }}
        />
      </Checkbox>
      <SubmitButton pending={t("Creating Account...")}>{t("Create Account")}</SubmitButton>
    </DocumentForm>
  );
}
