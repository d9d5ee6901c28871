import type { FormValues } from "./forms.ts";

/**
 * Names what a form holds, in the browser as on the server. The same content has the same name, whenever it was written; that
 * two contents have the same one needn't be feared (53 bits, by cyrb53), and would only let one be saved over the other.
 */
export function versionOf(values: FormValues): string {
  // A field that is empty is as one that isn't there: not every form has those for each language.
  const filled = Object.entries(values).filter(([, value]) => value !== "");
  const text = JSON.stringify(filled.sort(([one], [other]) => (one < other ? -1 : 1)));
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
