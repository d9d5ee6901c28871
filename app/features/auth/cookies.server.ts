import type { Config } from "#server/config.ts";

interface CookieOptions {
  /** Seconds; unset: until the browser closes; 0 removes the cookie. */
  maxAge?: number | undefined;
}

/**
 * A `Set-Cookie` that scripts can't read and that other sites' forms don't send. Over https its name starts with
 * `__Host-`, so that no neighbouring host can plant one.
 */
export function setCookie(
  config: Config,
  name: string,
  value: string,
  { maxAge }: CookieOptions = {},
): string {
  const parts = [`${cookieName(config, name)}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  if (isHttps(config)) parts.push("Secure");
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  return parts.join("; ");
}

/** The cookie's value, from a request's `Cookie` header. */
export function readCookie(
  config: Config,
  name: string,
  header: string | null | undefined,
): string | undefined {
  const start = `${cookieName(config, name)}=`;
  for (const pair of header?.split(";") ?? []) {
    const cookie = pair.trim();
    if (cookie.startsWith(start)) return cookie.slice(start.length);
  }
  return undefined;
}

function cookieName(config: Config, name: string): string {
  return `${isHttps(config) ? "__Host-" : ""}handbill_${name}`;
}

function isHttps(config: Config): boolean {
  return config.origin.startsWith("https:");
}
