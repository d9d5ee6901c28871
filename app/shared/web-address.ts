import { msg } from "./t.ts";

/** [2 §5] */
export const notAnAddressText = msg("Please enter a valid URL");
/** The longest address that the table takes. */
const longest = 2048;

/**
 * The http or https address that a text means, written out in full; undefined when it is none. An address without a
 * scheme gets `https://`, as in a browser's address bar.
 */
export function webAddressOf(text: string): string | undefined {
  const typed = text.trim();
  const hasScheme = /^https?:\/\//i.test(typed);
  // `example.org:8080` has a port, `mailto:me` has a scheme.
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed)) return undefined;
  const address = URL.parse(hasScheme ? typed : `https://${typed.replace(/^\/+/, "")}`);
  if (!address || address.username || address.password) return undefined;
  if (!hasScheme && !address.hostname.includes(".")) return undefined;
  return address.href.length <= longest ? address.href : undefined;
}
