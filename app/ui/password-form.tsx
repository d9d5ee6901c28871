import type { ComponentProps, ReactNode } from "react";
import { t } from "~/shared/t";
import { PasswordField } from "./password-field.tsx";
import { SecretForm } from "./secret-form.tsx";

/** Asks for the account's password in a dialog, and sends it beside the screen that is open. */
export function PasswordForm({
  children,
  ...form
}: {
  /** The address that takes it; it answers with JSON. */
  action: string;
  why: string;
  submitText: string;
  /** What is wrong before anything was sent. */
  problem?: string | undefined;
  passkey?: ComponentProps<typeof SecretForm>["passkey"];
  more?: ReactNode;
  /** Further fields, above the password. */
  children?: ReactNode;
  onGiven(answer: unknown): void;
  onCancel(): void;
}) {
  return (
    <SecretForm
      {...form}
      asked="password"
      unexpected={t("The password could not be checked. Please try again.")}
    >
      {children}
      <PasswordField label={t("Password")} name="password" autoComplete="current-password" required />
    </SecretForm>
  );
}
