import { sql } from "kysely";
import type { z } from "zod";
import { endApiKeys } from "#server/api/keys.ts";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { violates } from "#server/db/failures.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { admitOwner } from "#server/owner.ts";
import { msg, t } from "~/shared/t";
import type { changeAddressSchema } from "./account-schema.ts";
import { changedMail, confirmHours, confirmMail, takenMail, undoDays } from "./address-mail.server.ts";
import type { Browser } from "./browser.server.ts";
import { type AccountServices, checkPassword, newTicket } from "./commands.server.ts";
import { forgetDevices } from "./known-devices.server.ts";
import { rememberNetwork, spendAddressMail } from "./limits.server.ts";
import type { ResetTicket } from "./reset-mail.server.ts";
import { dropEmptyPasskeyFactor, endSignInSteps } from "./second-factor.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { inSeconds } from "./session.server.ts";
import { endSignInLinks } from "./sign-in-links.server.ts";

// A row of `address_changes` waits as long as it has no `old_email`, and its link makes the change. From then on it has one,
// and its link undoes the change. [decisions: Changed addresses]

const noMail = msg(
  "Mail isn't set up on this server, so a new address can't be confirmed, and this one can't be changed.",
);
const ownAddress = msg("This is your address already.");
export const expiredConfirmLink = msg(
  "This link is no longer good here: it was used or replaced, is older than a day, or belongs to another account.",
);
export const expiredUndoLink = msg("This link is no longer good: it was used, or is older than a week.");
const takenMeanwhile = msg("Meanwhile another account has this address, so yours stays as it is.");
const takenBack = msg(
  "Meanwhile another account has this address, so it can't be brought back. Please ask the site's operator for help.",
);

interface OwnAccount {
  userId: string;
  email: string;
}

/** The address that the account waits to have, if any. */
export async function waitingAddress(
  { db }: Pick<AccountServices, "db">,
  userId: string,
): Promise<string | null> {
  const change = await db.asSystem().read((tx) => waitingChange(tx, userId).executeTakeFirst());
  return change?.new_email ?? null;
}

/**
 * Mails a link to the new address; the account has it once the link was used. To an address that has an account a mail
 * goes as well, which only says so: the answer and its time are the same.
 * @throws AppError `invalid` for a wrong password or the present address, `conflict` where no mail is set up, `too-many`, `unavailable`
 */
export async function askForAddress(
  services: AccountServices,
  browser: Browser,
  account: OwnAccount,
  { email, currentPassword }: z.output<typeof changeAddressSchema>,
): Promise<void> {
  const { config, db, limits } = services;
  const { userId } = account;
  if (!config.smtpUrl) throw new AppError("conflict", t(noMail));
  if (email === account.email) throw new AppError("invalid", t(ownAddress), { field: "email" });
  await checkPassword(services, browser, account, currentPassword, "currentPassword");
  await spendAddressMail(limits, { userId, email });
  await db.asSystem().write(async (tx) => {
    await tx.deleteFrom("address_changes").where("expires_at", "<=", sql<Date>`now()`).execute();
    await mailLink(tx, config, userId, email);
  });
}

/**
 * Mails another link to the address that the account waits to have; the earlier one no longer works.
 * @returns the address
 * @throws AppError `not-found` when it waits for none, `too-many`
 */
export async function resendAddressLink(
  services: AccountServices,
  { userId }: Pick<OwnAccount, "userId">,
): Promise<string> {
  const { config, db, limits } = services;
  const email = await waitingAddress(services, userId);
  if (!email) throw new AppError("not-found", t("No new address waits to be confirmed any more."));
  await spendAddressMail(limits, { userId, email });
  await db.asSystem().write((tx) => mailLink(tx, config, userId, email));
  return email;
}

/** The account keeps its address: a link that was mailed no longer works. */
export async function cancelAddressChange(
  { db }: Pick<AccountServices, "db">,
  { userId }: Pick<OwnAccount, "userId">,
): Promise<void> {
  await db
    .asSystem()
    .write((tx) =>
      tx.deleteFrom("address_changes").where("user_id", "=", userId).where("old_email", "is", null).execute(),
    );
}

async function mailLink(tx: Writer, config: Config, userId: string, email: string): Promise<void> {
  const holder = await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  // Confirmed in another tab meanwhile.
  if (holder?.id === userId) throw new AppError("conflict", t(ownAddress), { field: "email" });
  const token = newSecret();
  const link = {
    new_email: email,
    token_hash: hashSecret(token),
    created_at: sql<Date>`now()`,
    expires_at: inSeconds(confirmHours * 3600),
  };
  await tx
    .insertInto("address_changes")
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column("user_id").where("old_email", "is", null).doUpdateSet(link))
    .execute();
  await mailAccount(tx, holder?.id ?? userId, (site) =>
    holder ? takenMail(config, site, email) : confirmMail(config, site, email, token),
  );
}

/** The address that this link would give the account; null when it is no longer good. Looking doesn't use it up. */
export async function addressToConfirm(
  { db }: Pick<AccountServices, "db">,
  userId: string,
  token: string,
): Promise<string | null> {
  const change = await db
    .asSystem()
    .read((tx) => waitingChange(tx, userId).where("token_hash", "=", hashSecret(token)).executeTakeFirst());
  return change?.new_email ?? null;
}

