import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Database, Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import type { Services } from "#server/services.ts";
import { siteName } from "#server/site-settings.ts";
import { passkeyObstacle } from "~/shared/passkeys";
import { msg, t } from "~/shared/t";
import { requireFreshPassword, type Viewer } from "~/viewer.server";
import { refundSecondFactor, spendSecondFactor } from "./limits.server.ts";
import { ownPasskeys } from "./passkeys.server.ts";
import {
  asksForPasskey,
  endSignInSteps,
  hasSecondFactor,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  takeSecondFactor,
} from "./second-factor.server.ts";
import { newTotpSecret, stepOf, type TotpSetup, totpSetup } from "./totp.server.ts";

/** What the account's security page shows. */
export interface ShownSecurity {
  /** Whether an authenticator app is set up. */
  hasTotp: boolean;
  /** The app that is being set up. The secret is shown after a password that was just given. */
  setup?: TotpSetup;
  /** Whether a passkey is asked for after the password. */
  asksForPasskey: boolean;
  hasSecondFactor: boolean;
  codesLeft: number;
  /** The account may do nothing as an admin before it has a second factor. */
  isMissing: boolean;
}

/** After that a secret that was shown and never used must be made anew. */
const setupMinutes = 60;

/** The account's second factors. */
export async function shownSecurity(db: Database, viewer: Viewer): Promise<ShownSecurity> {
  const { userId, email, hasFreshPassword } = viewer;
  return db.asSystem().read(async (tx) => {
    const factor = await tx
      .selectFrom("totp_factors")
      .select("confirmed_at")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    const secret = hasFreshPassword ? await secretInSetup(tx, userId) : undefined;
    return {
      hasTotp: Boolean(factor?.confirmed_at),
      ...(secret && { setup: totpSetup(secret, email, await siteName(tx)) }),
      asksForPasskey: await asksForPasskey(tx, userId),
      hasSecondFactor: await hasSecondFactor(tx, userId),
      codesLeft: await recoveryCodesLeft(tx, userId),
      isMissing: viewer.lacksSecondFactor === true,
    };
  });
}

async function secretInSetup(tx: Reader, userId: string): Promise<Buffer | undefined> {
  const factor = await tx
    .selectFrom("totp_factors")
    .select("secret")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("created_at", ">", sql<Date>`now() - ${setupMinutes} * interval '1 min'`)
    .executeTakeFirst();
  return factor?.secret;
}

/**
 * Makes the secret of an authenticator app. It counts for nothing before `confirmTotp`.
 * @throws AppError `conflict` where one is set up, `forbidden` without a fresh password
 */
export async function beginTotp({ db }: Pick<Services, "db">, viewer: Viewer): Promise<void> {
  requireFreshPassword(viewer);
  const secret = newTotpSecret();
  const begun = { secret, created_at: sql<Date>`now()`, last_step: 0 };
  await db.asSystem().write(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("totp_factors")
      .values({ user_id: viewer.userId, ...begun })
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet(begun).where("totp_factors.confirmed_at", "is", null),
      )
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows)
      throw new AppError("conflict", t("An authenticator app is set up already."));
  });
}

/** Forgets a secret that was not confirmed. */
export async function cancelTotp({ db }: Pick<Services, "db">, { userId }: Viewer): Promise<void> {
  await db
    .asSystem()
    .write((tx) =>
      tx.deleteFrom("totp_factors").where("user_id", "=", userId).where("confirmed_at", "is", null).execute(),
    );
}

/**
 * Takes the first code of the app that is being set up: from now on signing in asks for one.
 * @returns the account's recovery codes, to be shown once
 * @throws AppError `invalid` for a wrong code, `conflict` where nothing is being set up, `forbidden`, `too-many`
 */
export async function confirmTotp(
  { config, db, limits }: Pick<Services, "config" | "db" | "limits">,
  viewer: Viewer,
  typed: string,
): Promise<string[]> {
  requireFreshPassword(viewer);
  const { userId, email } = viewer;
  await spendSecondFactor(limits, userId);
  const codes = await db.asSystem().write(async (tx) => {
    const secret = await secretInSetup(tx, userId);
    if (!secret) throw new AppError("conflict", t("Setting up took too long. Please begin again."));
    const step = stepOf(secret, typed.replace(/[\s-]/g, ""));
    if (step === undefined) throw new AppError("invalid", t(wrongFirstCode), { field: "code" });
    const { numUpdatedRows } = await tx
      .updateTable("totp_factors")
      .set({ confirmed_at: sql<Date>`now()`, last_step: step })
      .where("user_id", "=", userId)
      .where("confirmed_at", "is", null)
      .where("secret", "=", secret)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("conflict", t("It was set up meanwhile."));
    await mailAccount(tx, userId, (site) =>
      changedMail(config, site, email, t("an authenticator app was set up for your account.")),
    );
    return replaceRecoveryCodes(tx, userId);
  });
  await refundSecondFactor(limits, userId);
  return codes;
}

const wrongFirstCode = msg(
  "This code is not right. Give the one that the app shows now; if it is refused again, look whether this device and the other show the same time.",
);

/**
 * Switches the authenticator app off. The recovery codes go with the account's last second factor.
 * @throws AppError `invalid` for a wrong code, `conflict` for an admin who must have a second factor, `forbidden`, `too-many`
 */
