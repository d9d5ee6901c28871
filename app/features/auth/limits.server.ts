import type { Reader, Writer } from "#server/db/database.ts";
import { type LimitRule, type Limits, limitKey } from "#server/http/limits.ts";

// The number of tries for an account and for a network.

const quarterHour = 15 * 60;
const hour = 3600;

/** Passwords tried for one account from one network. */
const signInPair: LimitRule = { name: "sign-in", tries: 10, windowSeconds: quarterHour };
/** Passwords tried from one network, for whatever account. */
const signInNetwork: LimitRule = { name: "sign-in-network", tries: 100, windowSeconds: quarterHour };
/**
 * Passwords tried for one account from all the networks it has never signed in from. Its own networks don't count
 * here and aren't held up: a stranger can't lock an owner out at home.
 */
const signInStrangers: LimitRule = { name: "sign-in-strangers", tries: 50, windowSeconds: hour };
/**
 * Passwords tried for one account in a browser that it has signed in with before. No other limit counts there, so that
 * nobody else, not even in the same network, can lock the account's owner out of it.
 */
const signInDevice: LimitRule = { name: "sign-in-device", tries: 10, windowSeconds: quarterHour };
/** Passwords given once more within one session, which no other session and no stranger uses up. */
const sessionPassword: LimitRule = { name: "session-password", tries: 10, windowSeconds: quarterHour };

const signUpAccount: LimitRule = { name: "sign-up", tries: 5, windowSeconds: hour };
const signUpNetwork: LimitRule = { name: "sign-up-network", tries: 50, windowSeconds: hour };

/**
 * The window is shorter than a reset link's life: when a stranger has used up all requests for an account, its owner
 * still has a link in the inbox that works.
 */
const resetAccount: LimitRule = { name: "reset", tries: 3, windowSeconds: quarterHour };
const resetNetwork: LimitRule = { name: "reset-network", tries: 20, windowSeconds: quarterHour };

/** Mails to a new address, asked for by one account, and to one address by whatever account. */
const addressAccount: LimitRule = { name: "new-address-account", tries: 10, windowSeconds: 24 * hour };
const addressMailbox: LimitRule = { name: "new-address", tries: 3, windowSeconds: quarterHour };

/** As for a reset: the window is shorter than a link's life of ten minutes, and no link ends another. */
const signInLinkAccount: LimitRule = { name: "sign-in-link", tries: 3, windowSeconds: 7 * 60 };
const signInLinkNetwork: LimitRule = { name: "sign-in-link-network", tries: 20, windowSeconds: 7 * 60 };

/** Passwords given for the link of one sign-up. */
const linkPassword: LimitRule = { name: "link-password", tries: 10, windowSeconds: quarterHour };

/** Reset tickets guessed from one network. A good one isn't counted. */
const ticketNetwork: LimitRule = { name: "new-password-network", tries: 20, windowSeconds: quarterHour };
/** Passwords given with one good reset ticket, which stays good while they are refused. */
const ticketPassword: LimitRule = { name: "new-password-ticket", tries: 20, windowSeconds: quarterHour };

/** Codes tried for one account, after its password was given: a stranger without it can't use the tries up. */
const secondFactor: LimitRule = { name: "second-factor", tries: 10, windowSeconds: quarterHour };

/** Uses of one passkey from one network. Those of other passkeys, and wrong passwords, count for nothing here. */
const passkeyNetwork: LimitRule = { name: "passkey", tries: 30, windowSeconds: quarterHour };

/** The account and the network of a try. */
export interface Attempt {
  email: string;
  network: string;
  /** The hash of the browser's token, where the account has signed in with this browser before. */
  knownDevice?: Buffer | undefined;
}

/** Before a password is looked at. @throws AppError `too-many` */
export async function spendSignIn(limits: Limits, attempt: Attempt, isKnownNetwork: boolean): Promise<void> {
  if (attempt.knownDevice) {
    return limits.spend(signInDevice, deviceKey(attempt.email, attempt.knownDevice));
  }
  await limits.spend(signInNetwork, limitKey(attempt.network));
  await limits.spend(signInPair, pairKey(attempt));
  if (!isKnownNetwork) await limits.spend(signInStrangers, limitKey(attempt.email));
}

/**
 * After the right password: the account's tries are given back. The network's are not: signing in to an account of
 * one's own would refill them.
 */
