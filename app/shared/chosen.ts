import { z } from "zod";
import { idsField } from "./fields.ts";
import { msg } from "./t.ts";

/** What an action on several items of a list is about: items by their ids, or all that the list's address finds. */
export type Chosen = { ids: string[] } | { count: number; asked: URLSearchParams };

/**
 * The form field that stands for all items of a list, also of its other pages.
 * @param count how many there are, so that the server can refuse what has changed meanwhile
 * @param asked search and filter, as the list's address has them
 */
export function allOf(count: number, asked: Readonly<Record<string, string>>): string {
  return new URLSearchParams({ all: String(count), ...asked }).toString();
}

/** What `allOf` writes. */
const allField = z
  .string()
  .max(1000)
  .regex(/^all=[1-9]\d{0,8}(&|$)/)
  .transform((text): Chosen => {
    const asked = new URLSearchParams(text);
    return { count: Number(asked.get("all")), asked };
  });

/** @param ids the field of those that are named one by one */
export const chosenFieldOf = (ids: z.ZodType<string[], string>) =>
  z.union([allField, ids.transform((ids): Chosen => ({ ids }))]);

export const chosenField = chosenFieldOf(idsField);

export const changedText = msg(
  "The list has changed in the meantime, so nothing was done. Please look at it again.",
);
