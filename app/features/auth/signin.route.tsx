import { data, Link, redirect, useSearchParams } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { DocumentForm, PasskeyInput, PasswordInput, SubmitButton } from "~/public-ui/document-form";
import { controlsOf, Notice, PublicField } from "~/public-ui/public-form";
import { servicesContext } from "~/services.server";
import type { RefusedForm } from "~/shared/forms";
import { passkeyObstacle } from "~/shared/passkeys";
import { homePath, returnParameter, returnPath, withReturnPath } from "~/shared/return-path";
import { language, msg, t } from "~/shared/t";
import { Checkbox } from "~/ui/checkbox";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/signin.route";
import { browserOf } from "./browser.server.ts";
import { requestReset, signIn } from "./commands.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { signInWithPasskey } from "./passkeys.server.ts";
import { keepReturnPath } from "./return-cookie.server.ts";
import {
  resetRequestSchema,
  secondStepPath,
  signInLinkMinutes,
  signInLinkRequestSchema,
  signInSchema,
  usePasskeySchema,
} from "./schema.ts";
import { requestSignInLink } from "./sign-in-links.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { config, site } = context.get(servicesContext);
  const { registration } = await site.shown();
  return {
    signUpIsOpen: registration === "open",
    takesPasskeys: passkeyObstacle(config.origin) === undefined,
    sendsMail: config.smtpUrl !== undefined,
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const browser = browserOf(request, context);
  const goal = returnPath(url.searchParams.get(returnParameter));
  const form = await readForm(request);
  if (form.get("intent") === "reset") {
    return answerForm(form, resetRequestSchema, async (value) => {
      await requestReset(services, browser, value);
      const headers = new Headers();
      if (goal) headers.set("Set-Cookie", keepReturnPath(services.config, goal));
      return data({ resetSent: true as const }, { headers });
    });
  }
  if (form.get("intent") === "use-passkey") {
    return answerForm(form, usePasskeySchema, async (value) => {
      const cookies = await signInWithPasskey(services, browser, value);
      return redirect(goal ?? homePath, { status: 303, headers: cookieHeaders(cookies) });
    });
  }
  if (form.get("intent") === "mail-link") {
    return answerForm(form, signInLinkRequestSchema, async (value) => {
      await requestSignInLink(services, browser, value, goal ?? null);
      return data({ linkSentTo: value.email });
    });
  }
  const answer = await answerForm(form, signInSchema, async (value) => {
    const { cookies, isComplete } = await signIn(services, browser, value);
    const next = isComplete ? (goal ?? homePath) : withReturnPath(secondStepPath, goal ?? null);
    return redirect(next, { status: 303, headers: cookieHeaders(cookies) });
  });
  if (answer instanceof Response || answer.init?.status !== 429) return answer;
  return data({ ...answer.data, triesAreUsedUp: true as const }, answer.init);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const all = new Headers(actionHeaders);
  // Back asks anew: the visitor may be signed in by then.
  all.set("Cache-Control", "no-store");
  return all;
}

/** [1 §2] Sign-in page */
export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const goal = search.get(returnParameter);
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;

  if (actionData && "resetSent" in actionData) return <ResetSent goal={goal} />;
  if (actionData && "linkSentTo" in actionData) return <LinkSent email={actionData.linkSentTo} goal={goal} />;
  if (search.has("reset")) return <MailForm {...resetRequest} refused={refused} goal={goal} />;
  if (search.has("link") && loaderData.sendsMail) {
    return <MailForm {...linkRequest} refused={refused} goal={goal} />;
  }
  const triesAreUsedUp = actionData !== undefined && "triesAreUsedUp" in actionData;
  return <SignInForm refused={refused} goal={goal} {...loaderData} triesAreUsedUp={triesAreUsedUp} />;
}

interface FormProps {
  refused: RefusedForm | undefined;
  /** The address that the user wanted. */
  goal: string | null;
}

interface SignInFormProps extends FormProps {
  signUpIsOpen: boolean;
  takesPasskeys: boolean;
  /** Mail is set up. */
  sendsMail: boolean;
  /** The limit of passwords was reached. */
  triesAreUsedUp: boolean;
}

