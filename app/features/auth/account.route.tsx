import { useRef, useState } from "react";
import { data, Form, useNavigation } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import type { Formats } from "~/shared/formats";
import type { RefusedForm } from "~/shared/forms";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useFormats } from "~/ui/formats";
import { PasswordField } from "~/ui/password-field";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/account.route";
import { changePassword } from "./account.server.ts";
import { accountSchema, changePasswordSchema } from "./account-schema.ts";
import { askForAddress, cancelAddressChange, resendAddressLink, waitingAddress } from "./address.server.ts";
import { AddressCard, type OwnAddress } from "./address-card.tsx";
import { browserOf } from "./browser.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { NewPasswordFields, type TypedPasswords } from "./new-password-fields.tsx";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs): Promise<OwnAddress> {
  const services = context.get(servicesContext);
  const { userId, email, isOwner } = requireViewer(context);
  const canChange = services.config.smtpUrl !== undefined;
  return { email, isOwner, canChange, waiting: canChange ? await waitingAddress(services, userId) : null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = requireViewer(context);
  const browser = browserOf(request, context);
  return answerForm(await readForm(request), accountSchema, async (form) => {
    switch (form.intent) {
      case "change-password": {
        const { ended, cookies } = await changePassword(services, browser, viewer, form);
        return data({ ended }, { headers: cookieHeaders(cookies) });
      }
      case "change-address":
        await askForAddress(services, browser, viewer, form);
        return { text: t("Check your mail at the new address.") };
      case "resend-address-link":
        return {
          text: t("Another mail was sent to {address}.", {
            address: await resendAddressLink(services, viewer),
          }),
        };
      case "cancel-address-change":
        await cancelAddressChange(services, viewer);
        return { text: t("Cancelled. Your address stays as it is.") };
    }
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** The account's address and password. */
export default function AccountScreen({ loaderData: address, actionData }: Route.ComponentProps) {
  const toast = useToast();
  // A failure leaves both forms as they are, with what was typed.
  useAnswer(actionData, (answer) => {
    if ("failed" in answer) toast.error(answer.text ?? t("This could not be saved. Please try again."));
  });
  const answer = actionData && "failed" in actionData ? undefined : actionData;
  const isPasswords =
    !answer || "ended" in answer || ("refused" in answer && isOfPasswordForm(answer.refused));
  return (
    <div className="grid grid-cols-1 gap-6">
      <AddressCard address={address} answer={isPasswords ? undefined : answer} />
      <PasswordCard email={address.email} answer={isPasswords ? answer : undefined} />
    </div>
  );
}

function isOfPasswordForm({ values }: RefusedForm): boolean {
  return values.intent === "change-password";
}

interface PasswordAnswer {
  /** How many other sessions were ended. */
  ended?: number;
  refused?: RefusedForm;
}

function PasswordCard({ email, answer }: { email: string; answer: PasswordAnswer | undefined }) {
  const { refused, ended } = answer ?? {};
  const form = useFormErrors(changePasswordSchema, refused?.errors);
  const formats = useFormats();
  const [typed, setTyped] = useState<TypedPasswords>();
  const isBusy = useNavigation().formData?.get("intent") === "change-password";
  const fields = useRef<HTMLFormElement>(null);
  useAnswer(answer, (answer) => {
    if (answer.refused) return;
    fields.current?.reset();
    setTyped(undefined);
  });
  return (
    <Card title={t("Password")}>
      <Form ref={fields} method="post" {...form.formProps} className="grid max-w-md gap-5">
        <input type="hidden" name="intent" value="change-password" />
        {ended !== undefined && <Alert type="success">{changedText(ended, formats)}</Alert>}
        {form.errors.form && <Alert type="error">{form.errors.form}</Alert>}
        {/* So that a password manager knows whose password it stores. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t("Present password")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={form.errors.currentPassword}
        />
        <NewPasswordFields
          labels={{ password: t("New password"), confirmPassword: t("Confirm new password") }}
          form={form}
          typed={typed}
          onTyped={setTyped}
        />
        <Button type="submit" pending={isBusy} pendingText={t("Saving...")} className="justify-self-start">
          {t("Change password")}
        </Button>
      </Form>
    </Card>
  );
}

function changedText(ended: number, { number }: Formats): string {
  if (ended === 0) return t("Your password has been changed. You were signed in nowhere else.");
  return t(
    "{count, plural, one {Your password has been changed, and one other session was ended.} other {Your password has been changed, and {shown} other sessions were ended.}}",
    { count: ended, shown: number(ended) },
  );
}
