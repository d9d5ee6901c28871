import { sql } from "kysely";
import type { z } from "zod";
import { endApiKeys } from "#server/api/keys.ts";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { markConfirmed } from "#server/owner.ts";
import type { Services } from "#server/services.ts";
import { registrationNow } from "#server/site-settings.ts";
import { formatOfReader } from "~/shared/reader-format";
import { language, msg, t } from "~/shared/t";
import type { Browser } from "./browser.server.ts";
import { refuseCommonPassword } from "./common-passwords.server.ts";
import { inEvenTime } from "./even-time.server.ts";
import { forgetDevices, knownDevice } from "./known-devices.server.ts";
import {
  isKnownNetwork,
  refundSessionPassword,
  refundSignIn,
  spendResetRequest,
  spendSessionPassword,
  spendSignIn,
  spendSignUp,
  spendTicketGuess,
  spendTicketPassword,
} from "./limits.server.ts";
import { hashPassword, isPasswordOf } from "./password.server.ts";
import { type ResetTicket, resetLink, resetLinkMinutes, resetMail } from "./reset-mail.server.ts";
import type { newPasswordSchema, resetRequestSchema, signInSchema, signUpSchema } from "./schema.ts";
import { dropEmptyPasskeyFactor, endSignInSteps } from "./second-factor.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { endSession, inSeconds, readSessionCookie, refreshPassword } from "./session.server.ts";
import { endSignInLinks } from "./sign-in-links.server.ts";
import { completeSignIn, finishSignIn, type SignIn } from "./sign-in-step.server.ts";

/** The services that accounts need. */
export type AccountServices = Pick<Services, "config" | "db" | "limits">;

const wrongPassword = msg("Wrong email or password.");
export const expiredLink = msg("Invalid or expired reset link. Please request a new password reset.");

/** Why a visitor may not sign up. */
export const refusalTexts = {
  admitted: "",
  closed: msg("Registration is closed."),
  "spent-invitation": msg("This invitation has been used or has run out. Please ask for a new one."),
} as const;

/**
 * Signs in with e-mail address and password.
 * @throws AppError `invalid` with one text for an unknown address and a wrong password, `too-many`, `unavailable`
 */
export async function signIn(
  { config, db, limits }: AccountServices,
  browser: Browser,
  { email, password, remember }: z.output<typeof signInSchema>,
): Promise<SignIn> {
  const { account, attempt, known } = await db.asSystem().read(async (tx) => {
    const account = await tx
      .selectFrom("users")
      .innerJoin("credentials", "credentials.user_id", "users.id")
      .select(["users.id", "credentials.password_hash"])
      .where("users.email", "=", email)
      .executeTakeFirst();
    const attempt = {
      email,
      network: browser.network,
      knownDevice: await knownDevice(tx, config, account?.id, browser.cookies),
    };
    return { account, attempt, known: await isKnownNetwork(tx, attempt) };
  });
  await spendSignIn(limits, attempt, known);

  const isRight = await isPasswordOf(account?.password_hash, password);
  if (!account || !isRight) throw new AppError("invalid", t(wrongPassword));

  const signedIn = await db.asSystem().write(async (tx) => {
    // A reset that came in between has replaced the password that was just found right: no session for it.
    const unchanged = await tx
      .selectFrom("credentials")
      .select("user_id")
      .where("user_id", "=", account.id)
      .where("password_hash", "=", account.password_hash)
      .forShare()
      .executeTakeFirst();
    if (!unchanged) throw new AppError("invalid", t(wrongPassword));
    return completeSignIn(tx, config, { userId: account.id, remember, browser });
  });
  await refundSignIn(limits, attempt);
  return signedIn;
}

/**
 * Whether a visitor with this invitation may sign up. Looking doesn't use it up.
 * @param invitation the secret of its link
 */
