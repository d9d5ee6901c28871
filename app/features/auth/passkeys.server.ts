import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { sql } from "kysely";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { siteName } from "#server/site-settings.ts";
import { passkeyObstacle } from "~/shared/passkeys";
import { msg, t } from "~/shared/t";
import { mostPasskeys, passkeyNameLength } from "./account-schema.ts";
import { type Browser, browserNames, browserText } from "./browser.server.ts";
import type { AccountServices } from "./commands.server.ts";
import { readCookie, setCookie } from "./cookies.server.ts";
import { spendPasskey } from "./limits.server.ts";
import { asksForPasskey } from "./second-factor.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { inSeconds, refreshPassword } from "./session.server.ts";
import { expiredStep, finishSignIn, finishWaitingStep, waitingStep } from "./sign-in-step.server.ts";

// Every passkey here is one that its device finds by itself and that it gives out to its user alone, by finger, face or
// PIN: so each of them signs in without a password, and without anybody saying first who they are. [decisions: Second step]

/** It takes ten megabytes, so it is loaded with the first passkey. */
const webauthn = () => import("@simplewebauthn/server");

/** Ed25519, ECDSA with SHA-256 and RSA with SHA-256, in COSE's numbers: every device has one of them. */
const algorithms = [-8, -7, -257];

/** Seconds for which a challenge may be answered. */
const challengeSeconds = 300;

const unknownPasskey = msg(
  "This passkey isn't known here, or not any more. Please sign in with your password, or with another passkey.",
);
const expiredChallenge = msg("That took too long, or it was answered already. Please try again.");
const wrongAnswer = msg("This passkey could not be checked. Please try again.");
const copiedPasskey = msg(
  "This passkey was refused: its device has counted fewer uses than were seen here, as a copy of it would. Please sign in with your password and remove it.",
);
const lastAskedPasskey = msg(
  "This is your last passkey, and signing in asks for one. Add another one first, or stop asking for it.",
);

interface Account {
  userId: string;
  email: string;
}

/** @throws AppError `forbidden` where no passkey works at the installation's address */
function relyingParty({ origin }: Config): { id: string; origin: string } {
  const obstacle = passkeyObstacle(origin);
  if (obstacle) throw new AppError("forbidden", obstacle);
  return { id: new URL(origin).hostname, origin };
}

/**
 * What a browser needs to use a passkey, and the cookie that ties the answer to this browser.
 * @param userId the account whose passkeys are good; without it any account's are, and the browser knows which it holds
 * @throws AppError `forbidden` where passkeys don't work
 */
export async function passkeyRequest(
  { config, db }: AccountServices,
  browser: Browser,
  userId?: string,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; cookie: string }> {
  const { id: rpID } = relyingParty(config);
  const held = userId ? await db.asSystem().read((tx) => credentialsOf(tx, userId)) : [];
  if (userId && held.length === 0) throw new AppError("invalid", t("This account has no passkey."));
  const challenge = newChallenge();
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID,
    challenge: challenge.bytes,
    allowCredentials: held,
    userVerification: "required",
    timeout: challengeSeconds * 1000,
  });
  const cookie = await db
    .asSystem()
    .write((tx) => keepChallenge(tx, config, browser, challenge.text, userId ?? null));
  return { options, cookie };
}

/**
 * What a browser needs to make a passkey for an account, and the cookie that ties the answer to this browser.
 * @throws AppError `forbidden` where passkeys don't work, `conflict` where the account has as many as it may
 */
export async function passkeyOffer(
  { config, db }: AccountServices,
  browser: Browser,
  { userId, email }: Account,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; cookie: string }> {
  const { id: rpID } = relyingParty(config);
  const { held, rpName } = await db.asSystem().read(async (tx) => ({
    held: await credentialsOf(tx, userId),
    rpName: await siteName(tx),
  }));
  refuseAboveMost(held.length);
  const challenge = newChallenge();
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName,
    rpID,
    userID: userHandle(userId),
    userName: email,
    challenge: challenge.bytes,
    attestationType: "none",
    excludeCredentials: held,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
    timeout: challengeSeconds * 1000,
  });
  const cookie = await db
    .asSystem()
    .write((tx) => keepChallenge(tx, config, browser, challenge.text, userId));
  return { options, cookie };
}

/**
 * Keeps the passkey that a browser has made for an account, named after that browser, and tells the account's address.
 * @param response the browser's answer to `passkeyOffer`, as JSON
 * @returns the name
 * @throws AppError `invalid` for an answer that is wrong, late or used, `conflict` for a passkey that is kept already or
 * one too many
 */
