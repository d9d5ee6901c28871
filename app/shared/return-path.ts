import { isDiagnostic } from "./diagnostic-paths.ts";
import { isProtected } from "./protected-paths.ts";

/** The first screen after signing in, unless the user was on the way to another. [1 §2] */
export const homePath = "/dashboard";

/** The parameter that carries that other screen in the addresses of signing in and signing up. */
export const returnParameter = "to";

const longest = 1000;
const anyOrigin = "http://handbill.invalid";

/**
 * An address of this site that needs an account, as a browser reads it; undefined for anything else. A forged link to
 * the sign-in page can't lead off this site, nor round in a circle.
 */
export function returnPath(address: string | null): string | undefined {
  if (!address?.startsWith("/") || address.length > longest || !URL.canParse(address, anyOrigin))
    return undefined;
  const { origin, pathname, search, hash } = new URL(address, anyOrigin);
  const isOurs = origin === anyOrigin && (isProtected(pathname) || isDiagnostic(pathname));
  return isOurs ? pathname + search + hash : undefined;
}

/** The address for signing in on the way to a screen. */
export function signInPath(goal: string): string {
  return withReturnPath("/signin", goal);
}

/** The address of a page on the way to a screen, which goes on to it. @param goal null or foreign: to the usual one */
export function withReturnPath(page: string, goal: string | null): string {
  const path = returnPath(goal);
  if (!path || path === homePath) return page;
  return `${page}${page.includes("?") ? "&" : "?"}${returnParameter}=${encodeURIComponent(path)}`;
}

/** The address for a form whose session has ended, which leads on to the form's own. */
export function signInToSavePath(goal: string): string {
  return withReturnPath("/signin/save", goal);
}
