import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, isNothingDone } from "~/shared/action-answer";
import type { FormErrors } from "~/shared/forms";
import { passkeyObstacle } from "~/shared/passkeys";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CodeField } from "~/ui/code-field";
import { useFormats } from "~/ui/formats";
import { withFreshPassword } from "~/ui/password-gate";
import { QrPicture } from "~/ui/qr-picture";
import { Rich } from "~/ui/rich";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { requireFreshPassword, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/security.route";
import { confirmTotpSchema, disableTotpSchema, securityActionSchema } from "./account-schema.ts";
import { browserOf } from "./browser.server.ts";
import { endOthers, isSignedInElsewhere } from "./devices.server.ts";
import { endedText } from "./ended-text.ts";
import { NewRecoveryCodes } from "./new-recovery-codes.tsx";
import { addPasskey, ownPasskeys, removePasskey, renamePasskey, userHandle } from "./passkeys.server.ts";
import { PasskeysCard } from "./passkeys-card.tsx";
import {
  askForPasskeys,
  beginTotp,
  cancelTotp,
  confirmTotp,
  disableTotp,
  makeRecoveryCodes,
  shownSecurity,
  stopAskingForPasskeys,
} from "./security.server.ts";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { config, db } = services;
  const viewer = requireViewer(context);
  const passkeys = await db.asSystem().read((tx) => ownPasskeys(tx, viewer.userId));
  return {
    ...(await shownSecurity(db, viewer)),
    passkeys,
    passkeyOwner: Buffer.from(userHandle(viewer.userId)).toString("base64url"),
    passkeyObstacle: passkeyObstacle(config.origin),
    isElsewhere: await isSignedInElsewhere(services, viewer.userId, request.headers.get("Cookie")),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = requireViewer(context);
  return answerForm(await readForm(request), securityActionSchema, async (form) => {
    switch (form.intent) {
      case "begin-totp":
        await beginTotp(services, viewer);
        return {};
      case "cancel-totp":
        await cancelTotp(services, viewer);
        return {};
      case "confirm-totp":
        return { codes: await confirmTotp(services, viewer, form.code), isSetUp: true };
      case "disable-totp":
        await disableTotp(services, viewer, form.code);
        return { isDisabled: true };
      case "make-recovery-codes":
        return { codes: await makeRecoveryCodes(services, viewer) };
      case "add-passkey":
        requireFreshPassword(viewer);
        await addPasskey(services, browserOf(request, context), viewer, form.response);
        return {};
      case "rename-passkey":
        await renamePasskey(services, viewer.userId, form);
        return {};
      case "remove-passkey":
        requireFreshPassword(viewer);
        await removePasskey(services, viewer, form.id);
        return {};
      case "ask-for-passkeys":
        return { codes: await askForPasskeys(services, viewer), isAskedFor: true };
      case "stop-asking-for-passkeys":
        await stopAskingForPasskeys(services, viewer);
        return { isNotAskedFor: true };
      case "end-other-sessions":
        requireFreshPassword(viewer);
        return { ended: await endOthers(services, viewer.userId, browserOf(request, context)) };
    }
  });
}

/** Recovery codes may stand in the answer. */
export function headers() {
  return { "Cache-Control": "private, no-store" };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFreshPassword(() => answerOrFailed(serverAction));
}

type Answer = Exclude<Route.ComponentProps["actionData"], undefined>;
type Shown = Route.ComponentProps["loaderData"];

/** The account's passkeys and second factor. */
export default function SecurityScreen({ loaderData: shown, actionData: answer }: Route.ComponentProps) {
  const done = answer && !isNothingDone(answer) ? answer : undefined;
  const codes = done && "codes" in done ? done.codes : undefined;
  const [isPasskeyGone, setIsPasskeyGone] = useState(false);
  const isLess = isPasskeyGone || (done && ("isDisabled" in done || "isNotAskedFor" in done));
  return (
    <div className="grid grid-cols-1 gap-6">
      {shown.isMissing && (
        <Alert type="info">
          {t("Admins of this site must have a second factor. Set one up here, and the admin's pages open.")}
        </Alert>
      )}
      <OtherSessions isOffered={Boolean(isLess && shown.isElsewhere)} answer={answer} />
      <PasskeysCard
        passkeys={shown.passkeys}
        owner={shown.passkeyOwner}
        obstacle={shown.passkeyObstacle}
        onRemoved={() => setIsPasskeyGone(true)}
      >
        <AskedPasskey shown={shown} answer={answer} />
      </PasskeysCard>
      <AuthenticatorCard shown={shown} answer={answer} />
      {shown.hasSecondFactor && (
        <Card title={t("Recovery codes")}>
          {codes ? (
            <NewRecoveryCodes key={codes[0]} codes={codes} />
          ) : (
            <RecoveryCodes left={shown.codesLeft} answer={answer} />
          )}
        </Card>
      )}
    </div>
  );
}

/** What is wrong with the form of this intent, after the last answer. */
function errorsOf(answer: Answer | undefined, ...intents: string[]): FormErrors | undefined {
  if (!answer || !isNothingDone(answer)) return undefined;
  if ("failed" in answer)
    return { form: answer.text ?? t("Something unexpected happened. Please try again.") };
  return intents.includes(answer.refused.values.intent ?? "") ? answer.refused.errors : undefined;
}

/** Once something is gone that signed in or protected the account: others may have come in by it. */
function OtherSessions({ isOffered, answer }: { isOffered: boolean; answer: Answer | undefined }) {
  const result = useRef<HTMLDivElement>(null);
  const formats = useFormats();
  const ended = answer && "ended" in answer ? answer.ended : undefined;
  const problem = errorsOf(answer, "end-other-sessions")?.form;
  // The button that was pressed is gone.
  useAnswer(answer, () => result.current?.focus());
  if (ended !== undefined) {
    return (
      <div ref={result} tabIndex={-1} className="outline-none">
        <Alert type="success">{endedText(ended, formats)}</Alert>
      </div>
    );
  }
  if (!isOffered && !problem) return null;
  return (
    <Card title={t("Other sessions")}>
      <Form method="post" className="grid max-w-md gap-5">
        {problem && <Alert type="error">{problem}</Alert>}
        <p className="text-pretty text-sm">
          {t(
            "You are signed in elsewhere too. If what you took away was in somebody else's hands, they may be signed in as you.",
          )}
        </p>
        <input type="hidden" name="intent" value="end-other-sessions" />
        <SendButton intent="end-other-sessions" text={t("End all other sessions")} variant="danger" />
      </Form>
    </Card>
  );
}

/** Whether a passkey is asked for after the password. Nothing where there is no passkey to be asked for. */
function AskedPasskey({ shown, answer }: { shown: Shown; answer: Answer | undefined }) {
  const problem = errorsOf(answer, "ask-for-passkeys", "stop-asking-for-passkeys")?.form;
  if (!shown.asksForPasskey && (shown.passkeyObstacle || shown.passkeys.length === 0)) return null;
  const intent = shown.asksForPasskey ? "stop-asking-for-passkeys" : "ask-for-passkeys";
  return (
    <Form method="post" className="grid gap-5 border-line border-t pt-5 *:max-w-md">
      <h3 className="font-semibold">{t("Ask for a passkey after the password")}</h3>
      {problem && <Alert type="error">{problem}</Alert>}
      {answer && "isAskedFor" in answer && (
        <Alert type="success">
          {t("From now on signing in with your password asks for a passkey as well.")}
        </Alert>
      )}
      {answer && "isNotAskedFor" in answer && (
        <Alert type="success">{t("Signing in with your password asks for no passkey any more.")}</Alert>
      )}
      <p className="text-pretty text-sm">
        {shown.asksForPasskey
          ? shown.passkeyObstacle
            ? t("It is on. None works at this site's address, so signing in asks for a recovery code.")
            : t("It is on: signing in with your password asks for a passkey or a recovery code as well.")
          : t(
              "A second factor without an app: your password alone lets nobody in. You get recovery codes for when no passkey is at hand.",
            )}
      </p>
      <input type="hidden" name="intent" value={intent} />
      {shown.asksForPasskey ? (
        <SendButton intent={intent} text={t("Stop asking for it")} variant="secondary" />
      ) : (
        <SendButton intent={intent} text={t("Ask for a passkey")} variant="secondary" />
      )}
    </Form>
  );
}

function AuthenticatorCard({ shown, answer }: { shown: Shown; answer: Answer | undefined }) {
  const isDisabled = answer && "isDisabled" in answer;
  return (
    <Card title={t("Authenticator app")}>
      {shown.hasTotp ? (
        <EnabledTotp answer={answer} />
      ) : shown.setup ? (
        <TotpInSetup setup={shown.setup} answer={answer} />
      ) : (
        <Form method="post" className="grid gap-5">
          {isDisabled && <Alert type="success">{t("Signing in asks for no code of an app any more.")}</Alert>}
          {errorsOf(answer, "begin-totp", "confirm-totp")?.form && (
            <Alert type="error">{errorsOf(answer, "begin-totp", "confirm-totp")?.form}</Alert>
          )}
          <p className="max-w-prose text-pretty text-muted text-sm">
            {t(
              "A second factor beside your password: an app on your phone shows six digits that change every half minute, and signing in asks for them. Your password alone lets nobody in.",
            )}
          </p>
          <input type="hidden" name="intent" value="begin-totp" />
          <SendButton intent="begin-totp" text={t("Set up an authenticator app")} />
        </Form>
      )}
    </Card>
  );
}

function TotpInSetup({
  setup: { secret, uri, qr },
  answer,
}: {
  setup: NonNullable<Shown["setup"]>;
  answer: Answer | undefined;
}) {
  const { errors, formProps } = useFormErrors(confirmTotpSchema, errorsOf(answer, "confirm-totp"));
  return (
    <div className="grid max-w-md gap-5">
      <p className="text-pretty text-sm">
        <Rich
          text="Read this picture with an authenticator app, or {open}."
          parts={{
            open: (
              <a href={uri} className="text-link">
                {t("open it in an app on this device")}
              </a>
            ),
          }}
        />
      </p>
      <QrPicture
        qr={qr}
        label={t("QR code for an authenticator app. Its key, to type instead: {secret}", { secret })}
        className="w-full max-w-60 rounded-box border border-line"
      />
      <p className="text-sm">
        <Rich
          text="Or type this key there: {secret}"
          parts={{ secret: <code className="wrap-anywhere font-semibold">{secret}</code> }}
        />
      </p>
      <Form method="post" {...formProps} className="grid gap-5">
        <input type="hidden" name="intent" value="confirm-totp" />
        {errors.form && <Alert type="error">{errors.form}</Alert>}
        <CodeField
          name="code"
          hint={t("The six digits that the app shows now.")}
          inputMode="numeric"
          error={errors.code}
        />
        <SendButton intent="confirm-totp" text={t("Switch it on")} />
      </Form>
      <Form method="post" className="border-line border-t pt-3">
        <input type="hidden" name="intent" value="cancel-totp" />
        <SendButton intent="cancel-totp" text={t("Cancel")} variant="quiet" />
      </Form>
    </div>
  );
}

function EnabledTotp({ answer }: { answer: Answer | undefined }) {
  const { errors, formProps } = useFormErrors(disableTotpSchema, errorsOf(answer, "disable-totp"));
  const isSetUp = answer && "isSetUp" in answer;
  return (
    <div className="grid max-w-md gap-5">
      {isSetUp ? (
        <Alert type="success">{t("It is set up. From now on signing in asks for a code.")}</Alert>
      ) : (
        <p className="text-sm">{t("It is set up: signing in asks for a code.")}</p>
      )}
      <details open={Object.keys(errors).length > 0 || undefined} className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-box border border-edge px-4 font-semibold text-sm hover:bg-sunken">
          {t("Switch it off")}
        </summary>
        <Form method="post" {...formProps} className="mt-3 grid gap-5">
          <input type="hidden" name="intent" value="disable-totp" />
          {errors.form && <Alert type="error">{errors.form}</Alert>}
          <CodeField name="code" error={errors.code} />
          <SendButton intent="disable-totp" text={t("Switch it off")} variant="danger" />
        </Form>
      </details>
    </div>
  );
}

function RecoveryCodes({ left, answer }: { left: number; answer: Answer | undefined }) {
  const problem = errorsOf(answer, "make-recovery-codes")?.form;
  return (
    <Form method="post" className="grid max-w-md gap-5">
      {problem && <Alert type="error">{problem}</Alert>}
      <p className="text-pretty text-sm">
        {t("Each lets you in once, when your second factor isn't at hand.")}{" "}
        <strong>
          {t("{count, plural, =0 {None are left.} one {One is left.} other {# are left.}}", { count: left })}
        </strong>
      </p>
      <p className="text-pretty text-muted text-sm">
        {t("They can't be shown again. New ones end the old ones.")}
      </p>
      <input type="hidden" name="intent" value="make-recovery-codes" />
      <SendButton intent="make-recovery-codes" text={t("Make new codes")} variant="secondary" />
    </Form>
  );
}

function SendButton({
  intent,
  text,
  variant,
}: {
  intent: string;
  text: string;
  variant?: "secondary" | "quiet" | "danger";
}) {
  const isBusy = useNavigation().formData?.get("intent") === intent;
  return (
    <Button
      type="submit"
      {...(variant && { variant })}
      pending={isBusy}
      pendingText={t("Please wait...")}
      className="justify-self-start"
    >
      {text}
    </Button>
  );
}
