import type { Config } from "#server/config.ts";
import { returnPath } from "~/shared/return-path";
import { readCookie, setCookie } from "./cookies.server.ts";
import { resetLinkMinutes } from "./reset-mail.server.ts";

// The address a user wanted when they asked for a reset link. The link doesn't carry it: it is mailed.

/** The `Set-Cookie` that keeps it as long as the link is good. */
export function keepReturnPath(config: Config, path: string): string {
  return setCookie(config, "return", encodeURIComponent(path), { maxAge: resetLinkMinutes * 60 });
}

/** The stored address; undefined where that is none of this site's. */
export function keptReturnPath(config: Config, cookies: string | null): string | undefined {
  // As a query it is decoded whatever it holds.
  const kept = new URLSearchParams(`path=${readCookie(config, "return", cookies) ?? ""}`).get("path");
  return returnPath(kept);
}

/** The `Set-Cookie` that removes it. */
export function dropReturnPath(config: Config): string {
  return setCookie(config, "return", "", { maxAge: 0 });
}
