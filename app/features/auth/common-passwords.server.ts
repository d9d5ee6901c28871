import { dictionary } from "@zxcvbn-ts/language-common";
import { AppError } from "#server/errors.ts";

const commonPasswords = new Set(dictionary["passwords-common"]);

/**
 * Refuses a new password that is guessed first: one of the 18,000 most common that are long enough, or the account's own
 * address. [OWASP ASVS 5, 6.2.4 and 6.2.11]
 * @throws AppError `invalid`
 */
export function refuseCommonPassword(password: string, email: string): void {
  const typed = password.toLowerCase();
  if (!commonPasswords.has(typed) && typed !== email && typed !== email.split("@")[0]) return;
  throw new AppError(
    "invalid",
    "This password is one of the first that are guessed. Please choose another.",
    {
      field: "password",
    },
  );
}
