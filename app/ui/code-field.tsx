import { Field, type FieldProps } from "./field.tsx";

/** Asks for the second factor: one field takes a code of the app as well as a recovery code. */
export function CodeField(props: Omit<FieldProps, "label" | "type" | "counter">) {
  return (
    <Field
      label="Code"
      hint="The six digits that your authenticator app shows now, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      required
      {...props}
    />
  );
}
