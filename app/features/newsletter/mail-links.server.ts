import type { Config } from "#server/config.ts";

/** The page that confirms a subscription. In the query, because the log holds paths. */
export function confirmUrl({ origin }: Pick<Config, "origin">, token: string): string {
  return `${origin}/confirm-subscription?token=${token}`;
}

/** The page that unsubscribes, which a mail program may post to as well. */
export function unsubscribeUrl({ origin }: Pick<Config, "origin">, key: string): string {
  return `${origin}/unsubscribe?key=${key}`;
}
