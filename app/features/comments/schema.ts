import { z } from "zod";
import { needsAll, requiredLine, requiredText } from "~/shared/written";

export const authorLimit = 100;
const contentLimit = 2000;

/** [1 §8] */
export const commentFailure = "Failed to post comment";

/** A visitor's comment. [1 §5] */
export const commentSchema = z
  .object({
    author_name: requiredLine("Please enter your name", authorLimit),
    content: requiredText("Please write a comment", contentLimit),
    /** The trap: people don't see this field, so whoever fills it in is none. */
    subject: z.string().default(""),
  })
  .refine(...needsAll(["author_name", "content"], "Please fill in both name and comment fields"));

export type CommentForm = z.output<typeof commentSchema>;
