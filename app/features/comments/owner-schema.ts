import { z } from "zod";
import { chosenFieldOf } from "~/shared/chosen";
import { switchField } from "~/shared/fields";
import type { FormValues } from "~/shared/forms";
import { msg, t } from "~/shared/t";
import { requiredLine, requiredText, version } from "~/shared/text-fields";
import { reasonLimit, reportRequired } from "./schema.ts";

/** At most so many comments at once. */
const atOnce = 100;
const wordLimit = 50;
const wordsLimit = 200;

const chosen = chosenFieldOf(
  z
    .string()
    .transform((text) => text.split(/[ ,]/))
    .pipe(z.array(z.uuid()).max(atOnce)),
);

const isTicked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** One word or phrase a line; empty lines and repetitions go. */
const blockedWords = z.string().transform((text, context) => {
  const words = new Map<string, string>();
  for (const line of text.split(/[\r\n]+/)) {
    const word = requiredLine("empty", wordLimit).safeParse(line);
    if (word.success) words.set(word.data.toLowerCase(), word.data);
    else if (line.trim().length > wordLimit) {
      context.addIssue({
        code: "custom",
        message: t("Please use at most {limit} characters a line", { limit: wordLimit }),
      });
      return z.NEVER;
    }
  }
  if (words.size <= wordsLimit) return [...words.values()];
  context.addIssue({
    code: "custom",
    message: t("Please use at most {limit} words or phrases", { limit: wordsLimit }),
  });
  return z.NEVER;
});

export const settingsSchema = z.object({
  intent: z.literal("save-settings"),
  reviews_all: isTicked,
  blocked_words: blockedWords,
  version,
});

export const reportSchema = z.object({
  intent: z.literal("report-comment"),
  id: z.uuid(),
  reason: requiredText(reportRequired, reasonLimit),
});

export const answerLimit = 1000;

export const answerText = requiredText(msg("Please write an answer"), answerLimit);

export const answerSchema = z.object({
  intent: z.literal("save-answer"),
  id: z.uuid(),
  answer: answerText,
  version,
});

/** The forms of the musician's screen, by their `intent`. */
export const commentActionSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("set-approved"),
    ids: chosen,
    isOn: switchField,
  }),
  z.object({ intent: z.literal("delete-comments"), id: chosen }),
  settingsSchema,
  reportSchema,
  answerSchema,
  z.object({ intent: z.literal("remove-answer"), id: z.uuid() }),
]);

export type CommentAction = z.output<typeof commentActionSchema>;
type SettingsForm = z.output<typeof settingsSchema>;
export type AnswerForm = z.output<typeof answerSchema>;
export type CommentSettings = Omit<SettingsForm, "intent" | "version">;

/** The settings as their form holds them. */
export function settingsValues({ reviews_all, blocked_words }: CommentSettings): FormValues {
  return { reviews_all: reviews_all ? "on" : "", blocked_words: blocked_words.join("\n") };
}

/** Which comments the list shows, as the address says it. [2 §2] */
export const filters = {
  all: msg("All comments"),
  approved: msg("Approved only"),
  pending: msg("Pending review"),
} as const;
export const orders = { newest: msg("Newest first"), oldest: msg("Oldest first") } as const;
export type CommentOrder = keyof typeof orders;
export const isOrder = (name: string): name is CommentOrder => Object.hasOwn(orders, name);
export type CommentFilter = keyof typeof filters;

const isFilter = (name: string): name is CommentFilter => Object.hasOwn(filters, name);

/** The longest search. */
export const searchLimit = 200;

/** Which comments a list holds. */
export interface CommentsSought {
  filter: CommentFilter;
  /** Words in the author's name or in the comment; empty for all. */
  search: string;
}

/** @returns undefined when the address names no filter that there is */
export function commentsSought(parameters: URLSearchParams): CommentsSought | undefined {
  const filter = parameters.get("show") ?? "all";
  const search = (parameters.get("q") ?? "").replaceAll("\0", "").trim().slice(0, searchLimit);
  return isFilter(filter) ? { filter, search } : undefined;
}

/** The texts of the toasts. [2 §8] */
export const loadFailure = msg("Failed to load comments");
export const statusFailure = msg("Failed to update comment status");
export const deleteFailure = (reason: string) => t("Failed to delete comment: {reason}", { reason });
export const deleteSignedOut = msg("You must be logged in to delete comments");
export const notFound = msg("Comment not found or you do not have permission to delete it");
export const notYours = msg("You can only delete comments on your own profile");
export const reported = msg("Comment reported: an admin will look at it");
export const answerSaved = msg("Answer saved");
export const answerFailure = msg("Failed to save the answer");
export const answerRemoved = msg("Answer removed");
export const answerRemovalFailure = msg("Failed to remove the answer");
export const settingsSaved = msg("Comment settings saved");
export const settingsFailure = msg("Failed to save comment settings");

export const setApprovedText = (isOn: boolean, count: number) =>
  t(
    isOn
      ? "{count, plural, one {Comment approved successfully} other {# comments approved successfully}}"
      : "{count, plural, one {Comment hidden successfully} other {# comments hidden successfully}}",
    { count },
  );
export const deletedText = (count: number) =>
  t("{count, plural, one {Comment deleted} other {# comments deleted}}", { count });

const previewed = 50;

/** The first 50 characters of a comment, for the question before it is deleted. [2 §5] */
export function previewOf(content: string): string {
  const characters = [...content];
  return characters.length > previewed ? `${characters.slice(0, previewed).join("")}…` : content;
}
