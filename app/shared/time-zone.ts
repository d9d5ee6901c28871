import { z } from "zod";
import { msg } from "./t.ts";
import { todaysZone } from "./zone-names.ts";
import { timeZoneOf } from "./zoned-time.ts";

export const unknownTimeZone = msg("This is no time zone that is known here.");

/** All zones that this browser or server knows, by today's names. */
export function knownZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone").map(todaysZone), "UTC"])].sort();
}

/**
 * The zone that was typed: its name in any case, with spaces or underscores, or the town at its end alone.
 * Undefined for what is none.
 */
function zoneTyped(text: string): string | undefined {
  const name = text.trim().replace(/\s+/g, "_");
  const known = timeZoneOf(name);
  if (known) return todaysZone(known);
  const town = `/${name.toLowerCase()}`;
  return name ? knownZones().find((zone) => zone.toLowerCase().endsWith(town)) : undefined;
}

/** A field for a time zone, which becomes its IANA name. @param problem what is said of anything else */
export const timeZoneNamed = (problem: string) =>
  z
    .string()
    .max(64)
    .transform((text, context) => {
      const zone = zoneTyped(text);
      if (zone) return zone;
      context.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    });

/** The IANA name of a time zone that this browser or server knows. */
export const timeZoneField = timeZoneNamed(unknownTimeZone);
