import type { Config } from "#server/config.ts";
import { t } from "~/shared/t";

/** Hours for which the link in the mail to a new address makes the change. */
export const confirmHours = 24;

/** Days for which the link in the mail to the old address undoes it. */
export const undoDays = 7;

type Origin = Pick<Config, "origin">;

/** Where a new address is confirmed: by the account that asked, and no other. */
export function confirmMail({ origin }: Origin, siteName: string, to: string, token: string) {
  return mail(siteName, to, t("Confirm your new {siteName} address", { siteName }), [
    t("you asked for this address to be the one of your {siteName} account from now on. Confirm it here:", {
      siteName,
    }),
    `${origin}/account/new-address?token=${token}`,
    t(
      "The link works once, for {hours} hours, and only where that account is signed in. Until then nothing changes.",
      { hours: confirmHours },
    ),
    t("If you didn't ask for it, you don't need to do anything."),
  ]);
}

/** For an address that has an account: it can't be a second one's. */
export function takenMail({ origin }: Origin, siteName: string, to: string) {
  return mail(siteName, to, t("Your address was given for another {siteName} account", { siteName }), [
    t(
      "somebody wants to change the address of their {siteName} account to this one. It has an account of its own already, so nothing changes.",
      { siteName },
    ),
    t("If that was you, sign in with this address: {link}", { link: `${origin}/signin` }),
    t("If you have forgotten its password, choose a new one: {link}", {
      link: `${origin}/signin?reset=1`,
    }),
    t("If it wasn't you, you don't need to do anything."),
  ]);
}

/** For the address that an account had until now. */
export function changedMail({ origin }: Origin, siteName: string, to: string, token: string) {
  return mail(siteName, to, t("The address of your {siteName} account was changed", { siteName }), [
    t(
      "your {siteName} account has another address from now on. You sign in with that one, and mails go there.",
      { siteName },
    ),
    t("If that was you, there is nothing to do."),
    t("If it wasn't, bring this address back here; that ends every session, and you choose a new password:"),
    `${origin}/undo-address?token=${token}`,
    t("The link works once, for {days} days, also if the password was changed.", { days: undoDays }),
  ]);
}

function mail(siteName: string, to: string, subject: string, paragraphs: string[]) {
  return { to, subject, text: [t("Hello,"), ...paragraphs, siteName].join("\n\n") };
}
