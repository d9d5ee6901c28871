import { t } from "./t.ts";

/**
 * Why no passkey can be made or used at an address, as a sentence for people; undefined where it can. Browsers bind a
 * passkey to a domain, and only over an encrypted connection or on the machine itself.
 * @param origin such as https://music.example
 */
export function passkeyObstacle(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (isAddressNumber(hostname)) {
    return t("Passkeys need a domain name, and this site is reached by an IP address.");
  }
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol === "https:" || isLocal) return undefined;
  return t("Passkeys need an encrypted connection (https), and this site is reached without one.");
}

/** A parsed address has its IPv6 host in brackets and its IPv4 host, however it was written, as four numbers. */
function isAddressNumber(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
}

/** Where a browser asks what it needs to make or use a passkey. */
export const passkeyOptionsPath = "/passkey-options";

/** What a passkey is asked for: the second step and those behind it are for one account, signing in for any. */
export const passkeyPurposes = ["sign-in", "second-step", "confirm", "add"] as const;

export type PasskeyPurpose = (typeof passkeyPurposes)[number];

/** Whether this browser can use passkeys where it is. Never on the server. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && passkeyObstacle(location.origin) === undefined;
}