export async function addPasskey(
  { config, db }: AccountServices,
  browser: Browser,
  { userId, email }: Account,
  response: string,
): Promise<string> {
  const { id, origin } = relyingParty(config);
  const answer: RegistrationResponseJSON = parseAnswer(registrationShape, response);
  const challenge = await spendChallenge({ config, db }, browser, answer, userId);
  const { registrationInfo } = await (await webauthn())
    .verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    .catch(refuseAnswer);
  if (!registrationInfo) throw new AppError("invalid", t(wrongAnswer));
  const { credential, credentialBackedUp } = registrationInfo;
  const name = browserText(browserNames(browser.userAgent)).slice(0, passkeyNameLength);

  await db.asSystem().write(async (tx) => {
    // Two browsers at once take turns.
    await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
    refuseAboveMost((await credentialsOf(tx, userId)).length);
    const added = await tx
      .insertInto("passkeys")
      .values({
        user_id: userId,
        credential_id: Buffer.from(credential.id, "base64url"),
        public_key: Buffer.from(credential.publicKey),
        sign_count: credential.counter,
        transports: credential.transports ?? [],
        name,
        is_synced: credentialBackedUp,
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) throw new AppError("conflict", t("This passkey is here already."));
    await mailAccount(tx, userId, (site) => passkeyMail(config, site, email, "added", name));
  });
  return name;
}

/** @throws AppError `not-found` for a passkey that isn't the account's */
export async function renamePasskey(
  { db }: AccountServices,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("passkeys")
        .set({ name })
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .executeTakeFirst(),
    );
  if (numUpdatedRows === 0n) throw new AppError("not-found", t("This passkey is gone."));
}

/**
 * Removes a passkey and tells the account's address. One that is gone already is as good.
 * @throws AppError `conflict` for the last one of an account that is asked for a passkey after the password
 */
export async function removePasskey(
  { config, db }: AccountServices,
  { userId, email }: Account,
  id: string,
): Promise<void> {
  await db.asSystem().write(async (tx) => {
    // Asking for passkeys is switched on under the same lock.
    await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
    const removed = await tx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning("name")
      .executeTakeFirst();
    if (!removed) return;
    if ((await asksForPasskey(tx, userId)) && (await credentialsOf(tx, userId)).length === 0) {
      throw new AppError("conflict", t(lastAskedPasskey));
    }
    await mailAccount(tx, userId, (site) => passkeyMail(config, site, email, "removed", removed.name));
  });
}

