import { z } from "zod";

export const unknownTimeZone = "This is no time zone that is known here.";

/** The IANA name of a time zone that this browser or server knows. */
export const timeZoneField = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
    } catch {
      return false;
    }
  }, unknownTimeZone);