function SignInForm(props: SignInFormProps) {
  const { refused, goal, signUpIsOpen, takesPasskeys, sendsMail, triesAreUsedUp } = props;
  const control = controlsOf("sign-in", ["email", "password"], refused);
  const usedUp = triesAreUsedUp && (
    <>
      <p>{refused?.errors.form}</p>
      <OtherWays {...{ takesPasskeys, sendsMail }} />
    </>
  );
  return (
    <Sheet title={t("Sign in")}>
      <meta
        name="description"
        content={t("Sign in to your page: your music, dates, photos, links and messages, from any device.")}
      />
      <DocumentForm refused={refused} problem={usedUp || undefined}>
        <PublicField
          state={control("email")}
          label={t("Email")}
          type="email"
          autoComplete={takesPasskeys ? "username webauthn" : "username"}
          required
        />
        <PasswordInput state={control("password")} autoComplete="current-password" required />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox name="remember" defaultChecked={refused?.values.remember !== undefined}>
            {t("Remember me")}
          </Checkbox>
          <Link to={withReturnPath("/signin?reset=1", goal)} className="text-link py-2.5 text-sm">
            {t("Forgot password?")}
          </Link>
        </div>
        <SubmitButton pending={t("Signing In...")}>{t("Sign In")}</SubmitButton>
        {takesPasskeys && <PasskeyInput purpose="sign-in">{t("Sign in with a passkey")}</PasskeyInput>}
      </DocumentForm>
      {sendsMail && (
        <p className="mt-6 text-center text-sm">
          <Link to={withReturnPath("/signin?link=1", goal)} className="text-link py-2.5">
            {t("Mail me a sign-in link")}
          </Link>
        </p>
      )}
      <p className="mt-6 text-center text-sm">
        {t("Don't have an account?")}{" "}
        {signUpIsOpen ? (
          <Link to={withReturnPath("/signup", goal)} className="text-link">
            {t("Sign up")}
          </Link>
        ) : (
          <span className="text-muted">{t("Sign up")}</span>
        )}
      </p>
    </Sheet>
  );
}

/** What nobody's tries can close. */
function OtherWays({ takesPasskeys, sendsMail }: { takesPasskeys: boolean; sendsMail: boolean }) {
  const ways = [
    ...(takesPasskeys ? [t("a passkey|a way to sign in, in a list")] : []),
    ...(sendsMail ? [t("a mailed sign-in link|a way to sign in, in a list")] : []),
    t("the password in a browser you have signed in with before|a way to sign in, in a list"),
  ];
  const text = new Intl.ListFormat(language(), { type: "disjunction" }).format(ways);
  return <p className="mt-1">{t("Until then you can still sign in with {ways}.", { ways: text })}</p>;
}

/** Asks for the address that a link is to be mailed to. */
function MailForm({
  title,
  intro,
  intent,
  submit,
  refused,
  goal,
}: FormProps & { title: string; intro: string; intent: string; submit: string }) {
  const control = controlsOf(intent, ["email"], refused);
  return (
    <Sheet title={t(title)} intro={t(intro)}>
      <DocumentForm refused={refused}>
        <input type="hidden" name="intent" value={intent} />
        <PublicField
          state={control("email")}
          label={t("Email")}
          type="email"
          autoComplete="username"
          required
        />
        <SubmitButton pending={t("Sending...")}>{t(submit)}</SubmitButton>
      </DocumentForm>
      <BackToSignIn goal={goal} />
    </Sheet>
  );
}

const linkRequest = {
  title: msg("Sign in"),
  intro: msg("Tell us your email address, and we send you a link that signs you in without the password."),
  intent: "mail-link",
  submit: msg("Mail me a sign-in link"),
};

const resetRequest = {
  title: msg("Reset password"),
  intro: msg("Tell us your email address, and we send you a link to a new password."),
  intent: "reset",
  submit: msg("Send Reset Email"),
};

function ResetSent({ goal }: Pick<FormProps, "goal">) {
  return (
    <Sheet title={t("Reset password")}>
      <Notice type="success" takesFocus>
        <p className="font-bold text-lg">{t("Reset Email Sent!")}</p>
        <p>{t("Check your inbox for password reset instructions.")}</p>
      </Notice>
      <BackToSignIn goal={goal} />
    </Sheet>
  );
}

/** The same for an address without an account. */
function LinkSent({ email, goal }: { email: string; goal: string | null }) {
  return (
    <Sheet title={t("Check your mail")}>
      <Notice type="success" takesFocus>
        <p>
          <Rich
            text="If {email} has an account, a link is on its way to it. It works once, for {minutes} minutes, in this browser or in another one."
            values={{ minutes: signInLinkMinutes }}
            parts={{ email: <bdi className="wrap-anywhere font-bold">{email}</bdi> }}
          />
        </p>
      </Notice>
      <BackToSignIn goal={goal} />
    </Sheet>
  );
}

function BackToSignIn({ goal }: Pick<FormProps, "goal">) {
  return (
    <p className="mt-6 text-center text-sm">
      <Link to={withReturnPath("/signin", goal)} className="text-link">
        {t("← Back to Sign In")}
      </Link>
    </p>
  );
}
