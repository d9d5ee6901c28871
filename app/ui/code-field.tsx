import { Field, type FieldProps } from "./field.tsx";

/** Label, hint and more of the field, by the second factor that is asked for. */
export const codeTexts = {
  app: {
    label: "Code",
    hint: "The six digits that your authenticator app shows now, or one of your recovery codes.",
    autoComplete: "one-time-code",
  },
  // Passkeys are asked for beside it.
  passkey: {
    label: "Recovery code",
    hint: "No passkey at hand? Each of your recovery codes lets you in once.",
    autoComplete: "off",
  },
};

/**
 * Asks for the second factor: one field takes a code of the app as well as a recovery code.
 * @param factor what the account's sign-in asks for
 */
export function CodeField({
  factor = "app",
  ...props
}: Omit<FieldProps, "label" | "type" | "counter"> & { factor?: keyof typeof codeTexts }) {
  return (
    <Field
      {...codeTexts[factor]}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      required
      {...props}
    />
  );
}