export async function admission(
  { config, db }: AccountServices,
  invitation: string | null,
): Promise<"admitted" | "closed" | "spent-invitation"> {
  return db.asSystem().read(async (tx) => {
    if ((await registrationNow(config, tx)) !== "closed") return "admitted";
    if (!invitation) return "closed";
    const good = await tx
      .selectFrom("invitations")
      .select("id")
      .where("token_hash", "=", hashSecret(invitation))
      .where("used_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
    return good ? "admitted" : "spent-invitation";
  });
}

/** Of several visitors who bring the same invitation at once, one finds it unused. */
async function spendInvitation(tx: Writer, invitationHash: Buffer, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("invitations")
    .set({ used_at: sql<Date>`now()`, used_by: userId })
    .where("token_hash", "=", invitationHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Makes an account and signs in with it, where no mail is set up. Where registration is closed, an invitation lets one
 * person in.
 * @returns the `Set-Cookie`s of the new session
 * @throws AppError `forbidden` where registration is closed and the invitation, if any, is no longer good, `conflict` for a taken address, `too-many`, `unavailable`
 */
export async function signUp(
  { config, db, limits }: AccountServices,
  browser: Browser,
  { email, password, invitation }: z.output<typeof signUpSchema>,
): Promise<string[]> {
  const refused = refusalTexts[await admission({ config, db, limits }, invitation ?? null)];
  if (refused) throw new AppError("forbidden", t(refused));
  await spendSignUp(limits, { email, network: browser.network });
  await refuseCommonPassword(password, email);

  const password_hash = await hashPassword(password);
  return db.asSystem().write(async (tx) => {
    const invitation_hash = invitation ? hashSecret(invitation) : null;
    const account = { email, password_hash, invitation_hash, isConfirmed: false };
    const cookies = await openAccount(tx, config, browser, account);
    if (cookies) return cookies;
    throw new AppError("conflict", t("This email address can't be used. Try signing in instead."), {
      field: "email",
    });
  });
}

interface NewAccount {
  email: string;
  password_hash: string;
  /** Of the invitation that it uses up. */
  invitation_hash: Buffer | null;
  /** Whether a mailed link has shown that the address is theirs. */
  isConfirmed: boolean;
}

/**
 * Makes an account, in the language that its form was read in and with dates and numbers as this browser's reader writes
 * them, and signs in with it.
 * @returns the `Set-Cookie`s of the new session; undefined for a taken address
 * @throws AppError `forbidden` where registration is closed and the invitation, if any, is no longer good
 */
export async function openAccount(
  tx: Writer,
  config: Config,
  browser: Browser,
  { email, password_hash, invitation_hash, isConfirmed }: NewAccount,
): Promise<string[] | undefined> {
  const user = await tx
    .insertInto("users")
    .values({ email, email_confirmed_at: isConfirmed ? sql<Date>`now()` : null })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!user) return undefined;
  const isInvited = invitation_hash ? await spendInvitation(tx, invitation_hash, user.id) : false;
  if (!isInvited && (await registrationNow(config, tx)) === "closed") {
    throw new AppError("forbidden", t(refusalTexts[invitation_hash ? "spent-invitation" : "closed"]));
  }
  await tx.insertInto("credentials").values({ user_id: user.id, password_hash }).execute();
  const format = formatOfReader(browser.languages);
  await tx
    .insertInto("account_preferences")
    .values({ user_id: user.id, format, language: language() })
    .execute();
  return finishSignIn(tx, config, { userId: user.id, remember: false, browser });
}

/**
 * Ends the session of this browser.
 * @returns the `Set-Cookie` that removes its cookie
 */
export function signOut({ config, db }: AccountServices, cookies: string | null): Promise<string> {
  return db.asSystem().write((tx) => endSession(tx, config, cookies));
}

/**
 * Sends a reset link, if the address has an account; the answer and the time it takes are the same if not. Earlier
 * links of the account end.
 * @throws AppError `too-many`
 */
export async function requestReset(
  { config, db, limits }: AccountServices,
  browser: Browser,
  { email }: z.output<typeof resetRequestSchema>,
): Promise<void> {
  await spendResetRequest(limits, { email, network: browser.network });
  await inEvenTime(db.asSystem().write((tx) => sendResetLink(tx, config, email)));
}

/**
 * A reset link for the operator to hand over, when a musician can't get mail. Ends all sessions and keys of the account:
 * it may be in the wrong hands.
 * @throws AppError `not-found` when there is no account with that address
 */
export async function resetByOperator(
  { config, db }: Pick<AccountServices, "config" | "db">,
  email: string,
): Promise<string> {
  const ticket = await db.asSystem().write(async (tx) => {
    const made = await newTicket(tx, email);
    if (!made) throw new AppError("not-found", t("There is no account with the address {email}.", { email }));
    await endSignInSteps(tx, made.userId);
    await tx.deleteFrom("sessions").where("user_id", "=", made.userId).execute();
    await endApiKeys(tx, made.userId);
    await endSignInLinks(tx, made.userId);
    await forgetDevices(tx, made.userId);
    return made.ticket;
  });
  return resetLink(config, ticket);
}

async function sendResetLink(tx: Writer, config: Config, email: string): Promise<void> {
  const made = await newTicket(tx, email);
  if (made) await mailAccount(tx, made.userId, (site) => resetMail(config, site, email, made.ticket));
}

/** The only good ticket of an account from now on; undefined when there is no account. */
export async function newTicket(
  tx: Writer,
  email: string,
): Promise<{ userId: string; ticket: ResetTicket } | undefined> {
  // The lock makes two requests at once take turns, so that only the later link works.
  const user = await tx
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) return undefined;
  await tx
    .deleteFrom("reset_tickets")
    .where((row) => row.or([row("user_id", "=", user.id), row("expires_at", "<=", sql<Date>`now()`)]))
    .execute();
  const ticket = { accessToken: newSecret(), refreshToken: newSecret() };
  await tx
    .insertInto("reset_tickets")
    .values({
      user_id: user.id,
      access_hash: hashSecret(ticket.accessToken),
      refresh_hash: hashSecret(ticket.refreshToken),
      expires_at: inSeconds(resetLinkMinutes * 60),
    })
    .execute();
  return { userId: user.id, ticket };
}

/** Whether a ticket would be taken now. Looking doesn't use it up. */
export async function isGoodTicket(
  { db }: AccountServices,
  ticket: ResetTicket | undefined,
): Promise<boolean> {
  if (!ticket) return false;
  return db.asSystem().read(async (tx) => (await findTicket(tx, ticket)) !== undefined);
}

/**
 * Sets the new password, uses the ticket up, ends all sessions and keys of the account and signs this browser in; where the account
 * has a second factor, it asks for that first. The address is confirmed by that: a stranger who signed up with the address
 * has lost the account.
 * @throws AppError `invalid` for a ticket that is missing, expired or used, `too-many`, `unavailable`
 */
export async function resetPassword(
  services: AccountServices,
  browser: Browser,
  ticket: ResetTicket | undefined,
  { password }: z.output<typeof newPasswordSchema>,
): Promise<SignIn> {
  const { config, db, limits } = services;
  const network = browser.network;
  // Guesses are limited by network, and hold up nobody in it who has a good ticket.
  if (!ticket || !(await isGoodTicket(services, ticket))) {
    await spendTicketGuess(limits, network);
    throw new AppError("invalid", t(expiredLink));
  }
  // Hashing is dear. When it fails, the ticket is still good.
  await spendTicketPassword(limits, hashSecret(ticket.accessToken));
  const password_hash = await hashPassword(password);

  const { signedIn, email } = await db.asSystem().write(async (tx) => {
    // Of several at once, one deletes the ticket; the others find none.
    const used = await tx
      .deleteFrom("reset_tickets")
      .where("access_hash", "=", hashSecret(ticket.accessToken))
      .where("refresh_hash", "=", hashSecret(ticket.refreshToken))
      .where("expires_at", ">", sql<Date>`now()`)
      .returning("user_id as userId")
      .executeTakeFirst();
    if (!used) throw new AppError("invalid", t(expiredLink));
    const { userId } = used;
    const { email, email_confirmed_at } = await tx
      .selectFrom("users")
      .select(["email", "email_confirmed_at"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    // The ticket stays good: whatever is refused here is undone.
    await refuseCommonPassword(password, email);
    // A stranger who signed up with this address keeps no way in.
    if (!email_confirmed_at) {
      await tx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
      await dropEmptyPasskeyFactor(tx, userId);
    }
    await tx
      .insertInto("credentials")
      .values({ user_id: userId, password_hash })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ password_hash }))
      .execute();
    await endSignInSteps(tx, userId);
    await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await endApiKeys(tx, userId);
    await endSignInLinks(tx, userId);
    await forgetDevices(tx, userId);
    await markConfirmed(tx, userId);
    const signedIn = await completeSignIn(tx, config, { userId, remember: false, browser });
    return { signedIn, email };
  });
  await refundSignIn(limits, { email, network });
  return signedIn;
}

