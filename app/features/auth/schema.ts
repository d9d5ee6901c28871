import { z } from "zod";
import { passkeyPurposes } from "../../shared/passkeys.ts";
import { msg, t } from "../../shared/t.ts";

// The forms of signing in and up. Those of the signed-in account stand apart, in `account-schema.ts`: /signin has no use
// for them.

const credentialsNeeded = msg("You must provide either an email or phone number and a password");
const invalidEmail = msg("Please enter a valid email address");

// The browsers' own rule for <input type="email"> with a dot in the domain. It leaves no room for a comma, a
// bracket or a line break, which a mail header would take for a second recipient.
const emailShape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** An account's address, trimmed and in lower case. */
export const email = (required: string) =>
  z
    .string(required)
    .trim()
    .toLowerCase()
    .min(1, required)
    .max(254, invalidEmail)
    .regex(emailShape, invalidEmail);

const passwordRequired = msg("Password is required");

export const password = (least: number) =>
  z
    .string(passwordRequired)
    .min(1, passwordRequired)
    .min(least, { error: () => t("Password must be at least {least} characters", { least }) });

const confirmationNeeded = msg("Please confirm your password");

export const newPassword = {
  password: password(8),
  confirmPassword: z.string(confirmationNeeded).min(1, confirmationNeeded),
};

export const matching = {
  path: ["confirmPassword"],
  error: msg("Passwords do not match"),
  // Also beside other problems of the form; by default only a form without any gets this far.
  when: () => true,
};
export const passwordsMatch = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword;

const emailRequired = msg("Email is required");

/** A checkbox that is sent only where it is ticked. */
const remember = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** A program that sends no form fields gets an error that names the missing ones. [1 §5 Auth library check] */
const withCredentials = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((form, context) => {
    if (typeof form === "object" && form && "email" in form && "password" in form) return form;
    context.issues.push({ code: "custom", message: credentialsNeeded, input: form });
    return z.NEVER;
  }, schema);

/** [1 §5] Sign-in */
export const signInSchema = withCredentials(
  z.object({
    email: email(emailRequired),
    password: password(6),
    remember,
  }),
);

/** The password of the signed-in account, asked for once more. */
export const confirmPasswordSchema = z.object({ password: password(1) });

const codeNeeded = msg("Please enter a code");

export const code = z
  .string(codeNeeded)
  .trim()
  .min(1, codeNeeded)
  .max(100, msg("This is too long for a code"));

/** The second step of a sign-in: a code of the authenticator app or a recovery code. */
export const secondStepSchema = z.object({ code });

/** A browser's answer about a passkey, as JSON. */
export const passkeyAnswer = z.string().max(20_000);

/** The screen that asks for the second factor. */
export const secondStepPath = "/signin/second-step";

/** What a browser wants a passkey for. */
export const passkeyOptionsSchema = z.object({ purpose: z.enum(passkeyPurposes) });

/** A passkey in the place of the password. */
export const usePasskeySchema = z.object({
  intent: z.literal("use-passkey"),
  response: passkeyAnswer,
  remember,
  /** The account that the open screen is made for. */
  account: z.uuid().optional(),
});

/** [1 §5] Reset request */
export const resetRequestSchema = z.object({ email: email(invalidEmail) });

/** Minutes a mailed link is good for that signs in. */
export const signInLinkMinutes = 10;

/** Asking for a mailed link that signs in */
export const signInLinkRequestSchema = z.object({ email: email(invalidEmail) });

/** Signing in with it */
export const signInByLinkSchema = z.object({ remember });

/** Opening the account with the link that the sign-up mailed; only the owner's asks for the password. */
export const confirmSignUpSchema = z.object({ password: z.string().default("") });

/** [1 §5] Sign-up */
export const signUpSchema = withCredentials(
  z
    .object({
      email: email(emailRequired),
      ...newPassword,
      terms: z.literal("on", msg("Please accept the terms and conditions")),
      /** The secret of an invitation's link. */
      invitation: z.string().max(200).optional(),
    })
    .refine(passwordsMatch, matching),
);

/** [1 §5] Reset-password */
export const newPasswordSchema = z.object(newPassword).refine(passwordsMatch, matching);
