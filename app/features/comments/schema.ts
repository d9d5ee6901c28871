import { z } from "zod";
import { parseDuration } from "~/shared/duration";
import { msg } from "~/shared/t";
import { isBlank, needsAll, requiredLine, requiredText } from "~/shared/text-fields";

export const authorLimit = 100;
const contentLimit = 2000;

/** [1 §8] */
export const commentFailure = msg("Failed to post comment");

/** A moment of a track in seconds; null where none is given. */
const moment = z.string().transform((text, context) => {
  if (isBlank(text)) return null;
  const seconds = parseDuration(text);
  if (seconds !== null) return seconds;
  context.addIssue({ code: "custom", message: msg("Please write minutes and seconds, such as 1:15") });
  return z.NEVER;
});

/** A visitor's comment. [1 §5] */
export const commentSchema = z
  .object({
    author_name: requiredLine(msg("Please enter your name"), authorLimit),
    content: requiredText(msg("Please write a comment"), contentLimit),
    /** The track on whose page it is written. */
    track_id: z.uuid().optional(),
    /** The moment of that track which it is about. */
    at: moment.optional().default(null),
    /** The trap: people don't see this field, so only a program fills it in. */
    subject: z.string().default(""),
  })
  .refine(...needsAll(["author_name", "content"], msg("Please fill in both name and comment fields")));

export const reasonLimit = 500;
export const reportFailure = msg("Failed to report the comment");
export const reportRequired = msg("Please say what is wrong with it");

/** A visitor's report of a comment. */
export const reportSchema = z.object({
  reason: requiredText(reportRequired, reasonLimit),
  /** The trap, as above. */
  subject: z.string().max(0, msg("This report can't be taken.")).default(""),
});

export type CommentForm = z.output<typeof commentSchema>;