function findTicket(tx: Reader, { accessToken, refreshToken }: ResetTicket) {
  return tx
    .selectFrom("reset_tickets")
    .select("user_id")
    .where("access_hash", "=", hashSecret(accessToken))
    .where("refresh_hash", "=", hashSecret(refreshToken))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Takes the account's password once more, for actions that need to know that the account's owner sits at the browser.
 * @returns the `Set-Cookie` of the session's new token
 * @throws AppError `invalid` for another password, `too-many`, `unavailable`
 */
export async function confirmPassword(
  services: AccountServices,
  browser: Browser,
  account: { userId: string },
  password: string,
): Promise<string[]> {
  await checkPassword(services, browser, account, password, "password");
  const { config, db } = services;
  return db.asSystem().write((tx) => refreshPassword(tx, config, browser.cookies));
}

/**
 * Compares a password that a signed-in account has given with its own. What is tried elsewhere for the account doesn't
 * count: its session has tries of its own.
 * @param field the form's field that it stands in
 * @returns the stored hash
 * @throws AppError `invalid` for another password, `too-many`, `unavailable`
 */
export async function checkPassword(
  { config, db, limits }: AccountServices,
  browser: Browser,
  { userId }: { userId: string },
  password: string,
  field: string,
): Promise<string> {
  const session = hashSecret(readSessionCookie(config, browser.cookies) ?? userId);
  await spendSessionPassword(limits, session);
  const stored = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("credentials").select("password_hash").where("user_id", "=", userId).executeTakeFirst(),
    );
  const isRight = await isPasswordOf(stored?.password_hash, password);
  if (!stored || !isRight) throw new AppError("invalid", t("This is not your password."), { field });
  await refundSessionPassword(limits, session);
  return stored.password_hash;
}
