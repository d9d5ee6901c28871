import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { escaped } from "../app/shared/escaped.ts";
import { msg, t } from "../app/shared/t.ts";
import { recordAuditAction } from "./audit.ts";
import type { Config } from "./config.ts";
import type { Reader, Writer } from "./db/database.ts";
import { AppError } from "./errors.ts";
import { mailAccount } from "./mail/account-mail.ts";
import type { Services } from "./services.ts";

// The owner's address alone gives no rights: a visitor can sign up with it. [decisions: Owner]

const linkHours = 24;
/** An account that signs in with the owner's address can't fill the owner's inbox. */
const againAfterHours = 1;

export const expiredConfirmation = msg(
  "This link is no longer good. Open the newest one; another is mailed when you sign in, once an hour at most.",
);

interface Account {
  userId: string;
  email: string;
}

/**
 * Makes the owner's account an admin, whatever was decided about it before. While its address is unconfirmed it mails
 * a link instead. Of other accounts nothing changes.
 */
export async function admitOwner(tx: Writer, config: Config, account: Account): Promise<void> {
  if (config.ownerEmail !== account.email) return;
  await promoteOwner(tx, account);
  await mailConfirmation(tx, config, account);
}

/** The same for the owner's account, as far as its address is confirmed. @returns false when nothing has changed */
export async function promoteOwner(tx: Writer, owner: Account): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ role: "admin", suspended_at: null, suspended_reason: null })
    .where("id", "=", owner.userId)
    .where("email_confirmed_at", "is not", null)
    .where("role", "<>", "admin")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAuditAction(tx, owner, "role_changed", owner.email, msg("musician to admin, as the owner"));
  return true;
}

/** Mails another link to the owner's unconfirmed address, if the last one is old enough. */
export async function askOwnerAgain(
  { config, db }: Pick<Services, "config" | "db">,
  owner: Account,
): Promise<void> {
  await db.asSystem().write((tx) => mailConfirmation(tx, config, owner));
}

/** How the owner's address is yet to be confirmed; null where there is nothing to confirm. */
export function waysToConfirm(
  { config }: Pick<Services, "config">,
  { mustConfirm }: { mustConfirm?: true },
): "by-mail" | "by-code" | null {
  if (!mustConfirm) return null;
  return config.smtpUrl ? "by-mail" : "by-code";
}

async function mailConfirmation(tx: Writer, config: Config, { userId, email }: Account): Promise<void> {
  if (!config.smtpUrl) return;
  const token = randomBytes(32).toString("base64url");
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ email_confirm_hash: hashOf(token), email_confirm_sent_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .where("email_confirmed_at", "is", null)
    .where((row) =>
      row.or([
        row("email_confirm_sent_at", "is", null),
        row("email_confirm_sent_at", "<", sql<Date>`now() - ${againAfterHours} * interval '1 hour'`),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await mailAccount(tx, userId, (site) => confirmationMail(config, site, email, token));
}

function confirmationMail({ origin }: Config, siteName: string, to: string, token: string) {
  const link = `${origin}/confirm-email?token=${token}`;
  const reset = `${origin}/signin?reset=1`;
  const opening = t(
    "An account with this address, which is the owner's, has signed in to your {siteName}. If that was you, confirm the address; the account then becomes an admin's:",
    { siteName },
  );
  const note = t("The link works once, for {hours} hours, in a browser where you are signed in.", {
    hours: linkHours,
  });
  const warning = t(
    "If it wasn't you, somebody has taken your address. Don't press anything; choose a new password, and the account is yours:",
  );
  return {
    to,
    subject: t("Confirm your address for {siteName}", { siteName }),
    text: [t("Hello,"), opening, link, note, warning, reset, siteName].join("\n\n"),
    html: [
      `<p>${escaped(t("Hello,"))}</p>`,
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${link}">${escaped(t("Confirm my address"))}</a></p>`,
      `<p>${escaped(note)}</p>`,
      `<p>${escaped(warning)}</p>`,
      `<p><a href="${reset}">${escaped(t("Choose a new password"))}</a></p>`,
      `<p>${escaped(siteName)}</p>`,
    ].join("\n"),
  };
}

/** Whether the link would be taken from this account now. Looking doesn't use it up. */
export async function isGoodConfirmation(
  { db }: Pick<Services, "db">,
  { userId }: Pick<Account, "userId">,
  token: string,
): Promise<boolean> {
  const found = await db.asSystem().read((tx) => goodLink(tx, userId, token).executeTakeFirst());
  return found !== undefined;
}

/**
 * Confirms the address that the link was mailed to, and uses the link up. Only a session of that very account may:
 * otherwise the owner would press the link of a stranger who knows the account's password.
 * @throws AppError `invalid` for a link that is used, replaced, too old, or another account's
 */
export async function confirmAddress(
  { config, db }: Pick<Services, "config" | "db">,
  account: Account,
  token: string,
): Promise<void> {
  await db.asSystem().write(async (tx) => {
    if (!(await goodLink(tx, account.userId, token).forUpdate().executeTakeFirst())) {
      throw new AppError("invalid", t(expiredConfirmation));
    }
    await markConfirmed(tx, account.userId);
    await admitOwner(tx, config, account);
  });
}

/** Marks the address as confirmed: a link or reset has shown that it is the account's. Earlier links no longer work. */
export async function markConfirmed(tx: Writer, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())`, email_confirm_hash: null })
    .where("id", "=", userId)
    .execute();
}

function goodLink(tx: Reader, userId: string, token: string) {
  return tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("email_confirm_hash", "=", hashOf(token))
    .where("email_confirm_sent_at", ">", sql<Date>`now() - ${linkHours} * interval '1 hour'`);
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