/**
 * Gives the account the address that the link was mailed to, and mails the old one a link that undoes it. Only a session of
 * that very account may: the owner of the new address would otherwise press a stranger's link. Sessions stay; links to reset
 * the password, which went to the old address, no longer work.
 * @returns the new address
 * @throws AppError `invalid` for a link that is used, replaced, too old, or another account's, `conflict` for an address
 * that another account has taken meanwhile
 */
export async function confirmNewAddress(
  { config, db }: Pick<AccountServices, "config" | "db">,
  { network }: Pick<Browser, "network">,
  userId: string,
  token: string,
): Promise<string> {
  return db.asSystem().write(async (tx) => {
    const change = await waitingChange(tx, userId)
      .where("token_hash", "=", hashSecret(token))
      .forUpdate()
      .executeTakeFirst();
    if (!change) throw new AppError("invalid", t(expiredConfirmLink));
    const email = change.new_email;
    const { email: old_email } = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await setAddress(tx, userId, email, takenMeanwhile);
    const undoToken = newSecret();
    await tx
      .updateTable("address_changes")
      .set({
        old_email,
        token_hash: hashSecret(undoToken),
        created_at: sql<Date>`now()`,
        expires_at: inSeconds(undoDays * 24 * 3600),
      })
      .where("id", "=", change.id)
      .execute();
    await tx.deleteFrom("reset_tickets").where("user_id", "=", userId).execute();
    // Networks are known by the address. The others are again from their next sign-in.
    await rememberNetwork(tx, { email, network });
    await admitOwner(tx, config, { userId, email });
    await mailAccount(tx, userId, (site) => changedMail(config, site, old_email, undoToken));
    return email;
  });
}

/** The address that this link would bring back; null when it is no longer good. Looking doesn't use it up. */
export async function addressToBringBack(
  { db }: Pick<AccountServices, "db">,
  token: string | undefined,
): Promise<string | null> {
  if (!token) return null;
  const change = await db.asSystem().read((tx) => madeChange(tx, token).executeTakeFirst());
  return change?.old_email ?? null;
}

/**
 * Gives the account the address back that it had before a change, and undoes every change that came later. The one who
 * made them may know the password, or have set it: it opens nothing any more, every session and key ends, and so do second factors that
 * were set up since.
 * @returns the ticket for choosing a new password
 * @throws AppError `invalid` for a link that is used or too old, `conflict` for an address that another account has taken
 */
export async function undoAddressChange(
  { db }: Pick<AccountServices, "config" | "db">,
  token: string | undefined,
): Promise<ResetTicket> {
  return db.asSystem().write(async (tx) => {
    const change = token ? await madeChange(tx, token).forUpdate().executeTakeFirst() : undefined;
    if (!change?.old_email) throw new AppError("invalid", t(expiredUndoLink));
    const { user_id: userId, old_email: email } = change;
    await setAddress(tx, userId, email, takenBack);
    await tx
      .deleteFrom("address_changes")
      .where("user_id", "=", userId)
      .where((row) => row.or([row("old_email", "is", null), row("created_at", ">=", change.created_at)]))
      .execute();
    await tx.deleteFrom("credentials").where("user_id", "=", userId).execute();
    await dropFactorsSince(tx, userId, change.created_at);
    await endSignInSteps(tx, userId);
    await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await endApiKeys(tx, userId);
    await forgetDevices(tx, userId);
    const made = await newTicket(tx, email);
    if (!made) throw new Error("The account whose address was brought back is gone.");
    return made.ticket;
  });
}

/** A second factor or passkey from before the change stays: a mailed link doesn't replace it. */
async function dropFactorsSince(tx: Writer, userId: string, since: Date): Promise<void> {
  for (const table of ["totp_factors", "passkey_factors", "recovery_codes", "passkeys"] as const) {
    await tx.deleteFrom(table).where("user_id", "=", userId).where("created_at", ">=", since).execute();
  }
  await dropEmptyPasskeyFactor(tx, userId);
}

/** The address counts as confirmed: a link that was mailed there was used. */
async function setAddress(tx: Writer, userId: string, email: string, takenText: string): Promise<void> {
  try {
    await tx
      .updateTable("users")
      .set({ email, email_confirmed_at: sql<Date>`now()`, email_confirm_hash: null })
      .where("id", "=", userId)
      .execute();
  } catch (error) {
    if (violates(error, "users_email_key")) throw new AppError("conflict", t(takenText));
    throw error;
  }
  // They were mailed to the address of before.
  await endSignInLinks(tx, userId);
}

function waitingChange(tx: Reader, userId: string) {
  return tx
    .selectFrom("address_changes")
    .select(["id", "new_email"])
    .where("user_id", "=", userId)
    .where("old_email", "is", null)
    .where("expires_at", ">", sql<Date>`now()`);
}

function madeChange(tx: Reader, token: string) {
  return tx
    .selectFrom("address_changes")
    .select(["user_id", "old_email", "created_at"])
    .where("token_hash", "=", hashSecret(token))
    .where("old_email", "is not", null)
    .where("expires_at", ">", sql<Date>`now()`);
}