/** A passkey for the account's own screen. */
export interface OwnPasskey {
  id: string;
  /** The id that its device knows it by, in base64url. */
  credentialId: string;
  name: string;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

/** The account's passkeys, the first one first. */
export async function ownPasskeys(tx: Reader, userId: string): Promise<OwnPasskey[]> {
  const rows = await tx
    .selectFrom("passkeys")
    .select(["id", "credential_id", "name", "is_synced", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(mostPasskeys)
    .execute();
  return rows.map(({ credential_id, ...passkey }) => ({
    ...passkey,
    credentialId: credential_id.toString("base64url"),
  }));
}

/** Whether the account can show by a passkey who sits there. */
export async function takesPasskey(
  { config, db }: Pick<AccountServices, "config" | "db">,
  userId: string,
): Promise<boolean> {
  if (passkeyObstacle(config.origin)) return false;
  const found = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("passkeys").select("id").where("user_id", "=", userId).limit(1).executeTakeFirst(),
    );
  return found !== undefined;
}

/**
 * Signs in with a passkey, which takes the place of password and second step. Wrong passwords, however many, hold up none.
 * @returns the `Set-Cookie`s of the new session
 * @throws AppError `invalid`, `too-many`, `forbidden` where passkeys don't work
 */
export function signInWithPasskey(
  services: AccountServices,
  browser: Browser,
  { response, remember, account }: { response: string; remember: boolean; account?: string | undefined },
): Promise<string[]> {
  const { config } = services;
  return withPasskey(services, browser, response, null, (tx, { userId }) => {
    // The open screen shows another account's data.
    if (account && account !== userId) {
      throw new AppError("invalid", t("This passkey belongs to another account than this screen."));
    }
    return finishSignIn(tx, config, { userId, remember, browser });
  });
}

/**
 * Takes a passkey in the place of the code that this browser's sign-in waits for.
 * @returns the `Set-Cookie`s of the session, and the one that removes the step's
 * @throws AppError `invalid`, `too-many`, `unauthenticated` when the sign-in must begin anew
 */
export async function passSecondStepByPasskey(
  services: AccountServices,
  browser: Browser,
  response: string,
): Promise<string[]> {
  const step = await waitingStep(services, browser.cookies);
  if (!step) throw new AppError("unauthenticated", t(expiredStep));
  return withPasskey(services, browser, response, step.userId, (tx) =>
    finishWaitingStep(tx, services.config, browser),
  );
}

/**
 * Takes a passkey where an action needs to know that the account's owner sits at the browser.
 * @returns the `Set-Cookie` of the session's new token
 * @throws AppError `invalid`, `too-many`, `forbidden` where passkeys don't work
 */
export function confirmByPasskey(
  services: AccountServices,
  browser: Browser,
  userId: string,
  response: string,
): Promise<string[]> {
  const { config } = services;
  return withPasskey(services, browser, response, userId, (tx) =>
    refreshPassword(tx, config, browser.cookies),
  );
}

/**
 * Checks a browser's answer to `passkeyRequest`, notes that the passkey was used, and acts for its account in the same
 * transaction.
 * @param response the answer, as JSON
 * @param asked the account that was asked for its passkey; null where any may answer
 * @throws AppError `invalid` for an answer that is wrong, late or used, or whose passkey isn't known, the account's, or
 * the only one of its kind; `too-many`; `forbidden` where passkeys don't work
 */
async function withPasskey<Result>(
  services: AccountServices,
  browser: Browser,
  response: string,
  asked: string | null,
  act: (tx: Writer, account: Account) => Promise<Result>,
): Promise<Result> {
  const { config, db, limits } = services;
  const { id: rpID, origin } = relyingParty(config);
  const answer: AuthenticationResponseJSON = parseAnswer(authenticationShape, response);
  await spendPasskey(limits, { network: browser.network, credential: answer.id });
  const challenge = await spendChallenge(services, browser, answer, asked);
  const held = await db.asSystem().read((tx) => findPasskey(tx, answer.id));
  if (!held || !isOwners(answer, held.userId) || (asked && asked !== held.userId)) {
    throw new AppError("invalid", t(unknownPasskey));
  }

  const { verified, authenticationInfo } = await (await webauthn())
    .verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      // The count is compared below, once the signature says that it is the device's own.
      credential: { id: answer.id, publicKey: new Uint8Array(held.public_key), counter: 0 },
    })
    .catch(refuseAnswer);
  if (!verified) throw new AppError("invalid", t(wrongAnswer));
  const { newCounter, credentialBackedUp } = authenticationInfo;
  const counts = newCounter > 0 || held.sign_count > 0;
  if (counts && newCounter <= held.sign_count) {
    await db
      .asSystem()
      .write((tx) => mailAccount(tx, held.userId, (site) => copiedMail(config, site, held.email, held.name)));
    throw new AppError("invalid", t(copiedPasskey));
  }

  return db.asSystem().write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("passkeys")
      .set({ sign_count: newCounter, is_synced: credentialBackedUp, last_used_at: sql<Date>`now()` })
      .where("id", "=", held.id)
      // Neither removed nor used by a copy meanwhile.
      .where("sign_count", "=", held.sign_count)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("invalid", t(unknownPasskey));
    return act(tx, { userId: held.userId, email: held.email });
  });
}

function findPasskey(tx: Reader, credentialId: string) {
  return tx
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .select(["passkeys.id", "passkeys.name", "passkeys.public_key", "passkeys.sign_count"])
    .select(["users.id as userId", "users.email"])
    .where("passkeys.credential_id", "=", Buffer.from(credentialId, "base64url"))
    .executeTakeFirst();
}

async function credentialsOf(tx: Reader, userId: string): Promise<{ id: string; transports: string[] }[]> {
  const rows = await tx
    .selectFrom("passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .limit(mostPasskeys)
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString("base64url"),
    transports,
  }));
}

function refuseAboveMost(held: number): void {
  if (held < mostPasskeys) return;
  throw new AppError(
    "conflict",
    t("You have {count} passkeys. Please remove one first.", { count: mostPasskeys }),
  );
}

/** The id is random and says nothing of its account: what the devices keep to tell accounts apart. */
export function userHandle(userId: string) {
  return new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"));
}

/** Devices that name the account of the passkey must name its owner. */
function isOwners({ response: { userHandle: named } }: AuthenticationResponseJSON, userId: string): boolean {
  return named === undefined || Buffer.from(named, "base64url").equals(userHandle(userId));
}

