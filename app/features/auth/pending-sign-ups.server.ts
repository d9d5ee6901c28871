import { sql } from "kysely";
import type { z } from "zod";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { siteName } from "#server/site-settings.ts";
import { escaped } from "~/shared/escaped";
import { withReturnPath } from "~/shared/return-path";
import { msg, t } from "~/shared/t";
import type { Browser } from "./browser.server.ts";
import { type AccountServices, admission, openAccount, refusalTexts } from "./commands.server.ts";
import { refuseCommonPassword } from "./common-passwords.server.ts";
import { inEvenTime } from "./even-time.server.ts";
import { spendLinkPassword, spendSignUp } from "./limits.server.ts";
import { hashPassword, isPasswordOf } from "./password.server.ts";
import type { signUpSchema } from "./schema.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { inSeconds } from "./session.server.ts";

// Where mail is set up, an account is made by the mailed link alone: nobody has one under an address of somebody else's, and
// signing up tells nobody who has an account.

const linkHours = 24;
/** The newest ones of an address: a stranger needs hours to push out the link that its owner has asked for. */
const mostForAddress = 20;

export const expiredSignUp = msg("This link has been used, or has run out.");
export const takenMeanwhile = msg(
  "This address has an account by now. Sign in with its password, or choose a new one.",
);

/**
 * Mails the address how to go on: the link that opens the account, or that there is one already. Neither the answer nor its
 * time tells which.
 * @param goal the screen that the visitor was on the way to
 * @throws AppError `forbidden` where registration is closed and the invitation, if any, is no longer good, `too-many`, `unavailable`
 */
export async function requestSignUp(
  services: AccountServices,
  browser: Browser,
  { email, password, invitation }: z.output<typeof signUpSchema>,
  goal: string | null,
): Promise<void> {
  const { config, db, limits } = services;
  const refused = refusalTexts[await admission(services, invitation ?? null)];
  if (refused) throw new AppError("forbidden", t(refused));
  await spendSignUp(limits, { email, network: browser.network });
  await refuseCommonPassword(password, email);
  await inEvenTime(wait());

  async function wait(): Promise<void> {
    const password_hash = await hashPassword(password);
    await db.asSystem().write(async (tx) => {
      await forgetExpiredSignUps(tx);
      const known = await accountOf(tx, email);
      if (known) {
        await mailAccount(tx, known.id, (site) => knownMail(config, site, email));
        return;
      }
      const token = newSecret();
      await tx
        .insertInto("pending_sign_ups")
        .values({
          token_hash: hashSecret(token),
          email,
          password_hash,
          invitation_hash: invitation ? hashSecret(invitation) : null,
          expires_at: inSeconds(linkHours * 3600),
        })
        .execute();
      await tx
        .deleteFrom("pending_sign_ups")
        .where("token_hash", "in", (old) =>
          old
            .selectFrom("pending_sign_ups")
            .select("token_hash")
            .where("email", "=", email)
            .orderBy("created_at", "desc")
            .offset(mostForAddress),
        )
        .execute();
      const path = withReturnPath(`/signup/confirm?token=${token}`, goal);
      await tx.enqueue("mail.send", signUpMail(config, await siteName(tx), email, path));
    });
  }
}

/** Sign-ups whose link has run out: at the next sign-up, and every hour. */
export async function forgetExpiredSignUps(tx: Writer): Promise<void> {
  await tx.deleteFrom("pending_sign_ups").where("expires_at", "<=", sql<Date>`now()`).execute();
}

/**
 * What a mailed link would do now. Looking doesn't use it up: programs that check mails look at links, too.
 * @returns undefined for a link that was used or has run out
 */
export async function findSignUp(
  { config, db }: AccountServices,
  token: string,
): Promise<{ email: string; isTaken: boolean; needsPassword: boolean } | undefined> {
  return db.asSystem().read(async (tx) => {
    const found = await pendingSignUp(tx, token);
    if (!found) return undefined;
    const { email } = found;
    return {
      email,
      isTaken: (await accountOf(tx, email)) !== undefined,
      needsPassword: isOwners(config, email),
    };
  });
}

