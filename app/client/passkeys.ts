import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { lostText } from "../shared/connection.ts";
import { isNothingDone } from "../shared/nothing-done.ts";
import { type PasskeyPurpose, passkeyOptionsPath } from "../shared/passkeys.ts";
import { withSession } from "../shared/sign-in-again.ts";
import { msg, t } from "../shared/t.ts";

// Speaks with the browser and the server about passkeys. It is loaded where one is used, and not before.

/** The server had a reason, which is its message. */
class Refused extends Error {}

/**
 * Has the browser ask for one of the passkeys that it holds.
 * @param isAutofill offers them where the address is typed, and waits there until one is chosen
 * @returns the answer for the server, as JSON
 * @throws what `passkeyProblem` explains
 */
export async function askForPasskey(
  purpose: Exclude<PasskeyPurpose, "add">,
  { isAutofill = false } = {},
): Promise<string> {
  const optionsJSON = await askOptions<PublicKeyCredentialRequestOptionsJSON>(purpose);
  return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }));
}

/**
 * Has the browser make a passkey for the signed-in account.
 * @returns the answer for the server, as JSON
 * @throws what `passkeyProblem` explains
 */
export async function makePasskey(): Promise<string> {
  const optionsJSON = await askOptions<PublicKeyCredentialCreationOptionsJSON>("add");
  return JSON.stringify(await startRegistration({ optionsJSON }));
}

/** Whether this browser offers passkeys where the address is typed. */
export function canAutofill(): Promise<boolean> {
  return browserSupportsWebAuthnAutofill();
}

/** Ends what waits for a passkey in this tab. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** What went wrong, for people; undefined where another question has taken its place. */
export function passkeyProblem(error: unknown): string | undefined {
  if (error instanceof Refused) return error.message;
  if (error instanceof WebAuthnError && error.code === "ERROR_CEREMONY_ABORTED") return undefined;
  const name = error instanceof Error ? error.name : "";
  // Browsers don't tell apart who cancels and who has none.
  if (name === "NotAllowedError") {
    return t("No passkey came from your browser: its question was closed, or took too long.");
  }
  if (name === "InvalidStateError") return t("This device has a passkey for your account already.");
  if (name === "SecurityError")
    return t("Passkeys don't work at {host}, only at the site's own address.", { host: location.host });
  if (name === "ConstraintError" || name === "NotSupportedError") {
    return t("This device can't keep passkeys that ask for a finger, a face or a PIN.");
  }
  return error instanceof TypeError ? lostText() : t(unexpected);
}

const unexpected = msg("Your browser could not use a passkey. Please try again.");

async function askOptions<Options extends { challenge: string }>(purpose: PasskeyPurpose): Promise<Options> {
  const body = new FormData();
  body.set("purpose", purpose);
  const answer = await withSession((headers) => fetch(passkeyOptionsPath, { method: "POST", headers, body }));
  const json: unknown = await answer.json();
  if (!answer.ok) {
    const errors = isNothingDone(json) && "refused" in json ? json.refused.errors : {};
    throw new Refused(Object.values(errors)[0] ?? t(unexpected));
  }
  if (!isQuestion<Options>(json)) throw new Refused(t(unexpected));
  return json;
}

/** The browser itself checks the rest. */
function isQuestion<Options extends { challenge: string }>(json: unknown): json is Options {
  return typeof Object(json).challenge === "string";
}
