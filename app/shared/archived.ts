import { z } from "zod";
import { msg } from "./t.ts";

// Lets a feature's `feature.server.ts` check the rows of an account's archive by the schemas of its forms.

type Row = Readonly<Record<string, unknown>>;

/** A row as a form would send it: a box that is ticked is `on`, another isn't sent. */
export function asForm(row: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      if (typeof value !== "boolean") return [[column, value]];
      return value ? [[column, "on"]] : [];
    }),
  );
}

/** A time that has been, in the years that the tables take. An account's clock may be a little ahead of ours. */
export const past = z.iso
  .datetime({ offset: true, error: msg("This is no time") })
  .refine(
    (text) => text >= "1900" && Date.parse(text) < Date.now() + 86_400_000,
    msg("This time has not been yet"),
  );

/** A time that may be still to come. */
export const moment = z.iso
  .datetime({ offset: true, error: msg("This is no time") })
  .refine((text) => text >= "1900" && text < "2200", msg("Please enter a time between 1900 and 2199"));

/** A BCP 47 tag, of a language that needn't be one of ours. */
export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, msg("This is no language tag"));

export const displayOrder = z.int().min(0).max(2_147_483_647);

/** The SHA-256 of a file as its artist gave it, in hexadecimal. */
export const fileDigestField = z.string().regex(/^[0-9a-f]{64}$/, msg("This is no SHA-256"));
