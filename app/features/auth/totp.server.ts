import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type QrCode, qrCode } from "#server/qr-code.ts";

// Codes of authenticator apps (RFC 6238): six digits for each 30 seconds, as every app understands them.

const period = 30;
/** How many steps the clock of a phone may be off, to either side. */
const window = 1;

export function newTotpSecret(): Buffer {
  return randomBytes(20);
}

function totpOf(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  // A buffer of its own: the bytes of a small `Buffer` lie in one that many share.
  const { buffer } = Uint8Array.from(secret);
  return new TOTP({ ...names, secret: new Secret({ buffer }), period });
}

/**
 * The step whose code this is: the 30 seconds, counted since 1970.
 * @param now in milliseconds
 * @returns undefined for a code that isn't good now
 */
export function stepOf(secret: Uint8Array, code: string, now = Date.now()): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : TOTP.counter({ period, timestamp: now }) + delta;
}

/** A secret as an app takes it. */
export interface TotpSetup {
  /** In groups of four, to be typed. */
  secret: string;
  /** The link that an app on the same device opens, and that the QR code holds. */
  uri: string;
  /** The QR code of the link. */
  qr: Pick<QrCode, "path" | "size">;
}

/** @param email names the account in the app, beside the site */
export function totpSetup(secret: Uint8Array, email: string, siteName: string): TotpSetup {
  const totp = totpOf(secret, { issuer: siteName, label: email });
  const uri = totp.toString();
  const { path, size } = qrCode(uri);
  return {
    secret: totp.secret.base32.replace(/.{4}(?=.)/g, "$& "),
    uri,
    qr: { path, size },
  };
}
