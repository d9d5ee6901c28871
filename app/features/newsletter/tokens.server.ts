import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";

/** Random enough that it can't be guessed, safe in an address. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash of a token that the database stores. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The page that confirms a subscription. In the query, because the log holds paths. */
export function confirmUrl({ origin }: Pick<Config, "origin">, token: string): string {
  return `${origin}/confirm-subscription?token=${token}`;
}

/** The page that unsubscribes, which a mail program may post to as well. */
export function unsubscribeUrl({ origin }: Pick<Config, "origin">, key: string): string {
  return `${origin}/unsubscribe?key=${key}`;
}
