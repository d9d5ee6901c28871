import { sql } from "kysely";
import { endApiKeys } from "#server/api/keys.ts";
import { recordAuditAction } from "#server/audit.ts";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import type { Services } from "#server/services.ts";
import { msg, t } from "~/shared/t";
import { forgetDevices } from "./known-devices.server.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.server.ts";
import { stepOf } from "./totp.server.ts";

/** Whether an account's sign-in asks for more than the password. The database says what counts as a second factor. */
export async function hasSecondFactor(tx: Reader, userId: string): Promise<boolean> {
  const { has } = await tx
    .selectNoFrom(sql<boolean>`app.has_second_factor(${userId})`.as("has"))
    .executeTakeFirstOrThrow();
  return has;
}

/** What the second step asks for. Of an app and a passkey it is the app's code; a passkey does as well. */
export type SecondFactor = "app" | "passkey";

/** What an account's sign-in asks for after the password; undefined where that is enough. */
export async function askedFactor(tx: Reader, userId: string): Promise<SecondFactor | undefined> {
  if (!(await hasSecondFactor(tx, userId))) return undefined;
  const app = await tx
    .selectFrom("totp_factors")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return app ? "app" : "passkey";
}

/** Whether an account's sign-in asks for a passkey after the password. */
export async function asksForPasskey(tx: Reader, userId: string): Promise<boolean> {
  const factor = await tx
    .selectFrom("passkey_factors")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return factor !== undefined;
}

/**
 * Where an account's passkeys were taken away by another way than its own screen: a second step that asks for one of
 * them, and has none left, ends.
 */
export async function dropEmptyPasskeyFactor(tx: Writer, userId: string): Promise<void> {
  await tx
    .deleteFrom("passkey_factors")
    .where("user_id", "=", userId)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom("passkeys").select("id").where("user_id", "=", userId))),
    )
    .execute();
}

/** What has shown that somebody has the second factor. */
export type TakenFactor = "totp" | "recovery-code";

/**
 * Takes a code of the account's authenticator app, or one of its recovery codes: each once.
 * @returns what it was; undefined for one that is wrong or was taken before
 */
export async function takeSecondFactor(
  tx: Writer,
  userId: string,
  typed: string,
): Promise<TakenFactor | undefined> {
  const digits = typed.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits)) return (await takeTotp(tx, userId, digits)) ? "totp" : undefined;
  const { numDeletedRows } = await tx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashRecoveryCode(typed))
    .executeTakeFirst();
  return numDeletedRows > 0n ? "recovery-code" : undefined;
}

/** Of several who bring the same code at once, the row's lock lets one take it. */
async function takeTotp(tx: Writer, userId: string, digits: string): Promise<boolean> {
  const factor = await tx
    .selectFrom("totp_factors")
    .select(["secret", "last_step"])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  const step = factor && stepOf(factor.secret, digits);
  if (step === undefined || step <= Number(factor?.last_step)) return false;
  await tx.updateTable("totp_factors").set({ last_step: step }).where("user_id", "=", userId).execute();
  return true;
}

/** Makes ten recovery codes in place of the account's earlier ones. @returns them, to be shown once */
export async function replaceRecoveryCodes(tx: Writer, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) })))
    .execute();
  return codes;
}

/** How many recovery codes an account has left. */
export async function recoveryCodesLeft(tx: Reader, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("recovery_codes")
    .select((rows) => rows.fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Sign-ins of the account that wait for a second factor begin anew: what they have proven no longer holds. Where sessions
 * end as well this comes first: one that a step begins in the same moment is there by then.
 */
export async function endSignInSteps(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom("sign_in_steps").where("user_id", "=", userId).execute();
}

/**
 * Takes an account's second factors and passkeys away, for the operator: the person has lost them. Ends its sessions, because the
 * operator may have been asked by another person, and tells its address.
 * @throws AppError `not-found` when there is no account with that address
 */
export async function resetSecondFactorByOperator(
  { config, db }: Pick<Services, "config" | "db">,
  email: string,
): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) throw new AppError("not-found", t("There is no account with the address {email}.", { email }));
    await endSignInSteps(tx, user.id);
    for (const table of ["totp_factors", "passkey_factors", "recovery_codes", "passkeys"] as const) {
      await tx.deleteFrom(table).where("user_id", "=", user.id).execute();
    }
    await tx.deleteFrom("sessions").where("user_id", "=", user.id).execute();
    await endApiKeys(tx, user.id);
    await forgetDevices(tx, user.id);
    await mailAccount(tx, user.id, (site) => resetByOperatorMail(config, site, email));
    await recordAuditAction(tx, "operator", "second_factor_reset", email, msg("by command"));
  });
}

function resetByOperatorMail({ origin }: Config, siteName: string, to: string) {
  return {
    to,
    subject: t("Your {siteName} account has no second factor any more", { siteName }),
    text: [
      t("Hello,"),
      t(
        "the operator of this site has taken the second factor and the passkeys of your account away, and ended every session. Signing in asks for your password alone now.",
      ),
      t("Set them up anew at {link}. If you didn't ask for this, choose a new password: {reset}", {
        link: `${origin}/account/security`,
        reset: `${origin}/signin?reset=1`,
      }),
      siteName,
    ].join("\n\n"),
  };
}
