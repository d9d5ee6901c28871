import { msg } from "./t.ts";

/** Says for which account the screen was made that sends something, so that nothing is saved for another. */
export const accountHeader = "X-Account";

/** Where the password is taken again, and where a session learns whether it needs to. */
export const confirmPath = "/confirm-password";

/** The screen's text when its work could not be done because the user didn't sign in again. */
export const signedOutText = msg("You are signed out. Sign in to save.");

interface Asker {
  /** The id of the account that the screen is made for. */
  account: string;
  /** Asks for the password, on top of whatever is open. @returns whether it was given */
  ask(): Promise<boolean>;
}

/** Of this tab; undefined without an account. */
let asker: Asker | undefined;
let question: Promise<boolean> | undefined;

/** Names who asks from now on. @returns what takes that back */
export function setAsker(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = undefined;
  };
}

/** Whether an account is signed in as far as this screen knows. */
export function hasAccount(): boolean {
  return asker !== undefined;
}

/** The headers of a request for this screen's account alone. */
export function accountHeaders(): Readonly<Record<string, string>> {
  return asker ? { [accountHeader]: asker.account } : {};
}

/**
 * For a request that was refused for want of a session: finds out whether there is one after all, or asks to sign in again,
 * once for all requests that need it at the same time. @returns whether the user is signed in
 */
export function signInAgain(): Promise<boolean> {
  question ??= (asker ? regain(asker) : Promise.resolve(false)).finally(() => {
    question = undefined;
  });
  return question;
}

/**
 * A password that is given again renews the session's token. A request that another tab has sent just before has the
 * former token; once the answer that brings the new one is there, the browser sends that.
 */
async function regain({ account, ask }: Asker): Promise<boolean> {
  await formsAreAnswered();
  const headers = { [accountHeader]: account };
  const isThere = await fetch(confirmPath, { headers }).then(
    ({ ok }) => ok,
    () => false,
  );
  return isThere || ask();
}

const lock = "handbill:form";

/** Lets the other tabs know while a form is on its way: its answer may bring the session a new token. */
export function sendForm(send: () => Promise<Response>): Promise<Response> {
  return hasLocks() ? navigator.locks.request(lock, { mode: "shared" }, send) : send();
}

/** Waits for the answers to the forms of all tabs, but no longer than a user would. */
async function formsAreAnswered(): Promise<void> {
  if (hasLocks()) {
    await navigator.locks.request(lock, { signal: AbortSignal.timeout(3000) }, () => {}).catch(() => {});
  }
}

/** Browsers have them on https and on the machine itself. */
const hasLocks = () => "locks" in navigator;

/**
 * Sends a request for the account of this screen. When its session has ended, asks to sign in, and sends it again.
 * @param send called once or twice, with the headers that belong to it
 */
export async function withSession(
  send: (headers: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<Response> {
  const headers = accountHeaders();
  const answer = await send(headers);
  return isSignedOut(answer) && (await signInAgain()) ? send(headers) : answer;
}

/**
 * A page's data are refused; an address without a screen of its own leads to the sign-in page, and `fetch` has
 * followed.
 */
function isSignedOut({ status, redirected, url }: Response): boolean {
  return status === 401 || (redirected && new URL(url).pathname === "/signin");
}