/**
 * Makes the account whose address the link has confirmed, and signs this browser in, whichever it is.
 * @param password what was typed at the sign-up, for the owner's address: pressing the link of a stranger's sign-up
 * must not make an account whose password the stranger knows an admin's
 * @returns the `Set-Cookie`s of the new session
 * @throws AppError `invalid` for a link that was used or has run out and for another password, `conflict` where the
 * address has an account by now, `forbidden` as at the sign-up, `too-many`, `unavailable`
 */
export async function confirmSignUp(
  { config, db, limits }: AccountServices,
  browser: Browser,
  token: string,
  password: string,
): Promise<string[]> {
  const pending = await db.asSystem().read((tx) => pendingSignUp(tx, token));
  if (!pending) throw new AppError("invalid", t(expiredSignUp));
  const { email, password_hash, invitation_hash } = pending;
  if (isOwners(config, email)) {
    await spendLinkPassword(limits, hashSecret(token));
    if (!(await isPasswordOf(password_hash, password))) {
      throw new AppError(
        "invalid",
        t(
          "This is not the password of this sign-up. If you have signed up more than once, open the newest mail.",
        ),
        { field: "password" },
      );
    }
  }
  return db.asSystem().write(async (tx) => {
    const account = { email, password_hash, invitation_hash, isConfirmed: true };
    const cookies = await openAccount(tx, config, browser, account);
    // Of several links of one address at once, one makes the account.
    if (!cookies) throw new AppError("conflict", t(takenMeanwhile));
    await tx.deleteFrom("pending_sign_ups").where("email", "=", email).execute();
    return cookies;
  });
}

function pendingSignUp(tx: Reader, token: string) {
  return tx
    .selectFrom("pending_sign_ups")
    .select(["email", "password_hash", "invitation_hash"])
    .where("token_hash", "=", hashSecret(token))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

function accountOf(tx: Reader, email: string) {
  return tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
}

function isOwners(config: Config, email: string): boolean {
  return config.ownerEmail === email;
}

function signUpMail({ origin }: Config, siteName: string, to: string, path: string) {
  const link = `${origin}${path}`;
  const opening = t(
    "Somebody, hopefully you, signed up to {siteName} with this address. This link opens the account:",
    { siteName },
  );
  const note = t("It works once, for {hours} hours, in any browser.", { hours: linkHours });
  const warning = t(
    "If it wasn't you, don't press it: the person who signed up has chosen the password. Without the link there is no account, and nothing more is sent.",
  );
  return {
    to,
    subject: t("Open your {siteName} account", { siteName }),
    text: [t("Hello,"), opening, link, note, warning, siteName].join("\n\n"),
    html: [
      `<p>${escaped(t("Hello,"))}</p>`,
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${link.replaceAll("&", "&amp;")}">${escaped(t("Open my account"))}</a></p>`,
      `<p>${escaped(note)}</p>`,
      `<p>${escaped(warning)}</p>`,
      `<p>${escaped(siteName)}</p>`,
    ].join("\n"),
  };
}

function knownMail({ origin }: Config, siteName: string, to: string) {
  const opening = t(
    "Somebody, perhaps you, wanted to sign up to {siteName} with this address. It has an account already, which stays as it is.",
    { siteName },
  );
  const closing = t("If it wasn't you, there is nothing to do.");
  return {
    to,
    subject: t("You have a {siteName} account already", { siteName }),
    text: [
      t("Hello,"),
      opening,
      t("Sign in: {link}", { link: `${origin}/signin` }),
      t("Choose a new password: {link}", { link: `${origin}/signin?reset=1` }),
      closing,
      siteName,
    ].join("\n\n"),
    html: [
      `<p>${escaped(t("Hello,"))}</p>`,
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${origin}/signin">${escaped(t("Sign in"))}</a></p>`,
      `<p><a href="${origin}/signin?reset=1">${escaped(t("Choose a new password"))}</a></p>`,
      `<p>${escaped(closing)}</p>`,
      `<p>${escaped(siteName)}</p>`,
    ].join("\n"),
  };
}
