import { z } from "zod";

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