function newChallenge(): { text: string; bytes: Uint8Array<ArrayBuffer> } {
  const text = newSecret();
  return { text, bytes: new Uint8Array(Buffer.from(text, "base64url")) };
}

/** Keeps a challenge for this browser and forgets those that have run out. @returns the browser's `Set-Cookie` */
async function keepChallenge(
  tx: Writer,
  config: Config,
  browser: Browser,
  challenge: string,
  userId: string | null,
): Promise<string> {
  // One for all tabs, so that a second one ends nothing in the first.
  const secret = readCookie(config, "passkey", browser.cookies) ?? newSecret();
  await tx.deleteFrom("passkey_challenges").where("expires_at", "<=", sql<Date>`now()`).execute();
  await tx
    .insertInto("passkey_challenges")
    .values({
      challenge_hash: hashSecret(challenge),
      browser_hash: hashSecret(secret),
      user_id: userId,
      expires_at: inSeconds(challengeSeconds),
    })
    .execute();
  return setCookie(config, "passkey", secret, { maxAge: challengeSeconds });
}

/**
 * Uses up the challenge that an answer names, whatever becomes of the answer.
 * @throws AppError `invalid` when there is none of this browser and account, or it is too old
 */
async function spendChallenge(
  { config, db }: Pick<AccountServices, "config" | "db">,
  browser: Browser,
  { response: { clientDataJSON } }: { response: { clientDataJSON: string } },
  userId: string | null,
): Promise<string> {
  const secret = readCookie(config, "passkey", browser.cookies);
  const challenge = await challengeIn(clientDataJSON);
  const spent = await db.asSystem().write((tx) =>
    tx
      .deleteFrom("passkey_challenges")
      .where("challenge_hash", "=", hashSecret(challenge))
      .where("browser_hash", "=", hashSecret(secret ?? ""))
      .where("user_id", "is not distinct from", userId)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning("challenge_hash")
      .executeTakeFirst(),
  );
  if (!spent) throw new AppError("invalid", t(expiredChallenge));
  return challenge;
}

async function challengeIn(clientDataJSON: string): Promise<string> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  try {
    return z.object({ challenge: z.string() }).parse(decodeClientDataJSON(clientDataJSON)).challenge;
  } catch (cause) {
    throw new AppError("invalid", t(wrongAnswer), { cause });
  }
}

const base64url = z
  .string()
  .min(1)
  .regex(/^[\w-]+$/);
const anyAnswer = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  // Nothing is asked for that would stand in them.
  clientExtensionResults: z.object({}).default({}),
};
const registrationShape = z.object({
  ...anyAnswer,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
const authenticationShape = z.object({
  ...anyAnswer,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

function parseAnswer<Shape extends z.ZodType>(shape: Shape, json: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(json));
  } catch (cause) {
    throw new AppError("invalid", t(wrongAnswer), { cause });
  }
}

/** The library says with plain errors what is wrong with an answer. */
function refuseAnswer(cause: unknown): never {
  throw new AppError("invalid", t(wrongAnswer), { cause });
}

function passkeyMail(
  { origin }: Config,
  siteName: string,
  to: string,
  what: "added" | "removed",
  name: string,
) {
  return {
    to,
    subject:
      what === "added"
        ? t("A passkey was added to your {siteName} account", { siteName })
        : t("A passkey was removed from your {siteName} account", { siteName }),
    text: [
      t("Hello,"),
      what === "added"
        ? t("a passkey was added to your account: {name}. With it one can sign in without your password.", {
            name,
          })
        : t("a passkey was removed from your account: {name}. It no longer signs in.", { name }),
      t("If that was you, there is nothing to do."),
      t("If it wasn't, choose a new password, which ends every session: {link}", {
        link: `${origin}/signin?reset=1`,
      }),
      t("Then look at your passkeys, and remove those that aren't yours: {link}", {
        link: `${origin}/account/security`,
      }),
      siteName,
    ].join("\n\n"),
  };
}

function copiedMail({ origin }: Config, siteName: string, to: string, name: string) {
  return {
    to,
    subject: t("A passkey of your {siteName} account was refused", { siteName }),
    text: [
      t("Hello,"),
      t(
        "a passkey of your account was used and refused: {name}. Its device has counted fewer uses than were seen here. It may have been copied.",
        { name },
      ),
      t("Please sign in with your password, remove that passkey and make a new one: {link}", {
        link: `${origin}/account/security`,
      }),
      siteName,
    ].join("\n\n"),
  };
}