export async function disableTotp(
  { config, db, limits }: Pick<Services, "config" | "db" | "limits">,
  viewer: Viewer,
  typed: string,
): Promise<void> {
  requireFreshPassword(viewer);
  const { userId, email } = viewer;
  await spendSecondFactor(limits, userId);
  await db.asSystem().write(async (tx) => {
    const isRequired = await holdRequirement(tx);
    if (!(await takeSecondFactor(tx, userId, typed))) {
      throw new AppError("invalid", t("This code is not right, or was used before."), { field: "code" });
    }
    await tx.deleteFrom("totp_factors").where("user_id", "=", userId).execute();
    await afterRemoval(tx, userId, isRequired);
    await mailAccount(tx, userId, (site) =>
      changedMail(config, site, email, t("the authenticator app was switched off for your account.")),
    );
  });
  await refundSecondFactor(limits, userId);
}

/**
 * Has sign-in ask for a passkey after the password, whatever that was proven by.
 * @returns the account's recovery codes, to be shown once
 * @throws AppError `conflict` where the account has no passkey or is asked for one already, `forbidden` without a fresh
 * password and where passkeys don't work
 */
export async function askForPasskeys(
  { config, db }: Pick<Services, "config" | "db">,
  viewer: Viewer,
): Promise<string[]> {
  requireFreshPassword(viewer);
  const obstacle = passkeyObstacle(config.origin);
  if (obstacle) throw new AppError("forbidden", obstacle);
  const { userId, email } = viewer;
  return db.asSystem().write(async (tx) => {
    // The last passkey is removed under the same lock.
    await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
    if ((await ownPasskeys(tx, userId)).length === 0) {
      throw new AppError("conflict", t("You have no passkey that could be asked for. Please add one first."));
    }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("passkey_factors")
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows)
      throw new AppError("conflict", t("Signing in asks for a passkey already."));
    await mailAccount(tx, userId, (site) =>
      changedMail(
        config,
        site,
        email,
        t("signing in asks for a passkey after the password of your account."),
      ),
    );
    return replaceRecoveryCodes(tx, userId);
  });
}

/**
 * Has sign-in ask for no passkey any more. The recovery codes go with the account's last second factor.
 * @throws AppError `conflict` for an admin who must have a second factor, `forbidden` without a fresh password
 */
export async function stopAskingForPasskeys(
  { config, db }: Pick<Services, "config" | "db">,
  viewer: Viewer,
): Promise<void> {
  requireFreshPassword(viewer);
  const { userId, email } = viewer;
  await db.asSystem().write(async (tx) => {
    const isRequired = await holdRequirement(tx);
    const { numDeletedRows } = await tx
      .deleteFrom("passkey_factors")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await afterRemoval(tx, userId, isRequired);
    await mailAccount(tx, userId, (site) =>
      changedMail(config, site, email, t("signing in no longer asks for a passkey of your account.")),
    );
  });
}

/**
 * Whether admins must have a second factor. The lock makes the setting wait: it is never switched on by an admin whose
 * last second factor goes meanwhile.
 */
async function holdRequirement(tx: Writer): Promise<boolean> {
  const { requires_second_factor } = await tx
    .selectFrom("site_settings")
    .select("requires_second_factor")
    .forShare()
    .executeTakeFirstOrThrow();
  return requires_second_factor;
}

/** What follows once a second factor is gone. @throws AppError `conflict` for an admin who must have one */
async function afterRemoval(tx: Writer, userId: string, isRequired: boolean): Promise<void> {
  if (await hasSecondFactor(tx, userId)) return;
  const { role } = await tx
    .selectFrom("users")
    .select("role")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (isRequired && role === "admin") {
    throw new AppError(
      "conflict",
      t(
        "Admins of this site must have a second factor, so it can't be switched off. An admin can change that in the site's settings.",
      ),
    );
  }
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await endSignInSteps(tx, userId);
}

/**
 * Makes new recovery codes; the earlier ones end.
 * @returns them, to be shown once
 * @throws AppError `conflict` where the account has no second factor, `forbidden`
 */
export async function makeRecoveryCodes(
  { config, db }: Pick<Services, "config" | "db">,
  viewer: Viewer,
): Promise<string[]> {
  requireFreshPassword(viewer);
  return db.asSystem().write(async (tx) => {
    // Of two at once the later one's codes hold, all ten of them.
    await tx.selectFrom("users").select("id").where("id", "=", viewer.userId).forNoKeyUpdate().execute();
    if (!(await hasSecondFactor(tx, viewer.userId))) {
      throw new AppError("conflict", t("There is no second factor any more that they could stand in for."));
    }
    await mailAccount(tx, viewer.userId, (site) =>
      changedMail(config, site, viewer.email, t("new recovery codes were made for your account.")),
    );
    return replaceRecoveryCodes(tx, viewer.userId);
  });
}

function changedMail({ origin }: Config, siteName: string, to: string, what: string) {
  return {
    to,
    subject: t("The second factor of your {siteName} account was changed", { siteName }),
    text: [
      t("Hello,"),
      what,
      t("If that wasn't you, choose a new password, which ends every session: {link}", {
        link: `${origin}/signin?reset=1`,
      }),
      siteName,
    ].join("\n\n"),
  };
}
