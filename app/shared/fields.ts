import { z } from "zod";
import { msg } from "./t.ts";

/** The ids of a list in its new order, separated by spaces. */
export const orderField = z
  .string()
  .transform((ids) => ids.split(" "))
  .pipe(z.array(z.uuid()));

/** The ids of what a form is about, separated by spaces: no more than a list shows at once. */
export const idsField = orderField.pipe(z.array(z.uuid()).min(1).max(1000));

/** A box in a form, which is sent where it is ticked. */
export const tickedField = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** A switch in a form. */
export const switchField = z.enum(["true", "false"]).transform((value) => value === "true");

/** A language's tag, null for none. Any: an account may come from an installation that speaks more languages. */
export const languageField = z
  .string()
  .regex(/^([a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2})?$/, msg("Please choose one of these"))
  .nullish()
  .transform((value) => value || null);
