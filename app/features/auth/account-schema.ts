import { z } from "zod";
import { msg, t } from "~/shared/t";
import { code, email, matching, newPassword, passkeyAnswer, password, passwordsMatch } from "./schema.ts";

// The forms of the signed-in account's own screens.

/** The present password of the signed-in account, which changes its address or password. */
const currentPassword = password(1);

export const changePasswordSchema = z
  .object({ intent: z.literal("change-password"), currentPassword, ...newPassword })
  .refine(passwordsMatch, matching);

/** The first code of an authenticator app that is being set up. */
export const confirmTotpSchema = z.object({ intent: z.literal("confirm-totp"), code });

/** Only its owner switches the second factor off: with a code. */
export const disableTotpSchema = z.object({ intent: z.literal("disable-totp"), code });

/** Passkeys that an account may have. */
export const mostPasskeys = 20;
export const passkeyNameLength = 60;

export const renamePasskeySchema = z.object({
  intent: z.literal("rename-passkey"),
  id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1, msg("Please give it a name"))
    .max(passkeyNameLength, {
      error: () => t("A name has {limit} characters at most", { limit: passkeyNameLength }),
    }),
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
  z.object({ intent: z.literal("ask-for-passkeys") }),
  z.object({ intent: z.literal("stop-asking-for-passkeys") }),
  z.object({ intent: z.literal("end-other-sessions") }),
]);

export const changeAddressSchema = z.object({
  intent: z.literal("change-address"),
  email: email(msg("Please enter the new address")),
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