export async function refundSignIn(limits: Limits, attempt: Attempt): Promise<void> {
  if (attempt.knownDevice) await limits.reset(signInDevice, deviceKey(attempt.email, attempt.knownDevice));
  await limits.reset(signInPair, pairKey(attempt));
  await limits.reset(signInStrangers, limitKey(attempt.email));
}

/** Before the password of a signed-in account is looked at once more. @throws AppError `too-many` */
export async function spendSessionPassword(limits: Limits, session: Buffer): Promise<void> {
  await limits.spend(sessionPassword, limitKey(session.toString("hex")));
}

/** After the right one. */
export async function refundSessionPassword(limits: Limits, session: Buffer): Promise<void> {
  await limits.reset(sessionPassword, limitKey(session.toString("hex")));
}

/** Before an account is made. @throws AppError `too-many` */
export async function spendSignUp(limits: Limits, { email, network }: Attempt): Promise<void> {
  await limits.spend(signUpNetwork, limitKey(network));
  await limits.spend(signUpAccount, limitKey(email));
}

/** Before a reset link is sent. @throws AppError `too-many` */
export async function spendResetRequest(limits: Limits, { email, network }: Attempt): Promise<void> {
  await limits.spend(resetNetwork, limitKey(network));
  await limits.spend(resetAccount, limitKey(email));
}

/** Before a link is mailed to an account's new address. @throws AppError `too-many` */
export async function spendAddressMail(
  limits: Limits,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await limits.spend(addressAccount, limitKey(userId));
  await limits.spend(addressMailbox, limitKey(email));
}

/** Before a link that signs in is mailed. A known browser isn't held up by its network. @throws AppError `too-many` */
export async function spendSignInLink(
  limits: Limits,
  { email, network, knownDevice }: Attempt,
): Promise<void> {
  if (!knownDevice) await limits.spend(signInLinkNetwork, limitKey(network));
  await limits.spend(signInLinkAccount, limitKey(email));
}

/** Before the password of a sign-up is looked at, whose link is pressed. @throws AppError `too-many` */
export async function spendLinkPassword(limits: Limits, link: Buffer): Promise<void> {
  await limits.spend(linkPassword, limitKey(link.toString("hex")));
}

/** After a reset ticket that isn't good. @throws AppError `too-many` */
export async function spendTicketGuess(limits: Limits, network: string): Promise<void> {
  await limits.spend(ticketNetwork, limitKey(network));
}

/** Before the password is hashed that a good reset ticket brings. @throws AppError `too-many` */
export async function spendTicketPassword(limits: Limits, ticket: Buffer): Promise<void> {
  await limits.spend(ticketPassword, limitKey(ticket.toString("hex")));
}

/** Before the code of a second factor is looked at. @throws AppError `too-many` */
export async function spendSecondFactor(limits: Limits, userId: string): Promise<void> {
  await limits.spend(secondFactor, limitKey(userId));
}

/** After a right code. */
export async function refundSecondFactor(limits: Limits, userId: string): Promise<void> {
  await limits.reset(secondFactor, limitKey(userId));
}

/** Before a passkey's answer is looked at. @throws AppError `too-many` */
export async function spendPasskey(
  limits: Limits,
  { network, credential }: { network: string; credential: string },
): Promise<void> {
  await limits.spend(passkeyNetwork, limitKey(network, credential));
}

const knownForMs = 90 * 24 * 3600 * 1000;

/** Has this account signed in from this network within the last 90 days? */
export async function isKnownNetwork(tx: Reader, attempt: Attempt): Promise<boolean> {
  const row = await tx
    .selectFrom("rate_limits")
    .select("key")
    .where("key", "=", knownKey(attempt))
    .where("expire", ">", Date.now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps in mind that this account has signed in from this network. The limits' own clean-up forgets it. */
export async function rememberNetwork(tx: Writer, attempt: Attempt): Promise<void> {
  const expire = Date.now() + knownForMs;
  await tx
    .insertInto("rate_limits")
    .values({ key: knownKey(attempt), expire })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ expire }))
    .execute();
}

function knownKey(attempt: Attempt): string {
  return `sign-in-known:${pairKey(attempt)}`;
}

function pairKey({ email, network }: Attempt): string {
  return limitKey(email, network);
}

function deviceKey(email: string, device: Buffer): string {
  return limitKey(email, device.toString("hex"));
}
