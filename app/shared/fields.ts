import { z } from "zod";

/** The ids of a list in its new order, separated by spaces. */
export const orderField = z
  .string()
  .transform((ids) => ids.split(" "))
  .pipe(z.array(z.uuid()));

/** A switch in a form. */
export const switchField = z.enum(["true", "false"]).transform((value) => value === "true");
