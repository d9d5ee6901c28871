import { z } from "zod";
import type { FormatName } from "~/shared/formats";
import { msg } from "~/shared/t";

/** How a handbill looks, as it can be chosen. */
export const designs = {
  poster: { label: msg("Poster"), text: msg("Name and picture as large as the paper.") },
  strips: { label: msg("Tear-off strips"), text: msg("Your address and code along the foot, to take away.") },
  dates: { label: msg("Gig sheet"), text: msg("Every date you play, up to forty.") },
} as const;

export type Design = keyof typeof designs;

/** In millimetres. */
export const papers = {
  a4: { label: "A4", width: 210, height: 297 },
  letter: { label: msg("Letter|a size of paper"), width: 215.9, height: 279.4 },
} as const;

export type Paper = keyof typeof papers;

export const inks = {
  black: { label: msg("Black on white") },
  colour: { label: msg("With your colour") },
} as const;

export type Ink = keyof typeof inks;

export interface Choices {
  design: Design;
  paper: Paper;
  ink: Ink;
}

const isDesign = (value: unknown): value is Design =>
  typeof value === "string" && Object.hasOwn(designs, value);
const isPaper = (value: unknown): value is Paper => typeof value === "string" && Object.hasOwn(papers, value);
const isInk = (value: unknown): value is Ink => typeof value === "string" && Object.hasOwn(inks, value);

/** The choices in an address; what is missing there, or unknown, is the first, and the paper the account's country's. */
export function choicesIn(parameters: URLSearchParams, format: FormatName): Choices {
  const schema = z.object({
    design: z.custom<Design>(isDesign).catch("poster"),
    paper: z.custom<Paper>(isPaper).catch(format === "en-US" ? "letter" : "a4"),
    ink: z.custom<Ink>(isInk).catch("black"),
  });
  return schema.parse(Object.fromEntries(parameters));
}

/** The sheet itself. @param more further parameters, such as `print` */
export function sheetPath(choices: Choices, more: Record<string, string> = {}): string {
  return `/handbill/sheet?${new URLSearchParams({ ...choices, ...more })}`;
}
