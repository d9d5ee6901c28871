import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { RefusedForm } from "~/shared/forms";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { PasswordField } from "~/ui/password-field";
import { Rich } from "~/ui/rich";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { changeAddressSchema } from "./account-schema.ts";

export interface OwnAddress {
  email: string;
  /** The address that the account has once it is confirmed. */
  waiting: string | null;
  /** Mail is set up. */
  canChange: boolean;
  isOwner: boolean;
}

/** What came of a form of this card. */
export interface AddressAnswer {
  text?: string;
  refused?: RefusedForm | undefined;
}

/** The account's address, and the way to another one. */
export function AddressCard({ address, answer }: { address: OwnAddress; answer: AddressAnswer | undefined }) {
  const { email, waiting, canChange } = address;
  const result = useRef<HTMLDivElement>(null);
  // The form that was sent may be gone.
  useAnswer(answer, ({ text }) => text && result.current?.focus());
  const problem = answer?.refused?.errors.form;
  return (
    <Card title={t("Address")}>
      <div className="grid max-w-md gap-5">
        <p>
          <Rich
            text={
              canChange
                ? "You sign in with {address}, and mails to you go there."
                : "You sign in with {address}."
            }
            parts={{ address: <bdi className="wrap-anywhere font-semibold">{email}</bdi> }}
          />
        </p>
        <div ref={result} tabIndex={-1} className="outline-none empty:hidden">
          {problem && <Alert type="error">{problem}</Alert>}
          {!problem && answer?.text && <Alert type="success">{answer.text}</Alert>}
        </div>
        {!canChange && (
          <p className="text-muted text-sm">
            {t(
              "The operator of this site has set up no mail. A new address couldn't be confirmed, so it can't be changed here.",
            )}
          </p>
        )}
        {canChange && waiting && <Waiting email={waiting} />}
        {canChange && !waiting && <ChangeForm address={address} refused={answer?.refused} />}
      </div>
    </Card>
  );
}

function Waiting({ email }: { email: string }) {
  const intent = useNavigation().formData?.get("intent");
  return (
    <>
      <Alert type="info">
        <Rich
          text="Your new address waits for confirmation at {address}. Open the link in the mail there within a day, in a browser where you are signed in. Until then nothing changes."
          parts={{ address: <bdi className="wrap-anywhere">{email}</bdi> }}
        />
      </Alert>
      <Form method="post" className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="resend-address-link"
          variant="secondary"
          pending={intent === "resend-address-link"}
          pendingText={t("Sending...")}
        >
          {t("Send again")}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="cancel-address-change"
          variant="quiet"
          pending={intent === "cancel-address-change"}
          pendingText={t("Cancelling...")}
        >
          {t("Cancel")}
        </Button>
      </Form>
    </>
  );
}

function ChangeForm({
  address: { email, isOwner },
  refused,
}: {
  address: OwnAddress;
  refused: RefusedForm | undefined;
}) {
  const form = useFormErrors(changeAddressSchema, refused?.errors);
  const isBusy = useNavigation().formData?.get("intent") === "change-address";
  return (
    <Form method="post" {...form.formProps} className="grid gap-5">
      <input type="hidden" name="intent" value="change-address" />
      {/* So that a password manager knows whose password it fills in. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t("New address")}
        name="email"
        type="email"
        // Not the browser's guess: the present one.
        autoComplete="off"
        required
        defaultValue={refused?.values.email}
        error={form.errors.email}
        hint={
          isOwner
            ? t(
                "You are this site's owner by your address. With another one you stay an admin, but are the owner only once the operator has named it.",
              )
            : undefined
        }
      />
      <PasswordField
        label={t("Present password")}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={form.errors.currentPassword}
      />
      <Button type="submit" pending={isBusy} pendingText={t("Sending...")} className="justify-self-start">
        {t("Change address")}
      </Button>
    </Form>
  );
}
