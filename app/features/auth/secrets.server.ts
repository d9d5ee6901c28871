import { createHash, randomBytes } from "node:crypto";

/** Random enough that it can't be guessed, safe in a cookie and in an address. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash of a secret that the database stores. The secret is random, so a fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
