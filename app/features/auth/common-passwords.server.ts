import { AppError } from "#server/errors.ts";
import { t } from "~/shared/t";

let commonPasswords: Promise<Set<string>> | undefined;

/** They take ten megabytes, so they are loaded with the first new password. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/**
 * Refuses a new password that is guessed first: one of the 18,000 most common that are long enough, or the account's own
 * address. [OWASP ASVS 5, 6.2.4 and 6.2.11]
 * @throws AppError `invalid`
 */
export async function refuseCommonPassword(password: string, email: string): Promise<void> {
  const typed = password.toLowerCase();
  commonPasswords ??= loadCommonPasswords();
  if (!(await commonPasswords).has(typed) && typed !== email && typed !== email.split("@")[0]) return;
  throw new AppError(
    "invalid",
    t("This password is one of the first that are guessed. Please choose another."),
    {
      field: "password",
    },
  );
}
