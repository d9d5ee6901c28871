import type { Config } from "#server/config.ts";
import { readCookie, setCookie } from "./cookies.server.ts";

// Where the token of a link that undoes a change of address waits between the link and the button.

const keptForSeconds = 30 * 60;

/** The `Set-Cookie` that keeps what the link brought; what is no token removes an earlier one. */
export function keepUndoToken(config: Config, token: string): string {
  return /^[\w-]{43}$/.test(token)
    ? setCookie(config, "undo", token, { maxAge: keptForSeconds })
    : dropUndoToken(config);
}

export function keptUndoToken(config: Config, cookies: string | null): string | undefined {
  return readCookie(config, "undo", cookies);
}

export function dropUndoToken(config: Config): string {
  return setCookie(config, "undo", "", { maxAge: 0 });
}
