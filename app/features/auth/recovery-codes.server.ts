import { randomInt } from "node:crypto";
import { hashSecret } from "./secrets.server.ts";

/** How many are made at once. */
const recoveryCodeCount = 10;

/** Digits and letters that look like no other (Crockford's base 32): five bits each. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** 120 bits: too many to be guessed, so a fast hash is enough. Those of before have 16 letters, and work on. */
const length = 24;

/** Ten new ones in groups of four, as they are shown. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
    return letters.replace(/.{4}(?=.)/g, "$&-");
  });
}

/**
 * The hash that is stored of a code, however it was typed: case, spaces and hyphens don't count, nor which of the letters
 * and digits that look alike it was.
 */
export function hashRecoveryCode(typed: string): Buffer {
  const plain = typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return hashSecret(plain);
}
