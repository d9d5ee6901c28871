import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { admitOwner } from "#server/owner.ts";
import type { Services } from "#server/services.ts";
import { msg, t } from "~/shared/t";
import type { Browser } from "./browser.server.ts";
import { readCookie, setCookie } from "./cookies.server.ts";
import { refundSecondFactor, rememberNetwork, spendSecondFactor } from "./limits.server.ts";
import {
  askedFactor,
  recoveryCodesLeft,
  type SecondFactor,
  takeSecondFactor,
} from "./second-factor.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { inSeconds, startSession } from "./session.server.ts";

// Between the right password and the session of an account with a second factor stands a row of `sign_in_steps`, and a
// cookie that opens nothing but the screen that asks for a code.

const lifetimeSeconds = 600;
const mostTries = 5;

export const expiredStep = msg("This sign-in has run out. Please sign in again.");
const tooManyCodes = msg("That was the last try. Please sign in again.");

/** Who signs in, and where. */
interface SigningIn {
  userId: string;
  remember: boolean;
  browser: Browser;
}

/** What a sign-in has come to. */
export interface SignIn {
  /** The `Set-Cookie`s of the session, or of the step that waits for the second factor. */
  cookies: string[];
  /** False where the second factor is still to be given, at `secondStepPath`. */
  isComplete: boolean;
  /** What is asked for there. */
  asks?: SecondFactor;
}

/**
 * Goes on after one proof, such as the password or a mailed link: with a session, or where the account has a second
 * factor, with the step that asks for it. Every way in that proves one thing comes through here.
 */
export async function completeSignIn(tx: Writer, config: Config, who: SigningIn): Promise<SignIn> {
  const asks = await askedFactor(tx, who.userId);
  if (!asks) {
    return { cookies: await finishSignIn(tx, config, who), isComplete: true };
  }
  const token = newSecret();
  await tx.deleteFrom("sign_in_steps").where("expires_at", "<=", sql<Date>`now()`).execute();
  await tx
    .insertInto("sign_in_steps")
    .values({
      token_hash: hashSecret(token),
      user_id: who.userId,
      remember: who.remember,
      expires_at: inSeconds(lifetimeSeconds),
    })
    .execute();
  const cookies = [setCookie(config, "step", token, { maxAge: lifetimeSeconds })];
  return { cookies, isComplete: false, asks };
}

/**
 * Begins the session of an account that has proven all it must.
 * @returns the `Set-Cookie`s of the session
 */
export async function finishSignIn(tx: Writer, config: Config, who: SigningIn): Promise<string[]> {
  const { userId, browser } = who;
  const { email } = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await admitOwner(tx, config, { userId, email });
  await rememberNetwork(tx, { email, network: browser.network });
  return startSession(tx, config, who);
}

/** The account whose sign-in waits in this browser for a second factor, and for which; undefined where none does. */
export async function waitingStep(
  { config, db }: Pick<Services, "config" | "db">,
  cookies: string | null,
): Promise<{ userId: string; asks: SecondFactor } | undefined> {
  const token = readCookie(config, "step", cookies);
  if (!token) return undefined;
  return db.asSystem().read(async (tx) => {
    const step = await findStep(tx, token);
    const asks = step && (await askedFactor(tx, step.userId));
    return asks && { ...step, asks };
  });
}

