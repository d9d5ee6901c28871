import { z } from "zod";
import { passkeyPurposes } from "../../shared/passkeys.ts";

const credentialsNeeded = "You must provide either an email or phone number and a password";
const invalidEmail = "Please enter a valid email address";

// The browsers' own rule for <input type="email"> with a dot in the domain. It leaves no room for a comma, a
// bracket or a line break, which a mail header would take for a second recipient.
const emailShape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** An account's address, trimmed and in lower case. */
const email = (required: string) =>
  z
    .string(required)
    .trim()
    .toLowerCase()
    .min(1, required)
    .max(254, invalidEmail)
    .regex(emailShape, invalidEmail);

const password = (least: number) =>
  z
    .string("Password is required")
    .min(1, "Password is required")
    .min(least, `Password must be at least ${least} characters`);

const newPassword = {
  password: password(8),
  confirmPassword: z.string("Please confirm your password").min(1, "Please confirm your password"),
};

const matching = {
  path: ["confirmPassword"],
  error: "Passwords do not match",
  // Also beside other problems of the form; by default only a form without any gets this far.
  when: () => true,
};
const passwordsMatch = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword;

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
    email: email("Email is required"),
    password: password(6),
    remember,
  }),
);

/** The password of the signed-in account, asked for once more. */
export const confirmPasswordSchema = z.object({ password: password(1) });

/** The present password of the signed-in account, which changes its address or password. */
const currentPassword = password(1);

export const changePasswordSchema = z
  .object({ intent: z.literal("change-password"), currentPassword, ...newPassword })
  .refine(passwordsMatch, matching);

const code = z
  .string("Please enter a code")
  .trim()
  .min(1, "Please enter a code")
  .max(100, "This is too long for a code");

/** The second step of a sign-in: a code of the authenticator app or a recovery code. */
export const secondStepSchema = z.object({ code });

/** The first code of an authenticator app that is being set up. */
export const confirmTotpSchema = z.object({ intent: z.literal("confirm-totp"), code });

/** Whoever switches the second factor off has it. */
export const disableTotpSchema = z.object({ intent: z.literal("disable-totp"), code });

/** A browser's answer about a passkey, as JSON. */
const passkeyAnswer = z.string().max(20_000);

/** Passkeys that an account may have. */
export const mostPasskeys = 20;
export const passkeyNameLength = 60;

export const renamePasskeySchema = z.object({
  intent: z.literal("rename-passkey"),
  id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1, "Please give it a name")
    .max(passkeyNameLength, `A name has ${passkeyNameLength} characters at most`),
});

/** The forms of /account/security, by their `intent`. */
export const securityActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin-totp") }),
  confirmTotpSchema,
  z.object({ intent: z.literal("cancel-totp") }),
  disableTotpSchema,
  z.object({ intent: z.literal("make-recovery-codes") }),
  z.object({ intent: z.literal("add-passkey"), response: passkeyAnswer }),
  renamePasskeySchema,
  z.object({ intent: z.literal("remove-passkey"), id: z.uuid() }),
]);

/** The screen that asks for the second factor. */
export const secondStepPath = "/signin/second-step";

export const changeAddressSchema = z.object({
  intent: z.literal("change-address"),
  email: email("Please enter the new address"),
  currentPassword,
});

/** The forms of the account's own screen, by their `intent`. */
export const accountSchema = z.discriminatedUnion("intent", [
  changePasswordSchema,
  changeAddressSchema,
  z.object({ intent: z.literal("resend-address-link") }),
  z.object({ intent: z.literal("cancel-address-change") }),
]);

/** The forms of the devices' screen, by their `intent`. */
export const devicesSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("end-session"), id: z.uuid() }),
  z.object({ intent: z.literal("end-other-sessions") }),
]);

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
      email: email("Email is required"),
      ...newPassword,
      terms: z.literal("on", "Please accept the terms and conditions"),
      /** The secret of an invitation's link. */
      invitation: z.string().max(200).optional(),
    })
    .refine(passwordsMatch, matching),
);

/** [1 §5] Reset-password */
export const newPasswordSchema = z.object(newPassword).refine(passwordsMatch, matching);
