import { msg, t } from "~/shared/t";
import { Field, type FieldProps } from "./field.tsx";

const texts = {
  app: {
    label: msg("Code"),
    hint: msg("The six digits that your authenticator app shows now, or one of your recovery codes."),
    autoComplete: "one-time-code",
  },
  // Passkeys are asked for beside it.
  passkey: {
    label: msg("Recovery code"),
    hint: msg("No passkey at hand? Each of your recovery codes lets you in once."),
    autoComplete: "off",
  },
};

/** What the second factor is that is asked for. */
export type CodeFactor = keyof typeof texts;

/** Label, hint and more of the field, by the second factor that is asked for. */
export function codeTexts(factor: CodeFactor) {
  const { label, hint, autoComplete } = texts[factor];
  return { label: t(label), hint: t(hint), autoComplete };
}

/**
 * Asks for the second factor: one field takes a code of the app as well as a recovery code.
 * @param factor what the account's sign-in asks for
 */
export function CodeField({
  factor = "app",
  ...props
}: Omit<FieldProps, "label" | "type" | "counter"> & { factor?: CodeFactor }) {
  return (
    <Field
      {...codeTexts(factor)}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      required
      {...props}
    />
  );
}
