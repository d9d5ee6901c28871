import { z } from "zod";
import { msg } from "~/shared/t";

/** Of one musician; the oldest goes first. */
export const mostDrafts = 100;

/** What a draft is of, such as 'event:new' or 'message:' with the conversation's id. */
export const draftAbout = z.string().regex(/^[a-z]{1,20}:[a-z0-9-]{1,60}$/);

/** A form's texts by their names. */
export const draftFields = z.record(z.string().max(100), z.string());

const tooLong = msg("This is too long to be kept as a draft.");

const fields = z
  .string()
  .max(200_000, tooLong)
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: msg("This draft could not be read.") });
      return z.NEVER;
    }
  })
  .pipe(draftFields);

/** The requests that keep a draft, and drop it. */
export const draftActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("keep-draft"), about: draftAbout, fields }),
  z.object({ intent: z.literal("drop-draft"), about: draftAbout }),
]);

export type DraftAction = z.output<typeof draftActionSchema>;
