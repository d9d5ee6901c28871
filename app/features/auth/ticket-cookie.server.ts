import type { Config } from "#server/config.ts";
import { readCookie, setCookie } from "./cookies.server.ts";
import { type ResetTicket, resetLinkMinutes } from "./reset-mail.server.ts";

// Where a reset ticket waits between the link and the form. Its path is the whole site: a cookie for
// /reset-password would stay behind when a script posts the form, which goes to /reset-password.data.

const secret = /^[\w-]{43}$/;

/** The `Set-Cookie` that keeps what the link brought, or removes an earlier one when a part is missing or malformed. */
export function keepTicket(config: Config, link: { [Part in keyof ResetTicket]: string | null }): string {
  const { accessToken, refreshToken } = link;
  if (!accessToken || !refreshToken || !secret.test(accessToken) || !secret.test(refreshToken)) {
    return dropTicket(config);
  }
  return setCookie(config, "reset", `${accessToken}.${refreshToken}`, { maxAge: resetLinkMinutes * 60 });
}

export function keptTicket(config: Config, cookies: string | null): ResetTicket | undefined {
  const [accessToken, refreshToken] = readCookie(config, "reset", cookies)?.split(".") ?? [];
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined;
}

export function dropTicket(config: Config): string {
  return setCookie(config, "reset", "", { maxAge: 0 });
}
