import type { Config } from "#server/config.ts";

interface CookieOptions {
  /** Seconds; unset: until the browser closes; 0 removes the cookie. */
  maxAge?: number | undefined;
  /** Where it is sent: this address and those below it. Unset: everywhere. */
  path?: string | undefined;
}

/**
 * A `Set-Cookie` that scripts can't read and that other sites' forms don't send. Over https its name starts with
 * `__Host-`, so that no neighbouring host can plant one; one with a path of its own can't have that, and must not be
 * trusted that far.
 */
export function setCookie(
  config: Config,
  name: string,
  value: string,
  { maxAge, path = "/" }: CookieOptions = {},
): string {
  const start = `${cookieName(config, name, path)}=${value}`;
  // A semicolon would end the path and begin another attribute.
  const parts = [start, `Path=${path.split(";", 1)[0]}`, "HttpOnly", "SameSite=Lax"];
  if (isHttps(config)) parts.push("Secure");
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  return parts.join("; ");
}

/** The headers of an answer that sets these cookies. */
export function cookieHeaders(cookies: string[]): Headers {
  return new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
}

/** The cookie's value, from a request's `Cookie` header. */
export function readCookie(
  config: Config,
  name: string,
  header: string | null | undefined,
  { path = "/" }: Pick<CookieOptions, "path"> = {},
): string | undefined {
  const start = `${cookieName(config, name, path)}=`;
  for (const pair of header?.split(";") ?? []) {
    const cookie = pair.trim();
    if (cookie.startsWith(start)) return cookie.slice(start.length);
  }
  return undefined;
}

function cookieName(config: Config, name: string, path: string): string {
  const prefix = path === "/" ? "__Host-" : "__Secure-";
  return `${isHttps(config) ? prefix : ""}handbill_${name}`;
}

function isHttps(config: Config): boolean {
  return config.origin.startsWith("https:");
}
