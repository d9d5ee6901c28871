import { isDiagnostic } from "./diagnostic-paths.ts";
import { isProtected } from "./protected-paths.ts";

/** Where one is led after signing in, unless one was on the way to another place. [1 §2] */
export const homePath = "/dashboard";

/** What names that other place in the addresses of signing in and signing up. */
export const returnParameter = "to";

const longest = 1000;
const anyOrigin = "http://handbill.invalid";

/**
 * A place of ours that asks who one is, as a browser reads it; undefined for anything else. Whoever makes a link to the
 * sign-in page can't lead anybody off this site, nor round in a circle.
 */
export function returnPath(asked: string | null): string | undefined {
  if (!asked?.startsWith("/") || asked.length > longest || !URL.canParse(asked, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(asked, anyOrigin);
  const isOurs = origin === anyOrigin && (isProtected(pathname) || isDiagnostic(pathname));
  return isOurs ? pathname + search + hash : undefined;
}

/** Where to sign in on the way to a place. */
export function signInPath(goal: string): string {
  return withReturnPath("/signin", goal);
}

/** The address of a page on the way to a place, which goes on to it. @param goal null or not ours: to the usual one */
export function withReturnPath(page: string, goal: string | null): string {
  const path = returnPath(goal);
  if (!path || path === homePath) return page;
  return `${page}${page.includes("?") ? "&" : "?"}${returnParameter}=${encodeURIComponent(path)}`;
}

/** Where a form leads whose session has ended, and from there on to where it was sent. */
export function signInToSavePath(goal: string): string {
  return withReturnPath("/signin/save", goal);
}
