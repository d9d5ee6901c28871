import { sql } from "kysely";
import type { z } from "zod";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import type { Services } from "#server/services.ts";
import { escaped } from "~/shared/escaped";
import { withReturnPath } from "~/shared/return-path";
import { msg, t } from "~/shared/t";
import type { Browser } from "./browser.server.ts";
import { inEvenTime } from "./even-time.server.ts";
import { knownDevice } from "./known-devices.server.ts";
import { refundSignIn, spendSignInLink } from "./limits.server.ts";
import { signInLinkMinutes, type signInLinkRequestSchema } from "./schema.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { inSeconds } from "./session.server.ts";
import { completeSignIn, type SignIn } from "./sign-in-step.server.ts";

// A mailed link that signs in once without the password: the way in that nobody's tries can close. It takes the place of
// the password alone, and confirms no address: the password of before may still be a stranger's.

export const expiredSignInLink = msg("This link has been used, or has run out. Please ask for another one.");

/**
 * Mails a link that signs in, if the address has an account; the answer and the time it takes are the same if not.
 * Earlier links stay good, so that nobody ends a link by asking for another one.
 * @param goal the screen that the visitor was on the way to
 * @throws AppError `conflict` where mail isn't set up: the mail would be a file that only the operator sees, `too-many`
 */
export async function requestSignInLink(
  { config, db, limits }: Pick<Services, "config" | "db" | "limits">,
  browser: Browser,
  { email }: z.output<typeof signInLinkRequestSchema>,
  goal: string | null,
): Promise<void> {
  if (!config.smtpUrl) throw new AppError("conflict", t("No mail can be sent from here."));
  const device = await db
    .asSystem()
    .read(async (tx) => knownDevice(tx, config, await accountOf(tx, email), browser.cookies));
  await spendSignInLink(limits, { email, network: browser.network, knownDevice: device });
  await inEvenTime(db.asSystem().write((tx) => mailLink(tx, config, email, goal)));
}

async function mailLink(tx: Writer, config: Config, email: string, goal: string | null): Promise<void> {
  await tx.deleteFrom("sign_in_links").where("expires_at", "<=", sql<Date>`now()`).execute();
  const user_id = await accountOf(tx, email);
  if (!user_id) return;
  const token = newSecret();
  await tx
    .insertInto("sign_in_links")
    .values({ token_hash: hashSecret(token), user_id, expires_at: inSeconds(signInLinkMinutes * 60) })
    .execute();
  const path = withReturnPath(`/signin/link?token=${token}`, goal);
  await mailAccount(tx, user_id, (site) => linkMail(config, site, email, path));
}

async function accountOf(tx: Reader, email: string): Promise<string | undefined> {
  const user = await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  return user?.id;
}

/**
 * The address of the account that a link would sign in to now. Looking doesn't use it up: programs that check mails look
 * at links, too.
 */
export async function findSignInLink(
  { db }: Pick<Services, "db">,
  token: string,
): Promise<string | undefined> {
  return db.asSystem().read(async (tx) => (await findLink(tx, token))?.email);
}

/**
 * Signs in with a mailed link, and uses up all links of the account.
 * @throws AppError `invalid` for a link that was used or has run out
 */
export async function signInByLink(
  { config, db, limits }: Pick<Services, "config" | "db" | "limits">,
  browser: Browser,
  token: string,
  { remember }: { remember: boolean },
): Promise<SignIn> {
  const { signedIn, email } = await db.asSystem().write(async (tx) => {
    const link = await findLink(tx, token);
    if (!link) throw new AppError("invalid", t(expiredSignInLink));
    const { userId, email } = link;
    // Of several at once, one finds them.
    const used = await tx
      .deleteFrom("sign_in_links")
      .where("user_id", "=", userId)
      .returning("token_hash")
      .execute();
    if (!used.some(({ token_hash }) => token_hash.equals(hashSecret(token)))) {
      throw new AppError("invalid", t(expiredSignInLink));
    }
    return { signedIn: await completeSignIn(tx, config, { userId, remember, browser }), email };
  });
  await refundSignIn(limits, { email, network: browser.network });
  return signedIn;
}

function findLink(tx: Reader, token: string) {
  return tx
    .selectFrom("sign_in_links")
    .innerJoin("users", "users.id", "sign_in_links.user_id")
    .select(["users.id as userId", "users.email"])
    .where("token_hash", "=", hashSecret(token))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/** Ends the links of an account whose password is another one now. */
export async function endSignInLinks(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom("sign_in_links").where("user_id", "=", userId).execute();
}

function linkMail({ origin }: Config, siteName: string, to: string, path: string) {
  const link = `${origin}${path}`;
  const opening = t(
    "You asked for a link that signs you in to your {siteName} account without the password:",
    { siteName },
  );
  const note = t("It works once, for {minutes} minutes, in any browser. Give it to nobody.", {
    minutes: signInLinkMinutes,
  });
  const warning = t("If you didn't ask for it, there is nothing to do: nobody is signed in without it.");
  return {
    to,
    subject: t("Sign in to {siteName}", { siteName }),
    text: [t("Hello,"), opening, link, note, warning, siteName].join("\n\n"),
    html: [
      `<p>${escaped(t("Hello,"))}</p>`,
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${link.replaceAll("&", "&amp;")}">${escaped(t("Sign in"))}</a></p>`,
      `<p>${escaped(note)}</p>`,
      `<p>${escaped(warning)}</p>`,
      `<p>${escaped(siteName)}</p>`,
    ].join("\n"),
  };
}