function findStep(tx: Reader, token: string) {
  return tx
    .selectFrom("sign_in_steps")
    .select("user_id as userId")
    .where("token_hash", "=", hashSecret(token))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Takes the code that this browser's sign-in waits for. Only who has given the password spends tries, so nobody else can
 * use them up.
 * @returns the `Set-Cookie`s of the session, and the one that removes the step's
 * @throws AppError `invalid` for a wrong code, `unauthenticated` when the sign-in must begin anew, `too-many`
 */
export async function passSecondStep(
  services: Pick<Services, "config" | "db" | "limits">,
  browser: Browser,
  typed: string,
): Promise<string[]> {
  const { config, db, limits } = services;
  const token = readCookie(config, "step", browser.cookies);
  const step = token && (await db.asSystem().read((tx) => findStep(tx, token)));
  if (!step) throw new AppError("unauthenticated", t(expiredStep));
  const { userId } = step;
  await spendSecondFactor(limits, userId);

  // A wrong code is no error within the transaction: that it was tried must stay.
  const outcome = await db.asSystem().write(async (tx) => {
    const tried = await tx
      .updateTable("sign_in_steps")
      .set((row) => ({ tries: row("tries", "+", 1) }))
      .where("token_hash", "=", hashSecret(token))
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["tries", "remember"])
      .executeTakeFirst();
    if (!tried) return { refusal: new AppError("unauthenticated", t(expiredStep)) };
    const factor = await takeSecondFactor(tx, userId, typed);
    if (!factor && tried.tries < mostTries) return { refusal: wrongCode(mostTries - tried.tries) };
    await tx.deleteFrom("sign_in_steps").where("token_hash", "=", hashSecret(token)).execute();
    const email = await emailOf(tx, userId);
    if (!factor) {
      await mailAccount(tx, userId, (site) => wrongCodesMail(config, site, email));
      return { refusal: new AppError("unauthenticated", t(tooManyCodes)) };
    }
    if (factor === "recovery-code") {
      const left = await recoveryCodesLeft(tx, userId);
      await mailAccount(tx, userId, (site) => usedCodeMail(config, site, email, left));
    }
    return { cookies: await finishSignIn(tx, config, { userId, remember: tried.remember, browser }) };
  });
  if (outcome.refusal) throw outcome.refusal;
  await refundSecondFactor(limits, userId);
  return [...outcome.cookies, setCookie(config, "step", "", { maxAge: 0 })];
}

/**
 * Ends the step that waits in this browser, after another proof than a code, with the session.
 * @returns the `Set-Cookie`s of the session, and the one that removes the step's
 * @throws AppError `unauthenticated` when the sign-in must begin anew
 */
export async function finishWaitingStep(tx: Writer, config: Config, browser: Browser): Promise<string[]> {
  const token = readCookie(config, "step", browser.cookies);
  const step = await tx
    .deleteFrom("sign_in_steps")
    .where("token_hash", "=", hashSecret(token ?? ""))
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id as userId", "remember"])
    .executeTakeFirst();
  if (!step) throw new AppError("unauthenticated", t(expiredStep));
  const cookies = await finishSignIn(tx, config, { ...step, browser });
  return [...cookies, setCookie(config, "step", "", { maxAge: 0 })];
}

async function emailOf(tx: Reader, userId: string): Promise<string> {
  const { email } = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return email;
}

function wrongCode(left: number): AppError {
  const text = t(
    "This code is not right, or was used before. {left, plural, one {One try is left.} other {# tries are left.}}",
    { left },
  );
  return new AppError("invalid", text, { field: "code" });
}

function usedCodeMail({ origin }: Config, siteName: string, to: string, left: number) {
  return {
    to,
    subject: t("A recovery code of your {siteName} account was used", { siteName }),
    text: [
      t("Hello,"),
      t(
        "{left, plural, =0 {somebody has signed in to your account with one of its recovery codes. That code is used up, none is left.} one {somebody has signed in to your account with one of its recovery codes. That code is used up, one is left.} other {somebody has signed in to your account with one of its recovery codes. That code is used up, # are left.}}",
        { left },
      ),
      t("If that was you, new codes are made at {link}.", { link: `${origin}/account/security` }),
      t("If it wasn't, choose a new password, which ends every session: {link}", {
        link: `${origin}/signin?reset=1`,
      }),
      siteName,
    ].join("\n\n"),
  };
}

function wrongCodesMail({ origin }: Config, siteName: string, to: string) {
  return {
    to,
    subject: t("Wrong codes for your {siteName} account", { siteName }),
    text: [
      t("Hello,"),
      t(
        "somebody has given the password of your account, and then {count} wrong codes for its second factor. They weren't let in.",
        { count: mostTries },
      ),
      t("If that wasn't you, your password is known to somebody: choose a new one at {link}", {
        link: `${origin}/signin?reset=1`,
      }),
      siteName,
    ].join("\n\n"),
  };
}
