import { data, redirect } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { PasskeyInput, PasswordInput, ProblemSlot } from "~/public-ui/document-form";
import { Notice, PublicField } from "~/public-ui/public-form";
import { servicesContext } from "~/services.server";
import type { FormErrors } from "~/shared/forms";
import { homePath, returnParameter, returnPath, signInPath } from "~/shared/return-path";
import { msg, t } from "~/shared/t";
import { Button, LinkButton } from "~/ui/button";
import { codeTexts } from "~/ui/code-field";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/sign-in-to-save.route";
import { browserOf } from "./browser.server.ts";
import { signIn } from "./commands.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { passSecondStepByPasskey } from "./passkeys.server.ts";
import { secondStepSchema, signInSchema, usePasskeySchema } from "./schema.ts";
import { passSecondStep, waitingStep } from "./sign-in-step.server.ts";

// Where a form leads that was sent without script, or before its script ran, when the session had ended. The form comes
// along, and goes on from here with the same fields to where it was sent.

/** Ours stand among the form's own fields, of which one may be called `email` as well. */
const emailName = "sign-in-email";
const passwordName = "sign-in-password";
const codeName = "sign-in-code";
const passkeyName = "sign-in-passkey";
const ownNames = [emailName, passwordName, codeName, passkeyName];

/** Fields that only name the row and version to be changed. */
const references = ["id", "version"];

const goalOf = (url: URL) => returnPath(url.searchParams.get(returnParameter)) ?? homePath;

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !ownNames.includes(name) && !/password/i.test(name) ? [[name, value]] : [],
  );
  const services = context.get(servicesContext);
  const browser = browserOf(request, context);
  const show = (shown: Partial<Omit<Shown, "fields">>, init: ResponseInit) =>
    data<Shown>({ fields, errors: {}, email: "", asks: "password", ...shown }, init);
  // The browser sends the same there.
  const goOn = (cookies: string[]) => redirect(goalOf(url), { status: 307, headers: cookieHeaders(cookies) });

  if (form.has(codeName)) {
    const response = form.get(passkeyName);
    const answer = response
      ? await answerForm(
          given({ intent: "use-passkey", response }),
          usePasskeySchema,
          async ({ response }) => ({ cookies: await passSecondStepByPasskey(services, browser, response) }),
        )
      : await answerForm(given({ code: form.get(codeName) }), secondStepSchema, async ({ code }) => ({
          cookies: await passSecondStep(services, browser, code),
        }));
    if ("cookies" in answer) return goOn(answer.cookies);
    const { errors } = answer.data.refused;
    // Where the sign-in must begin anew the password is asked for.
    const step = await waitingStep(services, browser.cookies);
    return show({ errors, asks: step?.asks ?? "password" }, { ...answer.init });
  }
  if (!form.has(passwordName)) return show({}, { status: 401 });
  const credentials = given({ email: form.get(emailName), password: form.get(passwordName) });
  const answer = await answerForm(credentials, signInSchema, (value) => signIn(services, browser, value));
  if ("isComplete" in answer) {
    if (answer.isComplete) return goOn(answer.cookies);
    return show({ asks: answer.asks ?? "app" }, { status: 401, headers: cookieHeaders(answer.cookies) });
  }
  const { errors, values } = answer.data.refused;
  return show({ errors, email: values.email ?? "" }, { ...answer.init });
}

/** What the screen shows. */
interface Shown {
  /** The form's own fields. */
  fields: [string, string][];
  errors: FormErrors;
  email: string;
  asks: keyof typeof texts;
}

function given(values: Record<string, FormDataEntryValue | null>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value ?? "");
  return form;
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

const texts = {
  password: msg(
    "You are no longer signed in, so nothing was saved. What you have written is still here: sign in, and it is sent again.",
  ),
  app: msg(
    "Your password is right, and nothing was saved yet. Give a code of your second factor, and what you have written is sent again.",
  ),
  passkey: msg(
    "Your password is right, and nothing was saved yet. Give a passkey or a recovery code, and what you have written is sent again.",
  ),
};

export default function SignInToSave({ actionData }: Route.ComponentProps) {
  // The address was opened by itself, without a form.
  if (!actionData) return <SignInForNothing />;
  const { fields, errors, email, asks } = actionData;
  const control = (name: string, error: string | undefined, value?: string) => ({
    id: name,
    name,
    value,
    error,
    takesFocus: error !== undefined,
  });
  return (
    <Sheet title={t("Sign in")}>
      <meta name="robots" content="noindex" />
      {/* Sent by the browser itself, which carries the form on. */}
      <form method="post" className="grid gap-5">
        <ProblemSlot>
          <Notice type="error">{errors.form ?? t(texts[asks])}</Notice>
        </ProblemSlot>
        {fields.map(([name, value], position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may come twice, and none moves
          <input key={position} type="hidden" name={name} value={value} />
        ))}
        {asks !== "password" ? (
          <>
            {asks === "passkey" && (
              <PasskeyInput purpose="second-step" field={passkeyName}>
                {t("Use a passkey and send it")}
              </PasskeyInput>
            )}
            <PublicField
              state={control(codeName, errors.code)}
              {...codeTexts(asks)}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={100}
              required
            />
          </>
        ) : (
          <>
            <PublicField
              state={control(emailName, errors.email, email)}
              label={t("Email")}
              type="email"
              autoComplete="username"
              required
            />
            <PasswordInput
              state={control(passwordName, errors.password)}
              autoComplete="current-password"
              required
            />
          </>
        )}
        <Button type="submit" size="lg">
          {t("Sign in and send it")}
        </Button>
      </form>
      <h2 className="mt-8 font-semibold">{t("What will be sent")}</h2>
      <dl className="mt-3 grid gap-3 text-sm">
        {fields.map(([name, value], position) =>
          value === "" || references.includes(name) ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <div key={position}>
              <dt className="text-muted first-letter:uppercase">{name.replaceAll("_", " ")}</dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                {value}
              </dd>
            </div>
          ),
        )}
      </dl>
    </Sheet>
  );
}

function SignInForNothing() {
  return (
    <Sheet title={t("Sign in")} intro={t("There is nothing to save here.")}>
      <LinkButton to={signInPath(homePath)}>{t("Sign In")}</LinkButton>
    </Sheet>
  );
}
