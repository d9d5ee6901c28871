import type { z } from "zod";
import { endApiKeys } from "#server/api/keys.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { t } from "~/shared/t";
import type { changePasswordSchema } from "./account-schema.ts";
import type { Browser } from "./browser.server.ts";
import { type AccountServices, checkPassword } from "./commands.server.ts";
import { refuseCommonPassword } from "./common-passwords.server.ts";
import { hashPassword } from "./password.server.ts";
import { endSignInSteps } from "./second-factor.server.ts";
import { endOtherSessions, refreshPassword } from "./session.server.ts";
import { endSignInLinks } from "./sign-in-links.server.ts";

/** The account that changes something of its own. */
interface OwnAccount {
  userId: string;
  email: string;
}

/**
 * Sets another password, ends every other session and every key of the account, and tells its address.
 * @returns the number of sessions that were ended, and the `Set-Cookie` of this one's new token
 * @throws AppError `invalid` for a wrong present password, `too-many`, `unavailable`
 */
export async function changePassword(
  services: AccountServices,
  browser: Browser,
  account: OwnAccount,
  { currentPassword, password }: z.output<typeof changePasswordSchema>,
): Promise<{ ended: number; cookies: string[] }> {
  const { config, db } = services;
  const { userId, email } = account;
  const held = await checkPassword(services, browser, account, currentPassword, "currentPassword");
  await refuseCommonPassword(password, email);
  const password_hash = await hashPassword(password);
  return db.asSystem().write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("credentials")
      .set({ password_hash })
      .where("user_id", "=", userId)
      .where("password_hash", "=", held)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("conflict", t("Your password was changed meanwhile."));
    await tx.deleteFrom("reset_tickets").where("user_id", "=", userId).execute();
    await endSignInSteps(tx, userId);
    await endSignInLinks(tx, userId);
    await mailAccount(tx, userId, (site) => changedMail(config, site, email));
    await endApiKeys(tx, userId);
    const ended = await endOtherSessions(tx, config, userId, browser.cookies);
    return { ended, cookies: await refreshPassword(tx, config, browser.cookies) };
  });
}

function changedMail({ origin }: Pick<AccountServices["config"], "origin">, siteName: string, to: string) {
  return {
    to,
    subject: t("Your {siteName} password was changed", { siteName }),
    text: [
      t("Hello,"),
      t("the password of your account was changed, and every other session and every API key has ended."),
      t("If that wasn't you, choose a new one now: {link}", { link: `${origin}/signin?reset=1` }),
      siteName,
    ].join("\n\n"),
  };
}
