import { useEffect, useEffectEvent, useRef, useState } from "react";
import { data, Form, Link, redirect, useNavigation, useSearchParams } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import type { RefusedForm } from "~/shared/forms";
import { passkeyObstacle } from "~/shared/passkeys";
import { homePath, returnParameter, returnPath, withReturnPath } from "~/shared/return-path";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { PasswordField } from "~/ui/password-field";
import { Sheet } from "~/ui/sheet";
import { useFormErrors } from "~/ui/use-form-errors";
import type { Route } from "./+types/signin.route";
import { browserOf } from "./browser.server.ts";
import { requestReset, signIn } from "./commands.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
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
  return actionHeaders;
}

/** [1 §2] Sign-in page */
export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const goal = search.get(returnParameter);
  const [email, setEmail] = useState("");
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;

  if (actionData && "resetSent" in actionData) return <ResetSent goal={goal} />;
  if (actionData && "linkSentTo" in actionData) return <LinkSent email={actionData.linkSentTo} goal={goal} />;
  const form = { refused, email: refused?.values.email ?? email, onEmail: setEmail, goal };
  if (search.has("reset")) return <MailForm {...resetRequest} form={form} />;
  if (search.has("link") && loaderData.sendsMail) return <MailForm {...linkRequest} form={form} />;
  const triesAreUsedUp = actionData !== undefined && "triesAreUsedUp" in actionData;
  return <SignInForm {...form} {...loaderData} triesAreUsedUp={triesAreUsedUp} />;
}

interface FormProps {
  refused: RefusedForm | undefined;
  /** The typed address; it stays when the page switches between its forms. */
  email: string;
  onEmail(email: string): void;
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
  const { refused, email, onEmail, goal, signUpIsOpen, takesPasskeys, sendsMail, triesAreUsedUp } = props;
  const { errors, formProps } = useFormErrors(signInSchema, refused?.errors);
  const pending = useNavigation().formAction?.startsWith("/signin") ?? false;
  const [problem, setProblem] = useState<string>();
  return (
    <Sheet title="Sign in">
      <Form method="post" {...formProps} className="grid gap-5">
        {(problem ?? errors.form) && (
          <Alert type="error">
            <p>{problem ?? errors.form}</p>
            {!problem && triesAreUsedUp && <OtherWays {...{ takesPasskeys, sendsMail }} />}
          </Alert>
        )}
        <EmailField
          email={email}
          onEmail={onEmail}
          error={errors.email}
          autoComplete={takesPasskeys ? "username webauthn" : "username"}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox name="remember" defaultChecked={refused?.values.remember !== undefined}>
            Remember me
          </Checkbox>
          <Link to={withReturnPath("/signin?reset=1", goal)} className="text-link py-2.5 text-sm">
            Forgot password?
          </Link>
        </div>
        <Button type="submit" size="lg" pending={pending} pendingText="Signing In...">
          Sign In
        </Button>
        {takesPasskeys && <PasskeySignIn isBusy={pending} onProblem={setProblem} />}
      </Form>
      {sendsMail && (
        <p className="mt-6 text-center text-sm">
          <Link to={withReturnPath("/signin?link=1", goal)} className="text-link py-2.5">
            Mail me a sign-in link
          </Link>
        </p>
      )}
      <p className="mt-6 text-center text-sm">
        Don't have an account?{" "}
        {signUpIsOpen ? (
          <Link to={withReturnPath("/signup", goal)} className="text-link">
            Sign up
          </Link>
        ) : (
          <span className="text-muted">Sign up</span>
        )}
      </p>
    </Sheet>
  );
}

/** What nobody's tries can close. */
function OtherWays({ takesPasskeys, sendsMail }: { takesPasskeys: boolean; sendsMail: boolean }) {
  const ways = [
    ...(takesPasskeys ? ["a passkey"] : []),
    ...(sendsMail ? ["a mailed sign-in link"] : []),
    "the password in a browser you have signed in with before",
  ];
  const text = new Intl.ListFormat("en", { type: "disjunction" }).format(ways);
  return <p className="mt-1">Until then you can still sign in with {text}.</p>;
}

/** Asks for the address that a link is to be mailed to. */
function MailForm({
  title,
  intro,
  intent,
  submit,
  schema,
  form: { refused, email, onEmail, goal },
}: {
  title: string;
  intro: string;
  intent: string;
  submit: string;
  schema: typeof signInLinkRequestSchema | typeof resetRequestSchema;
  form: FormProps;
}) {
  const { errors, formProps } = useFormErrors(schema, refused?.errors);
  const pending = useNavigation().formAction?.startsWith("/signin");
  return (
    <Sheet title={title} intro={intro}>
      <Form method="post" {...formProps} className="grid gap-5">
        {errors.form && <Alert type="error">{errors.form}</Alert>}
        <input type="hidden" name="intent" value={intent} />
        <EmailField email={email} onEmail={onEmail} error={errors.email} />
        <Button type="submit" size="lg" pending={pending} pendingText="Sending...">
          {submit}
        </Button>
      </Form>
      <BackToSignIn goal={goal} />
    </Sheet>
  );
}

const linkRequest = {
  title: "Sign in",
  intro: "Tell us your email address, and we send you a link that signs you in without the password.",
  intent: "mail-link",
  submit: "Mail me a sign-in link",
  schema: signInLinkRequestSchema,
};

const resetRequest = {
  title: "Reset password",
  intro: "Tell us your email address, and we send you a link to a new password.",
  intent: "reset",
  submit: "Send Reset Email",
  schema: resetRequestSchema,
};

function EmailField({
  email,
  onEmail,
  error,
  autoComplete = "username",
}: Pick<FormProps, "email" | "onEmail"> & { error?: string; autoComplete?: string }) {
  const input = useRef<HTMLInputElement>(null);
  // Something may have been typed, or filled in by the browser, before this script ran.
  const lookFirst = useEffectEvent(() => onEmail(input.current?.value ?? ""));
  useEffect(() => lookFirst(), []);
  return (
    <Field
      ref={input}
      label="Email"
      name="email"
      type="email"
      autoComplete={autoComplete}
      required
      defaultValue={email}
      onInput={(event) => onEmail(event.currentTarget.value)}
      error={error}
    />
  );
}

function ResetSent({ goal }: Pick<FormProps, "goal">) {
  return (
    <Sheet title="Reset password">
      <Alert type="success">
        <p className="font-bold text-lg">Reset Email Sent!</p>
        <p>Check your inbox for password reset instructions.</p>
      </Alert>
      <BackToSignIn goal={goal} />
    </Sheet>
  );
}

/** The same for an address without an account. */
function LinkSent({ email, goal }: { email: string; goal: string | null }) {
  return (
    <Sheet title="Check your mail">
      <Alert type="success">
        <p>
          If <bdi className="wrap-anywhere font-bold">{email}</bdi> has an account, a link is on its way to
          it. It works once, for {signInLinkMinutes} minutes, in this browser or in another one.
        </p>
      </Alert>
      <BackToSignIn goal={goal} />
    </Sheet>
  );
}

function BackToSignIn({ goal }: Pick<FormProps, "goal">) {
  return (
    <p className="mt-6 text-center text-sm">
      <Link to={withReturnPath("/signin", goal)} className="text-link">
        ← Back to Sign In
      </Link>
    </p>
  );
}
